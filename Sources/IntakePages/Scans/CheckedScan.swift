import CivilDates
import Immunization
package import Intake
import Lists
package import Model
package import Scanning
import Web

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
        package let proposal: Proposal
        package let sheet: Int
        package let page: Int
        package let keys: [Role: FieldKey]
        /// What was read in its fields.
        package let values: [Role: ScanField]

        /// By which its fields and pictures are named.
        package var number: Int { proposal.id }
        /// Whether anything of it was read so well that nobody has to type it.
        var isReadable: Bool { [.date, .vaccine, .batch].contains { values[$0].map { $0.band != .type } ?? false } }
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

    package let draft: Draft
    /// The form of each sheet.
    package let forms: [ScanTemplate?]
    package private(set) var rows: [Row] = []
    package private(set) var others: [Other] = []

    package init(_ draft: Draft) {
        self.draft = draft
        forms = draft.sheets.map(\.form)
        rows = draft.proposals.compactMap(row)
        for (number, sheet) in draft.sheets.enumerated() {
            guard let form = forms[number] else { continue }
            for (place, page) in sheet.pages.enumerated() where place < form.pages.count {
                if page.flat != nil, !form.pages[place].hasVaccinations {
                    addOthers(of: sheet, form.pages[place], number, place)
                }
            }
        }
    }

    private func row(_ proposal: Proposal) -> Row? {
        guard case .cell(let sheet, let place, let line) = proposal.evidence, forms.indices.contains(sheet),
            let form = forms[sheet], form.pages.indices.contains(place),
            let row = draft.sheets[sheet].pages[place].rows.first(where: { $0.number == line })
        else { return nil }
        var (keys, values): ([Role: FieldKey], [Role: ScanField]) = ([:], [:])
        for (role, name) in RowRoles(form.pages[place]).names where proposal.cells[role.field.name] != nil {
            keys[role] = FieldKey(page: place, row: line, name: name)
            values[role] = row.fields[name]?.field
        }
        return Row(proposal: proposal, sheet: sheet, page: place, keys: keys, values: values)
    }

    private mutating func addOthers(of sheet: ScannedSheet, _ form: ScanPage, _ number: Int, _ place: Int) {
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
    ///
    /// `row-3` is all that was read of a row.
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
        guard let row = rows.first(where: { $0.number == number }) else { return nil }
        if name == "row" { return place(of: row) }
        guard let key = Role(rawValue: name).flatMap({ row.keys[$0] }) else { return nil }
        return place(of: key, sheet: row.sheet)
    }

    /// What is around all fields of a row.
    private func place(of row: Row) -> (sheet: Int, page: Int, box: RegionBox)? {
        let boxes = row.keys.values.compactMap { place(of: $0, sheet: row.sheet)?.box }
        guard let left = boxes.map(\.left).min(), let top = boxes.map(\.top).min(),
            let right = boxes.map(\.right).max(), let bottom = boxes.map(\.bottom).max(),
            let box = RegionBox(left: left, top: top, width: right - left, height: bottom - top)
        else { return nil }
        return (row.sheet, row.page, box)
    }

    /// How many times as wide as high a field's picture is, about; nil where there is none.
    package func aspect(of field: String) -> Double? {
        guard let place = place(of: field), draft.sheets[place.sheet].pages[place.page].flat != nil,
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
    /// A value as people write it: `2019-05-03` as `03.05.2019`.
    package static func written(_ value: String, _ role: Role) -> String {
        guard [.date, .expiry, .until].contains(role), let date = PartialDate(value) else { return value }
        let parts = [date.day, date.month].compactMap(\.self).map { $0 < 10 ? "0\($0)" : String($0) }
        return (parts + [String(date.year)]).joined(separator: date.day == nil ? "/" : ".")
    }
}

extension RowRoles {
    /// The region, or part of a sticker, that says each of a row's values.
    fileprivate var names: [(CheckedScan.Role, String)] {
        [(CheckedScan.Role.date, date), (.vaccine, vaccine), (.batch, batch), (.expiry, expiry), (.until, until)]
            .compactMap { role, name in name.map { (role, $0) } }
    }
}

/// The rows of pages as doses that may be stored.
extension Draft {
    /// What was read of pictures.
    ///
    /// - Parameter kind: of the pass that it is for; nil for none.
    package init(_ sources: [ScannedSheet.Source], _ sheets: [ScannedSheet], for kind: String?) {
        self.init()
        (self.sources, self.sheets) = (sources, sheets)
        for place in pages { takeRows(of: place.sheet, place.page, for: kind) }
    }

    /// Takes the rows of a page in the place of those that it had before; what was typed and said of a row of the same form
    /// stays.
    package mutating func takeRows(of sheet: Int, _ place: Int, for kind: String?, before: [Proposal] = []) {
        proposals.removeAll { $0.isCell(of: sheet, place) }
        guard let form = sheets[sheet].form, form.pages.indices.contains(place), form.pages[place].hasVaccinations
        else {
            return
        }
        let roles = RowRoles(form.pages[place])
        for row in sheets[sheet].pages[place].rows {
            let evidence = Proposal.Evidence.cell(sheet: sheet, page: place, row: row.number)
            let isCrossed = roles.crosses.contains { row.fields[$0.name]?.value == "true" }
            var proposal = Proposal(id: nextID, evidence: evidence)
            for (role, name) in roles.names where role != .until || kind != Pass.person {
                proposal.cells[role.field.name] = Cell(row.fields[name], role)
            }
            let isRead = [CheckedScan.Role.date, .vaccine, .batch].contains { role in
                proposal.cells[role.field.name]?.value != nil
            }
            guard isRead || row.isInked || isCrossed else { continue }
            if let old = before.first(where: { $0.evidence == evidence }) { proposal.takeWhatWasSaid(in: old) }
            proposals.append(proposal)
        }
        proposals.sort { $0.place < $1.place }
    }

    /// Takes what somebody sent of its rows: what differs from what was read was typed.
    ///
    /// Another reading that was chosen wins over a field that nobody has changed, now or before.
    mutating func take(_ sent: [Proposal], _ fields: FormFields, _ names: VaccinationNames) {
        let sent = Dictionary(sent.map { ($0.id, $0) }) { first, _ in first }
        for index in proposals.indices {
            guard var said = sent[proposals[index].id] else { continue }
            for role in CheckedScan.Role.allCases {
                guard var text = said.cells[role.field.name]?.typed, let cell = proposals[index].cells[role.field.name]
                else { continue }
                if role == .vaccine, text == names.vaccine(id: cell.current) { text = cell.current }
                if role == .vaccine, text == names.vaccine(id: cell.entered) { text = cell.entered }
                let picked = TextInput.clean(fields["pick-\(said.name(role.field))"])
                if text == cell.current || text == cell.entered, let picked { text = picked }
                said.cells[role.field.name]?.typed = String(text.prefix(500))
            }
            if said.decision == .leaveOut || said.decision == .open { said.answers = [] }
            proposals[index].takeWhatWasSaid(in: said)
        }
    }
}

extension Proposal {
    /// Its sheet, page and row.
    fileprivate var place: (Int, Int, Int) {
        if case .cell(let sheet, let page, let row) = evidence { (sheet, page, row) } else { (0, 0, id) }
    }

    /// The sheet that it was read from.
    var sheet: Int? { if case .cell(let sheet, _, _) = evidence { sheet } else { nil } }

    func isCell(of sheet: Int, _ page: Int) -> Bool {
        if case .cell(sheet, page, _) = evidence { true } else { false }
    }

    fileprivate mutating func takeWhatWasSaid(in other: Proposal) {
        for name in cells.keys {
            guard let said = other.cells[name]?.typed else { continue }
            let isAsRead = said == cells[name]?.entered
            cells[name]?.typed = isAsRead ? nil : said
        }
        (decision, against, answers) = (other.decision, other.against, other.answers)
    }
}

extension Cell {
    /// What was read, as a form shows it; what has to be typed is left empty.
    fileprivate init(_ read: Cell?, _ role: CheckedScan.Role) {
        guard let read else {
            self.init("", value: nil, sureness: 0)
            return
        }
        let isHalf = role == .date && read.value.flatMap { PartialDate($0) }.map { !$0.isExact } ?? false
        self.init(
            read.text, value: read.value.map { CheckedScan.written($0, role) },
            // Of a day of which only the month was read, somebody adds the rest.
            sureness: isHalf ? min(read.sureness, 0.89) : read.sureness,
            others: read.others.map { CheckedScan.written($0, role) })
    }
}

extension CheckedScan.Role {
    /// The field of a dose.
    package var field: Field<Vaccination> {
        switch self {
        case .date: Vaccination.date
        case .vaccine: Vaccination.vaccine
        case .batch: Vaccination.batch
        case .expiry: Vaccination.batchExpiry
        case .until: Vaccination.validUntil
        }
    }

    init?(_ field: Field<Vaccination>) { self.init(rawValue: field.formName) }
}
