import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Vault

/// What an admin does: brings another catalogue live, steps back, reads what the STIKO has published.
///
/// An admin's own account opens nothing of anybody else's.
struct AdminRoutes: Sendable {
    let services: Services

    private var source: CatalogueSource { services.catalogue }

    func showAdmin(_ member: SignedInRequest) async throws -> Response {
        let trust = services.trust.content
        return member.page(
            AdminPage(
                version: source.inUse.name, openTasks: services.reviews.tasks().count { !$0.isDone },
                backup: try await services.accounts.lastBackup(),
                releaseNotice: services.releaseNotice.notice, refusedNotice: services.releaseNotice.refusal,
                overdueJobs: services.jobs.reports().count(where: \.isOverdue), lists: trust.lists.count,
                listsInNeed: trust.attention(at: member.now)))
    }

    func showJobs(_ member: SignedInRequest) async throws -> Response {
        member.page(JobsPage(jobs: services.jobs.reports()))
    }

    func showSituation(_ member: SignedInRequest) async throws -> Response {
        member.page(
            SituationAdminPage(numbers: services.situation.inUse, refusals: services.situationStore.refusals()))
    }

    // MARK: The catalogue

    func showCatalogue(_ member: SignedInRequest) async throws -> Response { cataloguePage(member) }

    /// Takes files in; they are shown before anything changes.
    func saveCatalogue(_ member: SignedInRequest, _ form: MultipartForm) async throws -> Response {
        let files = form.files.filter { $0.field == "files" }.map {
            CatalogueRelease.File(name: $0.fileName, bytes: $0.bytes)
        }
        var errors = FormErrors()
        guard !files.isEmpty else {
            errors.add("files", member.words[.`admin.files.empty`])
            return cataloguePage(member, errors)
        }
        do {
            try source.store.requireNewest(files.signature, of: try source.release.replacing(files.content))
        } catch {
            errors.add("files", member.words(.`admin.files.fault`, ["fault": member.words.fault(error)]))
            return cataloguePage(member, errors)
        }
        let proposal = try source.store.propose(files, at: member.now)
        return member.redirect(to: Links.catalogueProposal(proposal.id))
    }

    func showProposal(_ member: SignedInRequest, _ id: String) async throws -> Response {
        try await proposalPage(member, try proposal(id))
    }

    /// Brings uploaded files live, or forgets them.
    func saveProposal(_ member: SignedInRequest, _ fields: FormFields, _ id: String) async throws -> Response {
        let proposal = try proposal(id)
        if fields["choice"] == "drop" {
            source.store.drop(proposal)
            return member.redirect(to: Flash(.`done.catalogue-dropped`).on(Links.catalogue()))
        }
        let base = source.inUse
        guard fields["choice"] == "confirm", fields["base"] == base.name,
            let release = try? base.release.replacing(proposal.files.content)
        else { return try await proposalPage(member, proposal, isLate: true) }
        if let form = try await member.confirmation(fields) {
            return try await proposalPage(member, proposal, form: form)
        }
        return try await changing(
            member,
            {
                try source.store.adopt(
                    release, signature: proposal.files.signature, by: author(member), at: member.now, over: base.name)
            },
            to: release,
            late: { try await proposalPage(member, proposal, isLate: true) },
            done: {
                source.store.drop(proposal)
                return member.redirect(to: Flash(.`done.catalogue-live`).on(Links.catalogue()))
            })
    }

    func showVersion(_ member: SignedInRequest, _ name: String) async throws -> Response {
        try requireVersion(name)
        return try await versionPage(member, name)
    }

    /// Puts a version in use that is kept.
    func saveVersion(_ member: SignedInRequest, _ fields: FormFields, _ name: String) async throws -> Response {
        try requireVersion(name)
        let base = source.inUse
        guard fields["base"] == base.name, let release = try? source.store.release(name) else {
            return try await versionPage(member, name, isLate: true)
        }
        if let form = try await member.confirmation(fields) { return try await versionPage(member, name, form: form) }
        return try await changing(
            member,
            { try source.store.use(name, by: author(member), at: member.now, over: source.store.currentName) },
            to: release,
            late: { try await versionPage(member, name, isLate: true) },
            done: { member.redirect(to: Flash(.`done.catalogue-live`).on(Links.catalogue())) })
    }

    /// A file of the release in use, to be edited.
    func showFile(_ member: SignedInRequest, _ name: String) async throws -> Response {
        let files = source.release.files
        guard let bytes = files[name] ?? files[CatalogueRelease.scheduleFolder + name] else {
            throw HTTPProblem.notFound
        }
        return Response.download(bytes, "application/json", DownloadName(keeping: name))
    }

    // MARK: Pieces

    /// Changes what is in use on disk, then what this process serves; requests in between have the old one, whole.
    private func changing(
        _ member: SignedInRequest, _ change: () throws -> CatalogueStore.Version, to release: CatalogueRelease,
        late: () async throws -> Response, done: () -> Response
    ) async throws -> Response {
        do {
            let version = try change()
            source.take(.init(name: version.name, release: release))
            services.accounts.events.tell(.catalogueChanged, of: member.visit.client)
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

    private func author(_ member: SignedInRequest) -> CatalogueAuthor { CatalogueAuthor(member.session.accountID) }

    private func proposal(_ id: String) throws(HTTPProblem) -> CatalogueProposal {
        guard let proposal = source.store.proposal(id) else { throw .notFound }
        return proposal
    }

    private func requireVersion(_ name: String) throws(HTTPProblem) {
        guard source.store.versions().contains(where: { $0.name == name }) else { throw .notFound }
    }

    private func cataloguePage(_ member: SignedInRequest, _ errors: FormErrors = FormErrors()) -> Response {
        let page = CataloguePage(
            use: source.inUse, fault: source.fault, versions: source.store.versions(),
            history: source.store.history(), reader: author(member),
            needsSignature: source.store.contentKey != nil, errors: errors)
        return member.page(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    private func proposalPage(
        _ member: SignedInRequest, _ proposal: CatalogueProposal, isLate: Bool = false, form: FormView = FormView()
    ) async throws -> Response {
        let base = source.inUse
        let review = CatalogueReview(
            title: .`admin.review.title`, action: Links.catalogueProposal(proposal.id), base: base,
            files: proposal.files.map(\.name), isLate: isLate, form: form, asksCode: try await asksCode(member)
        ) { () throws(DataFault) in
            let release = try base.release.replacing(proposal.files.content)
            try source.store.requireNewest(proposal.files.signature, of: release)
            return release
        }
        return page(review, member)
    }

    private func versionPage(
        _ member: SignedInRequest, _ name: String, isLate: Bool = false, form: FormView = FormView()
    ) async throws -> Response {
        let base = source.inUse
        let review = CatalogueReview(
            title: .`admin.version.title`, action: Links.catalogueVersion(name), base: base, version: name,
            isOlder: source.store.isOlder(name, than: base.name), isLate: isLate, form: form,
            asksCode: try await asksCode(member)
        ) { () throws(DataFault) in try readVersion(name) }
        return page(review, member)
    }

    private func page(_ review: CatalogueReview, _ member: SignedInRequest) -> Response {
        member.page(review, status: review.hasErrors ? .unprocessableContent : review.isLate ? .conflict : .ok)
    }

    /// Whether the admin has an authenticator app whose code can be asked for.
    private func asksCode(_ member: SignedInRequest) async throws -> Bool {
        try await services.accounts.secondFactor.state(member.session).isOn
    }

    private func readVersion(_ name: String) throws(DataFault) -> CatalogueRelease {
        do {
            return try source.store.release(name)
        } catch let fault as DataFault {
            throw fault
        } catch {
            throw DataFault(file: name, .unreadable)
        }
    }
}
