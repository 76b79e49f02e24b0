import Fairness
import Foundation
import HTTPTypes
import HealthCertificate
import Hummingbird
import HummingbirdCore
import Model
import PassArchive
import Vault
import Web

/// Imports what a link of somebody else's leads to: its server is asked only once that was agreed to.
extension ImportFeature {
    static func showLink(_ member: SignedInRequest) async throws -> Response {
        member.page(
            LinkImportPage(
                form: FormView(), isOn: member.services.linkServer != nil, waiting: try await waiting(member)))
    }

    /// Says where a link leads, or reads what is there and keeps it, sealed, until it is confirmed.
    static func readLink(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        let server = try member.services.linkServer.found()
        var reader = FormReader(fields, member.words)
        let found = link(&reader, member.now)
        let waiting = try await waiting(member)
        func page(_ errors: FormErrors) -> LinkImportPage {
            LinkImportPage(form: FormView(again: fields, errors), found: found, isOn: true, waiting: waiting)
        }
        guard let found, reader.errors.isEmpty else { return member.formAgain(page(reader.errors)) }
        guard fields["step"] == "open" else { return member.page(page(FormErrors())) }
        let passcode = reader.text("passcode")
        if passcode == nil, found.link.flags.contains(.passcode) {
            reader.fail("passcode", .`links.import.passcode.missing`)
            return member.formAgain(page(reader.errors))
        }
        guard !waiting.isFull else {
            reader.fail("link", member.words(ArchiveFault.tooManyOpen))
            return member.formAgain(page(reader.errors))
        }
        try member.limit(member.services.importLimit)
        let turn = try await member.services.linkQuestions.enter(member.claimant)
        defer { withExtendedLifetime(turn) {} }
        // Counted as it comes: a slow server keeps nobody's room.
        let place = try member.services.opened.enterNow(member.claimant, units: 0)
        defer { withExtendedLifetime(place) {} }
        do {
            let reader = LinkReader(server: server, take: place.take)
            let files = try await reader.files(of: found.link, passcode: passcode)
            let most = member.services.opened.shares.ofAccount / 2
            try place.take(min(files.reduce(0) { $0 + ArchiveImportFile.memory(of: $1.content) }, most))
            let id = try await keep(try contents(of: files, member), named: found.host, member)
            return member.redirect(to: Links.imported(id))
        } catch let fault as LinkFault {
            reader.fail(fault.field, member.words(fault))
        } catch let fault as ArchiveFault {
            reader.fail("link", member.words(fault))
        }
        return member.formAgain(page(reader.errors))
    }

    /// The link that was typed; nil where it is none that can be followed.
    private static func link(_ reader: inout FormReader, _ now: Date) -> LinkImportPage.Found? {
        guard let text = reader.text("link") else {
            reader.fail("link", .`links.import.missing`)
            return nil
        }
        guard let link = try? SmartHealthLink(text), let url = URL(string: link.address),
            let host = url.host(percentEncoded: false)
        else {
            reader.fail("link", .`links.import.wrong`)
            return nil
        }
        if link.isExpired(at: now) {
            reader.fail("link", .`links.import.over`)
        } else if url.scheme != "https" {
            reader.fail("link", .`links.import.insecure`)
        }
        return reader.errors.isEmpty ? LinkImportPage.Found(link: link, host: String(host.prefix(253))) : nil
    }

    /// What all files hold together.
    private static func contents(
        of files: [SmartHealthLinkFile], _ member: SignedInRequest
    ) throws(ArchiveFault) -> ArchiveImportFile.Content {
        let reader = ArchiveImportFile(
            scrypt: member.services.scrypt, finder: member.finder, who: member.claimant)
        var all = ArchiveContents(passes: [], ignored: [])
        var findings: [PendingArchive.Remark] = []
        var asked: [AskedDose] = []
        var kind = "fhir"
        for file in files {
            guard case .passes(let contents, let found, let source, _, let open) = try reader.content(of: file.content)
            else {
                throw .unknown
            }
            asked += open.map { $0.moved(by: all.passes.count) }
            all.passes += contents.passes
            all.ignored += contents.ignored
            findings += found
            kind = source
        }
        return .passes(all, findings: findings, source: kind, asked: asked)
    }
}
