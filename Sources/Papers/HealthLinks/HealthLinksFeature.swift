import Codes
import Foundation
import HTTPTypes
import HealthCertificate
import Hummingbird
import HummingbirdCore
import IntakePages
import Model
import PassArchive
import Secrets
package import Vault
import VaultStorage
package import Web

/// Making, showing, pausing and ending links that lead a doctor to passes.
package enum HealthLinksFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.healthLinks, form: page), .post(Links.healthLinks, form: page, makeLink).long,
        .get(Links.healthLink, showLink), .post(Links.healthLink, changeLink),
        .get(Links.healthLinkCode, showLinkCode),
        .get(Links.healthLinkViewer, public: showViewer),
        .get(Links.healthLinkFile, api: HealthLinkProtocol.showFile),
        .post(Links.healthLinkFile, api: HealthLinkProtocol.showManifest),
        .options(Links.healthLinkFile, api: HealthLinkProtocol.showOptions),
        .get(Links.healthLinkLocation, api: HealthLinkProtocol.showLocation),
    ]
    package static let pages: [any Page.Type] = [
        HealthLinksPage.self, HealthLinkPage.self, HealthLinkDocument.self, HealthLinkViewerPage.self,
    ]

    static func makeLink(_ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord) async throws -> Response {
        guard member.visit.publicOrigin != nil else { throw HTTPProblem.badForm }
        let doses = try await member.vault.read { try $0.vaccinations(of: pass.id) }
        let running = try await running(member).count
        let others = member.passes.filter { $0.id != pass.id }
        func form(_ running: Int) -> HealthLinkForm {
            HealthLinkForm(fields, doses: doses, others: others, running: running, words: member.words)
        }
        var asked = form(running)
        if !asked.errors.isShownAgain, let fault = try await member.confirm(fields) {
            asked.errors.add("password", fault)
        }
        try asked.errors.check()
        try member.limit(member.services.importLimit)
        let link = try HealthLink(
            to: pass.id, and: others.map(\.id).filter(asked.others.contains), label: asked.label,
            passcode: asked.passcode, doses: asked.doses?.count, from: member.now, lasting: asked.lifetime,
            random: .system)
        let archive = try await ExportFeature.archive(
            member, [pass] + others.filter { asked.others.contains($0.id) }, logging: .linkMade)
        var content = try archive.passes.first.found()
        if let chosen = asked.doses {
            let ids = Set(chosen.map(\.description))
            content.vaccinations.removeAll { !ids.contains($0.id ?? "") }
        }
        let files = try ([content] + archive.passes.dropFirst()).map { pass in
            try HealthLinkContent(pass: pass, catalogue: member.catalogue).sealed(for: link, member)
        }
        let account = member.session.accountID
        do {
            try await member.accounts.publish(
                link, files: files, passcode: asked.passcode, of: account, for: member.claimant)
        } catch let error as VaultError where error.isOfQuota {
            let (words, most) = (member.words, Quota.Line.links.mostBytes)
            var full = asked
            full.errors.add(
                "content",
                error.code == .linkLimit ? words(.`links.full`, ["size": words.fileSize(most)]) : words.accountFull)
            throw full.errors
        }
        let isStored: Bool
        do {
            // Others may have been made meanwhile.
            isStored = try await member.vault.write { records in
                for old in try records.healthLinks() where old.expiresAt <= member.now {
                    try records.deleteHealthLink(old.id)
                }
                for pass in [link.pass] + link.others { _ = try records.pass(pass).found() }
                let running = try Self.running(records.healthLinks(), of: member).count
                if running < HealthLinkForm.most { try records.insert(link) }
                return running < HealthLinkForm.most
            }
        } catch {
            try? await member.accounts.revoke(link, of: account)
            throw error
        }
        guard isStored else {
            try await member.accounts.revoke(link, of: account)
            throw form(HealthLinkForm.most).errors
        }
        return member.done(.`done.link-made`, at: Links.healthLink(pass.id, link.id))
    }

    static func showLink(_ member: SignedInRequest, _ pass: PassRecord, _ link: HealthLink) async throws -> Response {
        let page = HealthLinkPage(
            pass: pass, others: member.passes.filter { link.others.contains($0.id) }, link: link,
            state: try await member.accounts.state(of: link), text: text(of: link, member))
        return member.page(page, about: pass)
    }

    /// The link's code: it opens in whatever reads codes, by the viewer's address before it.
    static func showLinkCode(_ member: SignedInRequest, _ pass: PassRecord, _ link: HealthLink) throws -> Response {
        let text = try text(of: link, member).found()
        return .svg(try QRCode(text: text, correction: .medium).svg(title: member.words[.`links.code.alt`]))
    }

    /// Pauses a link, lets it answer again, or ends it.
    static func changeLink(
        _ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord, _ link: HealthLink
    ) async throws -> Response {
        let account = member.session.accountID
        let place = Links.healthLink(pass.id, link.id)
        switch fields["step"] {
        case "pause":
            guard try await member.accounts.pause(link, true, of: account) else { return member.redirect(to: place) }
            return member.done(.`done.link-paused`, at: place)
        case "resume":
            guard try await member.accounts.pause(link, false, of: account) else { return member.redirect(to: place) }
            return member.done(.`done.link-resumed`, at: place)
        case "end":
            try await member.accounts.revoke(link, of: account)
            try await member.vault.write { try $0.deleteHealthLink(link.id) }
            return member.done(.`done.link-ended`, at: Links.healthLinks(pass.id))
        default: throw HTTPProblem.badForm
        }
    }

    /// Where a link is opened; its fragment stays in the browser.
    static func showViewer(_ visit: VisitorRequest) async throws -> Response {
        var response = visit.plainPage(HealthLinkViewerPage(catalogue: visit.catalogue))
        // The page's script asks this server for what its link leads to.
        SecurityHeaders(allowsConnections: true).apply(to: &response, client: visit.context.client)
        return response
    }

    /// The links of all passes that haven't ended.
    package static func running(_ member: SignedInRequest) async throws -> [HealthLink] {
        running(try await member.vault.read { try $0.healthLinks() }, of: member)
    }

    private static func running(_ links: [HealthLink], of member: SignedInRequest) -> [HealthLink] {
        let passes = Set(member.passes.map(\.id))
        return links.filter { $0.expiresAt > member.now && passes.contains($0.pass) }
    }

    private static func page(_ member: SignedInRequest, _ form: FormView?, _ pass: PassRecord) async throws
        -> HealthLinksPage
    {
        let suggested = (0..<6).map { _ in String(Int.random(in: 0...9)) }.joined()
        let form =
            form
            ?? FormView(values: [
                "days": "7", "passcode": suggested, "label": member.words[.`vaccinations.title`],
            ])
        let (links, doses) = try await member.vault.read { records in
            (try records.healthLinks(to: pass.id), try records.vaccinations(of: pass.id))
        }
        var rows: [HealthLinkRow] = []
        for link in links {
            rows.append(HealthLinkRow(link: link, state: try await member.accounts.state(of: link)))
        }
        let catalogue = member.catalogue
        return HealthLinksPage(
            form: form, pass: pass, others: member.passes.filter { $0.id != pass.id },
            doses: doses.sorted { $0.date > $1.date },
            links: rows, catalogue: catalogue, isPossible: member.visit.publicOrigin != nil,
            confirmation: try await member.confirmation(form))
    }

    /// The link's text behind the viewer's address; nil where other programs can't reach this server.
    private static func text(of link: HealthLink, _ member: SignedInRequest) -> String? {
        guard let origin = member.visit.publicOrigin else { return nil }
        let sharing = SmartHealthLink(
            address: origin + Links.healthLinkFile(link.address), key: link.key, expiresAt: link.expiresAt,
            flags: link.hasPasscode ? [.passcode] : link.others.isEmpty ? [.singleFile] : [],
            label: link.label.isEmpty ? nil : link.label)
        return "\(origin)\(Links.healthLinkViewer())#\(sharing.text)"
    }
}
