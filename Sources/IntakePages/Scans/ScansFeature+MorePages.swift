import Codes
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Intake
import Model
import Scanning
import Vault
import Web

/// Pages that weren't read with the first.
extension ScansFeature {
    /// The step of the rows' form that has the next pages read.
    static let readPagesStep = "read-pages"

    /// Reads the next pages that wait.
    static func readNextPages(
        _ member: SignedInRequest, _ open: OpenScan, _ draft: Draft
    ) async throws -> Response {
        let (id, pass) = (open.id, open.pass)
        let back = member.redirect(to: Links.draft(id))
        guard let next = draft.unreadSheet else { return back }
        try member.limit(member.services.importLimit)
        let chosen = draft.sheets[next].pages[0].unread ?? ""
        let templates = try await member.scanTemplates()
        let intake = intake(member, pass, among: chosen == TableLayout.id ? [] : templates.all)
        var reading = PageReading(intake, draft, as: templates[chosen], until: ContinuousClock.now + intake.time)
        let sources = ScanFiles(member, id)
        var files: [SealedFile] = []
        do {
            let fault = try await reading.read(Draft.pagesAtOnce, &files) { source in
                try await sources.content(draft.sources[source].file).found()
            }
            if fault != nil { throw HTTPProblem.busy(retryAfter: .seconds(10)) }
            let (found, now) = (reading, member.now)
            try await member.prolongPictures(of: draft)
            let isStored = try await member.vault.write { [files] records in
                var stored = try Draft(try records.draft(id, at: now).found())
                // They were read at the same time by somebody who pressed twice.
                guard stored.sheets == draft.sheets else { return false }
                stored.sheets = found.draft.sheets
                for place in found.places {
                    let holder = stored.holder(of: place.sheet, among: member.passes, pass)
                    stored.takeRows(of: place.sheet, place.page, for: holder.kind)
                }
                try stored.replace(id, in: records, with: files, at: now)
                return true
            }
            if !isStored { await member.vault.discard(files) }
        } catch {
            await member.vault.discard(files)
            throw error
        }
        return back
    }
}
