import CivilDates
import Immunization
import Intake
import Scanning
package import Web

extension CheckedScan.Other {
    /// Its field in the form.
    package var name: String { "value-\(number)" }
    /// What the form shows; empty where it has to be typed.
    package var written: String {
        guard let value, value.band != .type else { return "" }
        return CheckedScan.written(value.value ?? "", type == .date || type == .month ? .date : .batch)
    }
}

extension CheckedScan {
    /// What somebody typed over what was read in fields of other forms, by their numbers.
    package func typed(_ fields: FormFields, _ dates: WrittenDates) -> [Int: String] {
        var typed: [Int: String] = [:]
        for other in others {
            guard let text = fields[other.name], let value = TextInput.clean(text) ?? Optional(""),
                value != other.written
            else { continue }
            typed[other.number] = Self.value(value, of: other.type, dates)
        }
        return typed
    }

    /// A typed value in the form that links take; as it is where it can't be read.
    private static func value(_ text: String, of type: RegionType, _ dates: WrittenDates) -> String {
        switch type {
        case .date, .month: (try? dates.read(text))?.description ?? text
        case .number, .points, .grade: text.replacing(",", with: ".")
        default: text
        }
    }

    /// The scan with what somebody typed in the place of what was read.
    func corrected(_ typed: [Int: String]) -> Draft {
        var draft = draft
        for other in others {
            guard let value = typed[other.number] else { continue }
            let read = Cell(
                other.value?.text ?? "", value: value.isEmpty ? nil : String(value.prefix(500)),
                sureness: value.isEmpty ? 0 : 1, others: value.isEmpty ? [] : [value])
            let (sheet, page) = (other.sheet, other.key.page)
            if let row = other.key.row {
                guard let index = draft.sheets[sheet].pages[page].rows.firstIndex(where: { $0.number == row }) else {
                    continue
                }
                draft.sheets[sheet].pages[page].rows[index].fields[other.key.name] = read
            } else {
                draft.sheets[sheet].pages[page].fields[other.key.name] = read
            }
            draft.sheets[sheet].broken.removeAll { link in
                link.fields.contains {
                    $0.page == page && $0.row == other.key.row && $0.name == other.key.name
                }
            }
        }
        return draft
    }
}

/// What was read, as the lines of a table: one for each row of a table, or for each sheet of a form without one.
struct ScanTable: Sendable {
    let draft: Draft
    let names: VaccinationNames

    init(_ draft: Draft, _ names: VaccinationNames) { (self.draft, self.names) = (draft, names) }

    /// Headings come before the first sheet of each form; an empty line parts forms.
    var lines: [[String]] {
        var lines: [[String]] = []
        var last: String?
        for (number, sheet) in draft.sheets.enumerated() {
            guard let form = sheet.form else { continue }
            let columns = columns(of: form)
            if sheet.template != last {
                if last != nil { lines.append([]) }
                lines.append(
                    [names.words[.`scans.table.sheet`], names.words[.`scans.table.row`]] + columns)
                last = sheet.template
            }
            lines += self.lines(of: sheet, number: number + 1, columns)
        }
        return lines
    }

    private func columns(of form: ScanTemplate) -> [String] {
        let values = draft.sheets.filter { $0.form?.id == form.id }.flatMap { $0.values.keys.map(\.name) }
        let known = form.pages.flatMap { $0.columns.map(\.name) + $0.regions.map(\.name) }
        let parts = Set(values).subtracting(known).sorted()
        var seen: Set<String> = []
        return (known + parts).filter { seen.insert($0).inserted }
    }

    private func lines(of sheet: ScannedSheet, number: Int, _ columns: [String]) -> [[String]] {
        let values = sheet.values
        let single = columns.map { name in
            text(sheet.pages.indices.lazy.compactMap { values[FieldKey(page: $0, name: name)] }.first)
        }
        var lines: [[String]] = []
        for (place, page) in sheet.pages.enumerated() {
            for row in page.rows {
                let cells = columns.map { text(values[FieldKey(page: place, row: row.number, name: $0)]) }
                guard cells.contains(where: { !$0.isEmpty && $0 != "false" }) else { continue }
                lines.append([String(number), String(row.number)] + cells)
            }
        }
        if single.contains(where: { !$0.isEmpty }) { lines.insert([String(number), ""] + single, at: 0) }
        return lines
    }

    private func text(_ field: ScanField?) -> String {
        guard let value = field?.value else { return "" }
        return names.catalogue.vaccine(value)?.name[names.words.code] ?? value
    }
}
