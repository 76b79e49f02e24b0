import Model
import PassArchive
import Vault
import Web

/// What somebody says of a table: which pass it is for, and what its columns mean.
struct TableForm: Sendable {
    static func columnField(_ column: Int) -> String { "column-\(column + 1)" }
    /// More columns than anybody gives a meaning.
    static let maximumColumns = 60

    let choice: TableChoice
    private(set) var errors = FormErrors()

    init(_ fields: FormFields, table: PendingArchive.Table, passes: [PassRecord], words: Localizer) {
        var columns: [String] = []
        for index in 0..<Self.maximumColumns {
            guard let value = fields[Self.columnField(index)] else { break }
            columns.append(VaccinationColumn(rawValue: value)?.rawValue ?? "")
        }
        choice = TableChoice(
            pass: fields["pass"] ?? "", columns: columns, dateFormat: fields["date-format"] ?? "",
            hasHeading: fields["heading"] == "yes", separator: fields["separator"] ?? "",
            encoding: fields["encoding"] ?? "")
        if !passes.contains(where: { $0.id.description == choice.pass }) {
            errors.add("pass", words[.`archive.table.pass-missing`])
        }
        let used = columns.filter { !$0.isEmpty }
        if !used.contains(VaccinationColumn.date.rawValue) {
            errors.add(Self.columnField(0), words[.`archive.table.date-missing`])
        } else if !used.contains(where: { ["target", "vaccine", "vaccineName"].contains($0) }) {
            errors.add(Self.columnField(0), words[.`archive.table.target-missing`])
        }
        if let twice = columns.indices.first(where: { index in
            !columns[index].isEmpty && columns[..<index].contains(columns[index])
        }) {
            errors.add(Self.columnField(twice), words[.`archive.table.column-twice`])
        }
        if TableDateFormat(rawValue: choice.dateFormat) == nil {
            errors.add("date-format", words[.`archive.table.format-missing`])
        }
        // Another separator gives other columns: they are shown first.
        let isKnown = TableEncoding(rawValue: choice.encoding) != nil && choice.separator.count == 1
        if let read = isKnown ? try? Self.read(table, choice) : nil {
            if min(read.headings.count, Self.maximumColumns) != columns.count, errors.isEmpty {
                errors.add(Self.columnField(0), words[.`archive.table.other-columns`])
            }
        } else {
            errors.add("encoding", words[.`archive.table.unreadable`])
        }
    }

    private static func read(_ table: PendingArchive.Table, _ choice: TableChoice) throws(ArchiveError)
        -> VaccinationTable
    {
        var table = table
        table.choice = choice
        return try table.read()
    }
}
