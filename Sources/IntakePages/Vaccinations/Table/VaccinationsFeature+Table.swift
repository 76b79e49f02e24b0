import CivilDates
import Hummingbird
import HummingbirdCore
import Immunization
import Model
import Vault
import Web

/// A booklet's page at once.
extension VaccinationsFeature {
    static func showVaccinationTable(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let finder = member.finder
        let catalogue = finder.catalogue
        let today = member.today
        var page = VaccinationTablePage(pass: pass, catalogue: catalogue, table: EntryTable())
        if member.query("rows") == "schedule" {
            let record = try await member.record(of: pass)
            let rows = ScheduledRows(record: record, release: member.release, today: today).rows
            let padded = EntryRow.padded(rows, to: EntryRow.firstRows)
            page = VaccinationTablePage(
                pass: pass, catalogue: catalogue, table: EntryTable(padded, finder: finder, kind: pass.kind))
        } else {
            page.isScheduleOffered = ScheduledRows.isOffered(for: pass, on: today)
        }
        return member.page(page, about: pass)
    }

    /// Keeps all rows, or none where anything is wrong with one of them; `step=more` only adds empty rows,
    /// `step=details` only fields to each; `language` only changes that; `found-N` only says what a row's text means.
    static func storeTable(
        _ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord
    ) async throws -> Response {
        let rows = EntryRow.rows(fields)
        let finder = member.finder
        let catalogue = finder.catalogue
        let isDetailed =
            fields["columns"] == "all" || fields["step"] == "details" || rows.contains(where: \.hasDetails)
        let dates = WrittenDates(today: member.services.latestDay, words: member.words)
        let reader = EntryReader(pass: pass, finder: finder, dates: dates)
        // What was answered of a row stays answered, whatever is asked for meanwhile.
        func asked(_ rows: [EntryRow]) async throws -> EntryTable {
            var table = EntryTable(rows, reader: reader, words: member.words)
            table.isDetailed = isDetailed
            let records = try await member.vault.read { try $0.vaccinations(of: pass.id) }
            table.findTwins(among: records, catalogue: catalogue, words: member.words)
            return table
        }
        let step = fields["step"] ?? ""
        if ["more", "details"].contains(step) || fields.isShownAgain(in: member.words) {
            let wanted = step == "more" ? min(rows.count + EntryRow.moreRows, EntryRow.mostRows) : rows.count
            var table = try await asked(EntryRow.padded(rows, to: wanted))
            table.forgive()
            return member.page(VaccinationTablePage(pass: pass, catalogue: catalogue, table: table), about: pass)
        }
        if let found = fields.names.first(where: { $0.hasPrefix(EntryRow.found) }) {
            let number = Int(typed: found.dropFirst(EntryRow.found.count), in: 1...EntryRow.lastNumber)
            var page = VaccinationTablePage(pass: pass, catalogue: catalogue, table: try await asked(rows))
            page.taken = page.table.lines.first { $0.row.number == number }
            return member.page(page, about: pass)
        }
        var read = EntryTable(rows, reader: reader, words: member.words)
        read.isDetailed = isDetailed
        let (table, batch) = try await save(read, of: pass, catalogue, member)
        guard table.isGood else {
            return member.formAgain(VaccinationTablePage(pass: pass, catalogue: catalogue, table: table), about: pass)
        }
        return member.done(
            table.isThere ? .`done.vaccinations-there` : .`done.vaccinations-saved`, at: Links.pass(pass.id), batch)
    }

    /// Looks for rows that are there already, and keeps what the table says in the same turn.
    private static func save(
        _ table: EntryTable, of pass: PassRecord, _ catalogue: Catalogue, _ member: SignedInRequest
    ) async throws -> (result: EntryTable, batch: Batch?) {
        try await member.vault.write { records in
            try records.apply(at: member.now) { records in
                var table = table
                table.findTwins(
                    among: try records.vaccinations(of: pass.id), catalogue: catalogue, words: member.words)
                for vaccination in table.vaccinations {
                    try records.insert(
                        VaccinationRecord(
                            passID: pass.id, vaccination, createdAt: member.now, updatedAt: member.now))
                }
                if table.isGood {
                    for (record, content) in table.completed {
                        try records.update(record.told(content, from: .hand, on: member.today, at: member.now))
                    }
                }
                return table
            }
        }
    }
}
