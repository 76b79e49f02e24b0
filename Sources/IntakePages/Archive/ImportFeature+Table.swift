import CivilDates
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Model
import PassArchive
import Vault
import Web

/// Tables among imports: what their columns mean is asked before anything else.
extension ImportFeature {
    static func showColumns(_ member: SignedInRequest, _ waiting: OpenImport) async throws -> Response {
        try tablePage(member, waiting, waiting.content.table.found())
    }

    /// Keeps what the columns mean, and goes on to what the table would bring.
    static func setColumns(_ member: SignedInRequest, _ fields: FormFields, _ waiting: OpenImport) async throws
        -> Response
    {
        var table = try waiting.content.table.found()
        let form = TableForm(fields, table: table, passes: member.passes, words: member.words)
        table.choice = form.choice
        let isShownAgain = fields.isShownAgain(in: member.words)
        guard form.errors.isEmpty, fields["step"] != "read", !isShownAgain else {
            return try tablePage(member, waiting, table, isShownAgain ? FormErrors() : form.errors)
        }
        let now = member.now
        var changed = waiting.content
        changed.table = table
        try await member.vault.write { [changed] records in try changed.replace(waiting.id, in: records, at: now) }
        return member.redirect(to: Links.imported(waiting.id))
    }

    /// The lines that can't be taken over, to put them right and import them again.
    static func showRejected(_ member: SignedInRequest, _ waiting: OpenImport) async throws -> Response {
        let table = try waiting.content.table.found()
        let result = try tableImport(table, member).found()
        let words = member.words
        let bytes = result.rejectionTable(
            separator: words.tableSeparator, headings: [words[.`archive.preview.line`], words[.`archive.reason`]],
            describe: { words($0) })
        let name = DownloadName(words[.`archive.rejected-name`], on: member.today.description, ending: "csv")
        return Response.download(bytes, "text/csv; charset=utf-8", name)
    }

    /// What a table gives as its columns were explained; nil before they were.
    static func tableImport(_ table: PendingArchive.Table, _ member: SignedInRequest) throws -> TableImport? {
        guard let choice = table.choice,
            let pass = member.passes.first(where: { $0.id.description == choice.pass })
        else { return nil }
        let (intake, codes) = (intake(member), ClinicalCodes(member.finder))
        let read = try table.read()
        return try TableImport(
            read, mapping: choice.mapping, codes: codes, species: pass.kind, birth: pass.birthDate,
            today: member.services.latestDay
        ) { vaccination in intake.accept(vaccination).mapError { $0 == .future ? .dateInFuture : .textTooLong } }
    }

    static func tablePage(
        _ member: SignedInRequest, _ waiting: OpenImport, _ table: PendingArchive.Table,
        _ errors: FormErrors = FormErrors()
    ) throws -> Response {
        let read: VaccinationTable
        do {
            read = try table.read()
        } catch {
            // Another encoding than the file's own: as it seems to be, then.
            read = try VaccinationTable(Array(table.bytes))
        }
        let page = TablePage(
            id: waiting.id, fileName: waiting.content.fileName, table: read, choice: table.choice,
            passes: member.passes, active: member.onlyPass, catalogue: member.catalogue, errors: errors)
        return member.page(page, status: errors.status)
    }
}
