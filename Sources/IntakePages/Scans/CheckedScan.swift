import CivilDates
import Immunization
package import Intake
import Lists
import Model
package import Scanning

/// What was read of pages, as rows of vaccinations and as fields of other forms.
package struct CheckedScan: Sendable {
    /// Which of a row's values: also what its form's fields and pictures are named after.
    package enum Role: String, CaseIterable, Sendable {
        case date, vaccine, batch
        case expiry = "batch-expiry"
        case until = "valid-until"
    }

    /// A row of a booklet's table.
    package struct Row: Sendable {
        /// From 1, through all pages.
        package let number: Int
        package let sheet: Int
        package let page: Int
        let isInked: Bool
        package let keys: [Role: FieldKey]
        package let values: [Role: ScanField]
        /// What somebody typed over it.
        package let typed: [Role: String]

        /// Whether anything of it was read so well that nobody has to type it.
        var isReadable: Bool { [.date, .vaccine, .batch].contains { values[$0].map { $0.band != .type } ?? false } }
        /// Whether anything of it could be read.
        package var isRead: Bool { [.date, .vaccine, .batch].contains { values[$0]?.value != nil } }
    }

    /// A field of a form that isn't a booklet's.
    package struct Other: Sendable {
        /// From 1, through all pages.
        let number: Int
        let sheet: Int
        let key: FieldKey
        let type: RegionType
        let value: ScanField?
    }

    package let scan: PendingScan
    /// The kind of pass that it is for; nil for none.
    package let kind: String?
    /// The form of each sheet.
    package let forms: [ScanTemplate?]
    package private(set) var rows: [Row] = []
    package private(set) var others: [Other] = []

    package init(_ scan: PendingScan, for kind: String? = nil) {
        (self.scan, self.kind) = (scan, kind)
        forms = scan.sheets.map(\.form)
        for (number, sheet) in scan.sheets.enumerated() {
            guard let form = forms[number] else { continue }
            for (place, page) in sheet.pages.enumerated() where place < form.pages.count {
                if form.pages[place].hasVaccinations {
                    addRows(of: page, form.pages[place], sheet: number, place)
                } else if page.flat != nil {
                    addOthers(of: sheet, form.pages[place], number, place)
                }
            }
        }
    }

    private mutating func addRows(of page: PendingScan.Page, _ form: ScanPage, sheet: Int, _ place: Int) {
        let roles = RowRoles(form)
        for row in page.rows {
            var (keys, values): ([Role: FieldKey], [Role: ScanField]) = ([:], [:])
            for (role, name) in [
                (Role.date, roles.date), (.vaccine, roles.vaccine), (.batch, roles.batch), (.expiry, roles.expiry),
                (.until, kind == Pass.person ? nil : roles.until),
            ] {
                guard let name else { continue }
                keys[role] = FieldKey(page: place, row: row.number, name: name)
                values[role] = row.fields[name]?.field
            }
            let isCrossed = roles.crosses.contains { row.fields[$0.name]?.value == "true" }
            let typed = (row.typed ?? [:]).compactMap { name, text in Role(rawValue: name).map { ($0, text) } }
            let found = Row(
                number: rows.count + 1, sheet: sheet, page: place, isInked: row.isInked || isCrossed, keys: keys,
                values: values, typed: Dictionary(uniqueKeysWithValues: typed))
            if found.isRead || found.isInked { rows.append(found) }
        }
    }

    private mutating func addOthers(of sheet: PendingScan.Sheet, _ form: ScanPage, _ number: Int, _ place: Int) {
        let values = sheet.values
        for region in form.placed(page: place) {
            // A sticker has parts, of which each is a field.
            let parts = region.type == .sticker ? ["vaccine", "batch", "expiry"].map { ".\($0)" } : [""]
            for part in parts {
                let key = FieldKey(page: place, row: region.key.row, name: region.key.name + part)
                others.append(
                    Other(
                        number: others.count + 1, sheet: number, key: key, type: region.type, value: values[key]))
            }
        }
    }

    /// Where a field's picture is cut from: `date-3` of a row, `field-7` of another form.
    package func place(of field: String) -> (sheet: Int, page: Int, box: RegionBox)? {
        guard let hyphen = field.lastIndex(of: "-"),
            let number = Int(typed: field[field.index(after: hyphen)...], in: 1...99_999)
        else {
            return nil
        }
        let name = String(field[..<hyphen])
        if name == "field", let other = others.first(where: { $0.number == number }) {
            return place(of: other.key, sheet: other.sheet)
        }
        guard let row = rows.first(where: { $0.number == number }),
            let key = Role(rawValue: name).flatMap({ row.keys[$0] })
        else { return nil }
        return place(of: key, sheet: row.sheet)
    }

    /// How many times as wide as high a field's picture is, about; nil where there is none.
    package func aspect(of field: String) -> Double? {
        guard let place = place(of: field), scan.sheets[place.sheet].pages[place.page].flat != nil,
            let form = forms[place.sheet]
        else { return nil }
        let aspect = form.pages[place.page].aspect * place.box.width / place.box.height
        return min(max(aspect, 0.2), 5)
    }

    private func place(of key: FieldKey, sheet: Int) -> (sheet: Int, page: Int, box: RegionBox)? {
        guard let form = forms[sheet], key.page < form.pages.count,
            let box = form.pages[key.page].box(of: key.name, row: key.row)
        else { return nil }
        return (sheet, key.page, box)
    }
}

extension CheckedScan {
    /// The row as it was read; what has to be typed is left empty.
    package func entry(_ row: Row) -> Proposal {
        var entry = Proposal(id: row.number, evidence: .picture, decision: .accept)
        for (role, field) in row.values {
            entry.cells[role.field.name] = Cell(
                field.text, value: field.value.map { Self.written($0, role) },
                sureness: field.band == .type ? 0 : field.confidence, others: field.candidates)
        }
        return entry
    }

    /// The row as somebody left it: what was typed overrides what was read.
    package func current(_ row: Row) -> Proposal {
        var entry = entry(row)
        for (role, text) in row.typed { entry.type(text, as: role) }
        return entry
    }

    /// The scan with what somebody typed in its rows, for when they come back.
    package func keeping(_ sent: [Proposal]) -> PendingScan {
        var scan = scan
        for row in rows {
            guard let sent = sent.first(where: { $0.id == row.number }), let line = row.keys.values.first?.row,
                let index = scan.sheets[row.sheet].pages[row.page].rows.firstIndex(where: { $0.number == line })
            else { continue }
            let read = entry(row)
            let changed = Role.allCases.filter { sent[$0.field] != read[$0.field] }
            let typed = changed.map { ($0.rawValue, String(sent[$0.field].prefix(500))) }
            scan.sheets[row.sheet].pages[row.page].rows[index].typed =
                typed.isEmpty ? nil : Dictionary(uniqueKeysWithValues: typed)
        }
        return scan
    }

    /// The rows as they were sent; those that weren't are left out.
    package func rows(_ sent: [Proposal]) -> [Proposal] {
        rows.map { row in
            var entry = entry(row)
            guard let sent = sent.first(where: { $0.id == row.number }) else {
                entry.decision = .leaveOut
                return entry
            }
            for role in Role.allCases { entry.type(sent[role.field], as: role) }
            (entry.decision, entry.against, entry.answers) = (sent.decision, sent.against, sent.answers)
            if sent.decision == .open { entry.decision = .accept }
            return entry
        }
    }

    /// A value as people write it: `2019-05-03` as `03.05.2019`.
    package static func written(_ value: String, _ role: Role) -> String {
        guard [.date, .expiry, .until].contains(role), let date = PartialDate(value) else { return value }
        let parts = [date.day, date.month].compactMap(\.self).map { $0 < 10 ? "0\($0)" : String($0) }
        return (parts + [String(date.year)]).joined(separator: date.day == nil ? "/" : ".")
    }
}

extension Proposal {
    /// Puts a text over what was read.
    fileprivate mutating func type(_ text: String, as role: CheckedScan.Role) {
        cells[role.field.name, default: Cell("", value: nil, sureness: 0)].typed = text
    }
}
