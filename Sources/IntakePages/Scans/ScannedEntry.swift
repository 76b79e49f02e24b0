import CivilDates
import Immunization
import Intake
package import Model
import Scanning
import Web

/// What was read of a row, beside what is typed in it.
struct ScannedEntry: Sendable {
    /// A field as it was read.
    struct Cell: Sendable {
        /// What stands in the form where nobody has changed it.
        let entered: String
        let band: ScanField.Band
        /// Whether it is a date of which only month and year, or the year, were read.
        let isHalfDate: Bool
        /// What else it may be, as the form takes it.
        let candidates: [String]
        /// Nil for none.
        let picture: FieldPicture?
    }

    let cells: [CheckedScan.Role: Cell]
    /// What doesn't fit together, in words.
    var broken: [String] = []
    /// What the vaccine's words were taken for, where that is to be checked.
    var told: String?

    /// The most values that are offered for a field.
    private static let mostCandidates = 4

    /// - Parameter pictures: gives the address of a field's picture.
    init(_ row: CheckedScan.Row, entry: Proposal, pictures: (String) -> FieldPicture?) {
        var cells: [CheckedScan.Role: Cell] = [:]
        var shown: Set<FieldKey> = []
        for role in CheckedScan.Role.allCases {
            guard let key = row.keys[role] else { continue }
            let field = row.values[role]
            // Few stickers that can't be read say when they expire, and nobody has to type it.
            if role == .expiry, field?.value == nil { continue }
            let entered = entry[role.field]
            let others = (field?.candidates ?? []).map { CheckedScan.written($0, role) }
            var seen: Set<String> = [entered]
            let candidates = field?.band == .clear ? [] : others.filter { seen.insert($0).inserted }
            cells[role] = Cell(
                entered: entered, band: field?.band ?? .type,
                isHalfDate: role == .date && field?.value.flatMap { PartialDate($0) }.map { !$0.isExact } ?? false,
                candidates: Array(candidates.prefix(Self.mostCandidates)),
                // A sticker has several values and is shown once.
                picture: shown.insert(key).inserted ? pictures("\(role.rawValue)-\(row.number)") : nil)
        }
        self.cells = cells
    }
}

/// Where a field's picture is, and the room that a page leaves for it before it has come.
struct FieldPicture: Sendable, TemplateModel {
    /// What it is shown with at most, in pixels.
    private static let (mostWidth, mostHeight) = (300.0, 96.0)

    let link: String
    let aspect: Double

    private var width: Double { min(Self.mostWidth, Self.mostHeight * aspect) }

    static let fields: [TemplateField<Self>] = [
        .text("link") { $0.link }, .text("width") { String(Int($0.width, clampedTo: 0...300)) },
        .text("height") { String(Int($0.width / max($0.aspect, 0.2), clampedTo: 0...1_500)) },
    ]
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

/// A field's picture, how well it was read, and what else it may be.
struct ScannedCellView: TemplateModel {
    let cell: ScannedEntry.Cell
    let role: CheckedScan.Role
    let row: Proposal
    let names: VaccinationNames

    /// Whether it wasn't read, and nobody has to type it.
    private var isSpared: Bool { cell.band == .type && [.batch, .expiry, .until].contains(role) }
    /// Whether it still says what was read.
    private var isAsRead: Bool { row[role.field] == cell.entered }
    /// Whether a day is to be added to what was read.
    private var asksDay: Bool { isAsRead && cell.isHalfDate && !cell.entered.isEmpty }

    static let fields: [TemplateField<Self>] = [
        .one("picture") { $0.cell.picture }, .text("name") { $0.row.name($0.role.rawValue) },
        .text("alt") { view, words in
            words(
                .`scans.picture-of`,
                ["field": words.text("scans.field.\(view.role.rawValue)"), "row": String(view.row.id)])
        },
        .text("band") { view in
            if view.asksDay { return ScanField.Band.check.rawValue }
            return view.isAsRead && !view.isSpared ? view.cell.band.rawValue : nil
        },
        .text("said") { view, words in
            guard view.isAsRead else { return nil }
            if view.asksDay { return words[.`scans.no-day`] }
            return view.isSpared ? words[.`scans.unread`] : words(view.cell.band)
        },
        .rows("candidates") { view in
            view.isAsRead ? view.options : []
        },
        .text("chosen") { $0.role == .vaccine ? $0.row.name("found") : "found-\($0.row.name($0.role.rawValue))" },
    ]

    /// Of a vaccine that is chosen from a list, the list has them.
    private var options: [FormControl.Option] {
        if role == .vaccine, !cell.entered.isEmpty { return [] }
        return cell.candidates.map { value in
            FormControl.Option(
                value: value, text: role == .vaccine ? names.vaccine(id: value) : value)
        }
    }
}

extension VaccinationNames {
    /// A vaccine's name, or its id where the catalogue doesn't have it.
    package func vaccine(id: String) -> String { catalogue.vaccine(id).map { name(.vaccine($0)) } ?? id }
}
