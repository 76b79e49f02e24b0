import Foundation
import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Immunization
import Lists
import Vault
package import Web

/// What an admin does: brings another catalogue live, steps back, reads what the STIKO has published.
///
/// An admin's own account opens nothing of anybody else's.
package enum AdminFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.admin, access: .admin, showAdmin),
        .get(Links.jobs, access: .admin, { $0.page(JobsPage(jobs: $0.services.jobs.reports())) }),
        .get(Links.trust, access: .admin, { $0.page(TrustPage(content: $0.services.trust.content, now: $0.now)) }),
        .get(Links.catalogue, access: .admin, { cataloguePage($0) }),
        .post(Links.catalogue, access: .admin, body: .catalogueFiles, proposeCatalogue).long,
        .get(Links.catalogueFile, access: .admin, showFile),
        .get(Links.catalogueProposal, access: .admin, { try await proposalPage($0, proposal($1, $0)) }).long,
        .post(Links.catalogueProposal, access: .admin, decideProposal).long,
        .get(Links.catalogueVersion, access: .admin, showVersion).long,
        .post(Links.catalogueVersion, access: .admin, putVersionInUse).long,
        .get(Links.situationAdmin, access: .admin, showSituation),
    ]
    package static let pages: [any Page.Type] = [
        AdminPage.self, CataloguePage.self, CatalogueReview.self, JobsPage.self, TrustPage.self,
    ]
    package static var codes: [any MessageCode.Type] {
        [CatalogueChange.Kind.self, CatalogueEvent.Action.self, DataFault.Code.self]
    }

    static func showAdmin(_ member: SignedInRequest) async throws -> Response {
        let trust = member.services.trust.content
        return member.page(
            AdminPage(
                version: member.source.inUse.name, program: member.services.version,
                openTasks: member.services.reviews.tasks().count { !$0.isDone },
                backup: try await member.accounts.lastBackup(),
                releaseNotice: member.services.releaseNotice.notice,
                refusedNotice: member.services.releaseNotice.refusal,
                overdueJobs: member.services.jobs.reports().count(where: \.isOverdue), lists: trust.lists.count,
                listsInNeed: trust.attention(at: member.now)))
    }

    static func showSituation(_ member: SignedInRequest) async throws -> Response {
        member.page(
            SituationAdminPage(
                numbers: member.services.situation.inUse, refusals: member.services.situationStore.refusals()))
    }

    // MARK: The catalogue

    /// Takes files in; they are shown before anything changes.
    static func proposeCatalogue(_ member: SignedInRequest, _ form: MultipartForm) async throws -> Response {
        let files = form.files.filter { $0.field == "files" }.map {
            CatalogueRelease.File(name: $0.fileName, bytes: $0.bytes)
        }
        guard !files.isEmpty else {
            return cataloguePage(member, FormErrors("files", member.words[.`admin.files.empty`]))
        }
        do {
            try member.source.store.requireNewest(
                files.signature, of: try member.source.release.replacing(files.content))
        } catch {
            let text = member.words(.`admin.files.fault`, ["fault": member.words.fault(error)])
            return cataloguePage(member, FormErrors("files", text))
        }
        let proposal = try member.source.store.propose(files, at: member.now)
        return member.redirect(to: Links.catalogueProposal(proposal.id))
    }

    /// Brings uploaded files live, or forgets them.
    static func decideProposal(_ member: SignedInRequest, _ fields: FormFields, _ id: String) async throws -> Response {
        let proposal = try proposal(id, member)
        if fields["choice"] == "drop" {
            member.source.store.drop(proposal)
            return member.done(.`done.catalogue-dropped`, at: Links.catalogue())
        }
        let base = member.source.inUse
        guard fields["choice"] == "confirm", fields["base"] == base.name,
            let release = try? base.release.replacing(proposal.files.content)
        else { return try await proposalPage(member, proposal, isLate: true) }
        if let form = try await member.confirmation(fields) {
            return try await proposalPage(member, proposal, form: form)
        }
        return try await changing(
            member,
            {
                try member.source.store.adopt(
                    release, signature: proposal.files.signature, by: author(member), at: member.now, over: base.name)
            },
            to: release,
            late: { try await proposalPage(member, proposal, isLate: true) },
            done: {
                member.source.store.drop(proposal)
                return member.done(.`done.catalogue-live`, at: Links.catalogue())
            })
    }

    static func showVersion(_ member: SignedInRequest, _ name: String) async throws -> Response {
        try requireVersion(name, member)
        return try await versionPage(member, name)
    }

    /// Puts a version in use that is kept.
    static func putVersionInUse(_ member: SignedInRequest, _ fields: FormFields, _ name: String) async throws
        -> Response
    {
        try requireVersion(name, member)
        let base = member.source.inUse
        guard fields["base"] == base.name, let release = try? member.source.store.release(name) else {
            return try await versionPage(member, name, isLate: true)
        }
        if let form = try await member.confirmation(fields) { return try await versionPage(member, name, form: form) }
        return try await changing(
            member,
            {
                try member.source.store.use(
                    name, by: author(member), at: member.now, over: member.source.store.currentName)
            },
            to: release,
            late: { try await versionPage(member, name, isLate: true) },
            done: { member.done(.`done.catalogue-live`, at: Links.catalogue()) })
    }

    /// A file of the release in use, to be edited.
    package static func showFile(_ member: SignedInRequest, _ name: String) async throws -> Response {
        let files = member.source.release.files
        let bytes = try (files[name] ?? files[CatalogueRelease.scheduleFolder + name]).found()
        return Response.download(bytes, "application/json", DownloadName(keeping: name))
    }

    // MARK: Pieces

    /// Changes what is in use on disk, then what this process serves; requests in between have the old one, whole.
    private static func changing(
        _ member: SignedInRequest, _ change: () throws -> CatalogueStore.Version, to release: CatalogueRelease,
        late: () async throws -> Response, done: () -> Response
    ) async throws -> Response {
        do {
            let version = try change()
            member.source.take(release, named: version.name)
            member.accounts.events.tell(.catalogueChanged, of: member.visit.client)
            return done()
        } catch CatalogueStore.Failure.changedMeanwhile {
            return try await late()
        } catch is DataFault {
            // A newer one was brought live meanwhile.
            return try await late()
        } catch is CocoaError {
            throw HTTPProblem.unavailable
        }
    }

    private static func author(_ member: SignedInRequest) -> CatalogueAuthor {
        CatalogueAuthor(member.session.accountID)
    }

    private static func proposal(_ id: String, _ member: SignedInRequest) throws(HTTPProblem) -> CatalogueProposal {
        try member.source.store.proposal(id).found()
    }

    private static func requireVersion(_ name: String, _ member: SignedInRequest) throws(HTTPProblem) {
        _ = try member.source.store.versions().first { $0.name == name }.found()
    }

    private static func cataloguePage(_ member: SignedInRequest, _ errors: FormErrors = FormErrors()) -> Response {
        let page = CataloguePage(
            use: member.source.inUse, fault: member.source.fault, versions: member.source.store.versions(),
            history: member.source.store.history(), reader: author(member),
            needsSignature: member.source.store.contentKey != nil, errors: errors)
        return member.page(page, status: errors.status)
    }

    private static func proposalPage(
        _ member: SignedInRequest, _ proposal: CatalogueProposal, isLate: Bool = false, form: FormView = FormView()
    ) async throws -> Response {
        let base = member.source.inUse
        let review = CatalogueReview(
            title: .`admin.review.title`, action: Links.catalogueProposal(proposal.id), base: base,
            files: proposal.files.map(\.name), isLate: isLate, form: form, asksCode: try await asksCode(member)
        ) { () throws(DataFault) in
            let release = try base.release.replacing(proposal.files.content)
            try member.source.store.requireNewest(proposal.files.signature, of: release)
            return release
        }
        return page(review, member)
    }

    private static func versionPage(
        _ member: SignedInRequest, _ name: String, isLate: Bool = false, form: FormView = FormView()
    ) async throws -> Response {
        let base = member.source.inUse
        let review = CatalogueReview(
            title: .`admin.version.title`, action: Links.catalogueVersion(name), base: base, version: name,
            isOlder: member.source.store.isOlder(name, than: base.name), isLate: isLate, form: form,
            asksCode: try await asksCode(member)
        ) { () throws(DataFault) in try readVersion(name, member) }
        return page(review, member)
    }

    private static func page(_ review: CatalogueReview, _ member: SignedInRequest) -> Response {
        let errors = review.form.errors
        return member.page(review, status: errors.summary != nil ? errors.answer : review.isLate ? .conflict : .ok)
    }

    /// Whether the admin has an authenticator app whose code can be asked for.
    private static func asksCode(_ member: SignedInRequest) async throws -> Bool {
        try await member.accounts.secondFactor.state(member.session).isOn
    }

    private static func readVersion(_ name: String, _ member: SignedInRequest) throws(DataFault) -> CatalogueRelease {
        do {
            return try member.source.store.release(name)
        } catch let fault as DataFault {
            throw fault
        } catch {
            throw DataFault(file: name, .unreadable)
        }
    }
}

extension SignedInRequest {
    /// The catalogue that an admin changes.
    fileprivate var source: CatalogueSource { services.catalogue }
}
