import CivilDates
import Foundation
import Immunization
import Intake
import Model
import Scanning
import Vault
import Web

/// What was read of pages, to be checked beside its pictures.
struct CheckScanPage: Page {
    /// The first whose page it is.
    let pass: PassRecord
    /// Those whose page it may be.
    let passes: [PassRecord]
    let id: DraftID
    let checked: CheckedScan
    let parts: [(part: ScanPart, setting: RowSetting)]
    /// Whose each sheet is.
    let holders: [PassRecord]
    let scanned: [Int: ScannedRow]
    let broken: [CheckedLinks.Broken]
    let said: LinkWords
    let keepsPicture: Bool
    /// When it goes.
    let expires: Date
    /// What is wrong besides the rows.
    let more: FormErrors
    static let template = "Scans/check"

    private var rows: Int { parts.reduce(0) { $0 + $1.part.review.rows.count } }

    func title(_ words: Localizer) -> String {
        rows == 0 ? words[.`scans.check.title`] : words(.`scans.check.read`, count: rows)
    }

    /// How many rows are clear, how many need somebody, and that nothing is stored yet.
    private func lead(_ words: Localizer) -> String? {
        guard rows > 0 else { return nil }
        let counts: [(Message, Int)] = [
            (.`scans.check.are-clear`, views.reduce(0) { $0 + $1.clear.count }),
            (.`scans.check.are-open`, views.reduce(0) { $0 + $1.asked.count }),
            (.`scans.check.are-there`, views.reduce(0) { $0 + $1.there.count }),
        ]
        let said = counts.filter { $0.1 > 0 }.map { words($0.0, count: $0.1) }
        let names = words.list(parts.map(\.part.pass.name))
        return words(.`scans.check.lead`, ["name": names, "counts": words.list(said)])
    }

    func faults(_ words: Localizer) -> FormErrors {
        var errors = FormErrors()
        for (part, setting) in parts {
            for item in setting.errors(part.review).items { errors.add(item.field, item.text) }
        }
        for item in more.items { errors.add(item.field, item.text) }
        return errors
    }

    static let fields: [TemplateField<Self>] = [
        .text("passName") { $0.pass.name },
        .text("action") { Links.draft($0.id) }, .text("discard") { Links.discardDraft($0.id) },
        .text("download") { Links.draftRows($0.id) },
        .text("typing") { Links.vaccinationTable($0.pass.id) },
        .text("names") { page, words in Links.vaccineNames(page.pass.kind, words.code) },
        .text("lead") { $0.lead($1) },
        .rows("pages") { $0.pages }, .rows("faulty") { $0.pages.filter(\.isFaulty) },
        .rows("parts") { $0.views },
        .one("whose") { page, words in page.holders.count == 1 ? page.holderChoices(words).first : nil },
        .rows("holders") { page, words in page.holders.count == 1 ? [] : page.holderChoices(words) },
        .flag("hasHolders") { $0.holders.count > 1 && $0.passes.count > 1 },
        .flag("hasFaulty") { $0.pages.contains(where: \.isFaulty) },
        .text("kept") { page, words in
            words(.`scans.check.kept`, ["date": words.date(page.expires)])
        },
        .flag("hasRows") { $0.rows > 0 },
        .text("later") { page, words in
            let count = page.parts.reduce(0) { $0 + $1.part.review.changes.count }
            let isOpen = page.parts.contains { !$0.part.open.isEmpty }
            return isOpen && count > 0 ? words(.`vaccinations.typing.clear`, count: count) : nil
        },
        .one("unread") { UnreadPages.of($0.checked.draft) },
        .flag("isEmpty") { $0.isEmpty },
        .lines("broken") { page, words in page.brokenElsewhere(words) },
        .flag("isBroken") { !$0.broken.isEmpty },
        .rows("noted") { page in
            page.broken.prefix(200).enumerated().map { NamedValue(name: "noted-\($0 + 1)", value: $1.id) }
        },
        .rows("others") { page in
            page.checked.others.map { other in
                let field = "field-\(other.number)"
                return OtherFieldRow(
                    other: other,
                    picture: page.checked.aspect(of: field).map {
                        FieldPicture(link: Links.scannedField(page.id, field), aspect: $0)
                    })
            }
        },
        .flag("hasOthers") { !$0.checked.others.isEmpty },
        .one("picture") { $0.picture },
    ]

    private var pages: [ScannedPageRow] {
        checked.draft.pages.enumerated().map { number, place in
            ScannedPageRow(
                pass: holders[place.sheet], id: id, number: number + 1, sheet: place.sheet,
                page: checked.draft.sheets[place.sheet].pages[place.page],
                form: checked.forms[place.sheet],
                rows: checked.rows.filter { $0.sheet == place.sheet && $0.page == place.page },
                others: checked.others.filter { $0.sheet == place.sheet && $0.key.page == place.page },
                isAllEmpty: isEmpty)
        }
    }

    private var views: [ScannedPartView] {
        parts.map { part, setting in
            ScannedPartView(part: part, setting: setting, scanned: scanned, isNamed: parts.count > 1)
        }
    }

    /// Whose page each sheet is, where that may be somebody else.
    private func holderChoices(_ words: Localizer) -> [FormControl] {
        guard passes.count > 1 else { return [] }
        return holders.enumerated().filter { !checked.draft.sheets[$0.offset].isUnread }.map { number, holder in
            var control = FormControl(name: "pass-\(number + 1)", error: nil, hasHint: false)
            let first = pages.first { $0.sheet == number }?.title(words) ?? ""
            control.label = holders.count == 1 ? words[.`scans.check.whose`] : first
            control.options = passes.map {
                FormControl.Option(value: $0.id.description, text: $0.name, isSelected: $0.id == holder.id)
            }
            return control
        }
    }

    /// Whether nothing of any page is there to be checked.
    private var isEmpty: Bool { rows == 0 && checked.others.isEmpty }

    private var picture: FormControl? {
        var control = FormControl(name: "picture", error: more["picture"], hasHint: false)
        control.isChecked = keepsPicture
        return control
    }

    /// What doesn't fit together in forms without rows of vaccinations.
    private func brokenElsewhere(_ words: Localizer) -> [String] {
        broken.filter { link in
            !checked.rows.contains { row in
                row.sheet == link.sheet
                    && link.verdict.fields.contains { field in
                        row.keys.values.contains { $0.page == field.page && $0.row == field.row }
                    }
            }
        }.map(said.text)
    }
}

/// The rows of one pass: those that somebody is asked about, and the others folded.
struct ScannedPartView: TemplateModel {
    let part: ScanPart
    let setting: RowSetting
    let scanned: [Int: ScannedRow]
    /// Whether there are others too.
    let isNamed: Bool

    private var words: Localizer { setting.words }

    private var rows: [ScannedRowView] {
        let doses = part.review.doses
        return part.review.rows.compactMap { row in
            guard let read = scanned[row.proposal.id] else { return nil }
            return ScannedRowView(
                row: row, read: read, setting: setting, isOpen: part.open.contains(row.proposal.id),
                earlier: row.earlier.flatMap { doses[$0] },
                added: part.review.completed(by: row).map { setting.names.added(to: $0.stored.content, by: $0.content) }
            )
        }
    }

    var asked: [ScannedRowView] { rows.filter(\.isOpen) }
    private var leftOut: [ScannedRowView] { rows.filter { !$0.isOpen && $0.row.proposal.decision == .leaveOut } }
    private var kept: [ScannedRowView] { rows.filter { !$0.isOpen && $0.row.proposal.decision != .leaveOut } }
    var there: [ScannedRowView] { kept.filter { $0.row.isSame && !$0.row.isTwinAsked } }
    var clear: [ScannedRowView] { kept.filter { !$0.row.isSame || $0.row.isTwinAsked } }

    static let fields: [TemplateField<Self>] = [
        .text("holder") { $0.isNamed ? $0.part.pass.name : nil },
        .rows("asked") { $0.asked }, .text("askedCount") { String($0.asked.count) },
        .flag("asks") { !$0.asked.isEmpty },
        .rows("groups") { part, words in
            [
                ScannedRowGroup(title: words[.`scans.check.clear`], rows: part.clear),
                ScannedRowGroup(title: words[.`scans.check.there`], rows: part.there),
                ScannedRowGroup(title: words[.`scans.check.left-out`], rows: part.leftOut),
            ].filter { !$0.rows.isEmpty }
        },
    ]
}

/// Rows of which nobody has to say anything, folded.
struct ScannedRowGroup: TemplateModel {
    let title: String
    let rows: [ScannedRowView]

    static let fields: [TemplateField<Self>] = [
        .text("title") { $0.title }, .text("count") { String($0.rows.count) }, .rows("rows") { $0.rows },
    ]
}

extension VaccinationNames {
    /// What is added to a dose: 'New: batch X9'.
    fileprivate func added(to stored: Vaccination, by content: Vaccination) -> String {
        let lines = comparison(stored, content).filter(\.differs)
        return words(.`scans.adds`, ["fields": words.list(lines.map { "\($0.name) \($0.incoming)" })])
    }
}
