import CivilDates
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Intake
import Model
import PassArchive
import Scanning
import Vault
import Web

/// What was read: checked, corrected, stored.
extension ScansFeature {
    static func showScannedRows(_ member: SignedInRequest, _ open: OpenScan) async throws -> Response {
        var check = ScanCheck(member, open, CheckedScan(open.content))
        try await check.read()
        check.forgive()
        return check.response(.ok)
    }

    /// Stores the rows that count, or none where anything has to be said of one of them.
    ///
    /// `step=clear` stores what is clear and keeps the rest, `check` and `found-…` only judge again, `page-N` leads to a
    /// page's corners, `another` to the next photo, `read-pages` reads the next pages that wait.
    ///
    /// What was typed and isn't stored waits with what was read.
    static func changeRows(
        _ member: SignedInRequest, _ fields: FormFields, _ open: OpenScan
    ) async throws -> Response {
        let (id, pass, scan) = (open.id, open.pass, open.content)
        let others = CheckedScan(scan)
        var draft = others.corrected(others.typed(fields, member.dates))
        let sent = Draft.proposals(fields)
        draft.take(sent, fields, member.names)
        draft.takeHolders(fields, member.passes, of: pass)
        let expires = draft == scan ? open.expires : try await member.keep(draft, as: id)
        if let step = fields["step"], step.hasPrefix("page-"),
            let place = scan.pages.place(numbered: step.dropFirst("page-".count))
        {
            return member.redirect(to: Links.scannedPage(id, place + 1))
        }
        if fields["step"] == "another" { return member.redirect(to: Links.newScan(pass.id)) }
        if fields["step"] == readPagesStep { return try await readNextPages(member, open, draft) }
        // What wasn't sent isn't stored.
        let numbers = Set(sent.map(\.id))
        for index in draft.proposals.indices where !numbers.contains(draft.proposals[index].id) {
            draft.proposals[index].decision = .leaveOut
        }
        var check = ScanCheck(member, open, CheckedScan(draft))
        check.expires = expires
        check.keepsPicture = fields["picture"] == "yes"
        try await check.read()
        // Whoever says whose page it is hasn't called anything ready.
        let isMoved = fields["step"] == "check" && draft.sheets.map(\.pass) != scan.sheets.map(\.pass)
        if fields.isShownAgain(in: member.words) || isMoved {
            check.forgive()
            return check.response(.ok)
        }
        if fields["step"] == "check" || draft.proposals.isEmpty
            || fields.names.contains(where: { $0.hasPrefix(Draft.found) })
        {
            return check.response(.ok)
        }
        let isClear = fields["step"] == "clear"
        guard check.isGood || isClear && !check.changes.isEmpty, check.areNoted(fields) else {
            return check.response(.unprocessableContent)
        }
        let (isStored, batch) = try await check.store(onlyClear: isClear)
        guard isStored else { return check.response(.unprocessableContent) }
        if !check.isLast { return member.done(.`done.vaccinations-saved`, at: Links.draft(id), batch) }
        let isThere = check.changes.isEmpty && !check.keepsPicture
        return member.done(
            isThere ? .`done.vaccinations-there` : .`done.vaccinations-saved`, at: Links.pass(check.pass.id), batch)
    }

    /// What was read as a table, of any form.
    static func showScanTable(_ member: SignedInRequest, _ open: OpenScan) async throws -> Response {
        let words = member.words
        let lines = ScanTable(open.content, member.names).lines
        let bytes = TableExport.write(lines, separator: words.tableSeparator)
        await member.log(.exported, "csv")
        let name = DownloadName(words[.`scans.table.name`], on: member.today.description, ending: "csv")
        return Response.download(bytes, "text/csv; charset=utf-8", name)
    }
}
