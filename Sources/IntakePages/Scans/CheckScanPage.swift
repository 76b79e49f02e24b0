import CivilDates
import Immunization
import Intake
import Model
import Scanning
import Vault
import Web

/// What was read of pages, to be checked beside its pictures.
struct CheckScanPage: Page {
    let pass: PassRecord
    let id: ScanID
    let catalogue: Catalogue
    let checked: CheckedScan
    let review: Review
    let setting: RowSetting
    let broken: [CheckedLinks.Broken]
    let lexicon: VaccineLexicon
    let keepsPicture: Bool
    /// What is wrong besides the rows.
    let more: FormErrors
    static let template = "Scans/check"

    func title(_ words: Localizer) -> String { words[.`scans.check.title`] }

    func faults(_ words: Localizer) -> FormErrors {
        var errors = setting.errors(review)
        for item in more.items { errors.add(item.field, item.text) }
        return errors
    }

    static let fields: [TemplateField<Self>] = [
        .text("passName") { $0.pass.name },
        .text("action") { Links.scan($0.pass.id, $0.id) }, .text("discard") { Links.discardScan($0.pass.id, $0.id) },
        .text("download") { Links.scanTable($0.pass.id, $0.id) },
        .text("again") { Links.newScan($0.pass.id) }, .text("typing") { Links.vaccinationTable($0.pass.id) },
        .text("names") { page, words in Links.vaccineNames(page.pass.kind, words.code) },
        .rows("pages") { page in
            page.checked.scan.pages.enumerated().map { number, place in
                ScannedPageRow(
                    pass: page.pass, id: page.id, number: number + 1,
                    page: page.checked.scan.sheets[place.sheet].pages[place.page],
                    form: page.checked.forms[place.sheet],
                    rows: page.checked.rows.filter { $0.sheet == place.sheet && $0.page == place.page },
                    others: page.checked.others.filter { $0.sheet == place.sheet && $0.key.page == place.page },
                    isAllEmpty: page.isEmpty)
            }
        },
        .one("table") { page in
            page.review.rows.isEmpty
                ? nil : TypedRowsView(review: page.review, isDetailed: false, setting: page.setting)
        },
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
                        FieldPicture(link: Links.scannedField(page.pass.id, page.id, field), aspect: $0)
                    })
            }
        },
        .flag("hasOthers") { !$0.checked.others.isEmpty },
        .one("picture") { $0.picture },
    ]

    /// Whether nothing of any page is there to be checked.
    private var isEmpty: Bool { review.rows.isEmpty && checked.others.isEmpty }

    private var picture: FormControl? {
        var control = FormControl(name: "picture", error: more["picture"], hasHint: false)
        control.isChecked = keepsPicture
        return control
    }

    /// What doesn't fit together in forms without rows of vaccinations.
    private func brokenElsewhere(_ words: Localizer) -> [String] {
        let said = LinkWords(checked: checked, names: catalogue.names(words), lexicon: lexicon, holder: pass.name)
        return broken.filter { link in
            !checked.rows.contains { row in
                row.sheet == link.sheet
                    && link.verdict.fields.contains { field in
                        row.keys.values.contains { $0.page == field.page && $0.row == field.row }
                    }
            }
        }.map(said.text)
    }
}

/// A page of a scan in its list.
struct ScannedPageRow: TemplateModel {
    let pass: PassRecord
    let id: ScanID
    let number: Int
    let page: PendingScan.Page
    let form: ScanTemplate?
    let rows: [CheckedScan.Row]
    let others: [CheckedScan.Other]
    /// Whether nothing was read of any page, which is said below them all.
    let isAllEmpty: Bool

    /// Whether its place is known, and of what somebody wrote there nothing could be read: as of another kind of page.
    private var isUnread: Bool {
        let texts = others.filter { !$0.type.isMark }
        guard !isAllEmpty, page.flat != nil || !rows.isEmpty, others.isEmpty || !texts.isEmpty else { return false }
        return !rows.contains(where: \.isReadable) && !texts.contains { $0.value.map { $0.band != .type } ?? false }
    }

    /// Whether half of its days or more lie before the holder's birth.
    private var isTooEarly: Bool {
        guard let birth = pass.birthDate else { return false }
        let days = rows.compactMap { $0.values[.date]?.value.flatMap { PartialDate($0) } }
        return !days.isEmpty && days.count { $0.latest < birth.earliest } * 2 >= days.count
    }

    private func warnings(_ words: Localizer) -> [String] {
        var warnings: [String] = []
        if page.isOfOthers == true {
            let message: Message = pass.kind == Pass.person ? .`scans.of-animal` : .`scans.of-others`
            warnings.append(words(message, ["name": pass.name]))
        } else {
            if isUnread { warnings.append(words[.`scans.page.nothing`]) }
            if isTooEarly { warnings.append(words(.`scans.too-early`, ["name": pass.name])) }
        }
        if page.faults.contains(ReaderAnswer.PictureFlaw.several.rawValue) {
            warnings.append(words(ReaderAnswer.PictureFlaw.several))
        }
        return warnings
    }

    static let fields: [TemplateField<Self>] = [
        .text("title") { row, words in
            let form = row.form.map { $0.name(words) } ?? words[.`scans.form.unknown`]
            return words(.`scans.page`, ["page": String(row.number), "form": form])
        },
        .text("link") { Links.scannedPage($0.pass.id, $0.id, $0.number) }, .text("number") { String($0.number) },
        .text("fault") { row, words in
            row.page.refusal.flatMap(ScanFault.init(rawValue:)).map { words($0) }
        },
        .lines("warnings") { $0.warnings($1) },
        .lines("faults") { row, words in row.page.faultSentences(words, besides: [.several]) },
    ]
}

extension PendingScan.Page {
    /// What makes it hard to read, in words.
    func faultSentences(_ words: Localizer, besides others: Set<ReaderAnswer.PictureFlaw> = []) -> [String] {
        faults.compactMap(ReaderAnswer.PictureFlaw.init(rawValue:)).filter { !others.contains($0) }.map { words($0) }
    }
}

/// A field of a form that isn't a booklet's.
struct OtherFieldRow: TemplateModel {
    let other: CheckedScan.Other
    let picture: FieldPicture?

    private var isMark: Bool { other.type.isMark }
    /// Where it is read clearly or was typed, nothing has to be said of it.
    private var band: ScanField.Band { other.value?.band ?? .type }

    private func options(_ words: Localizer) -> [FormControl.Option] {
        guard isMark else { return [] }
        return [("true", Message.`scans.marked`), ("false", .`scans.unmarked`)].map { value, text in
            FormControl.Option(value: value, text: words[text], isSelected: value == other.written)
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.other.name },
        .text("label") { row, words in
            row.other.key.row.map { "\(row.other.key.name), \(words(.`scans.row`, ["row": String($0)]))" }
                ?? row.other.key.name
        },
        .text("value") { $0.other.written }, .one("picture") { $0.picture },
        .text("band") { $0.band.rawValue }, .text("said") { row, words in words(row.band) },
        .rows("options") { row, words in row.options(words) },
        .flag("isMark") { $0.isMark },
        .text("candidates") { row, words in
            let others = (row.other.value?.candidates ?? []).filter { $0 != row.other.value?.value }
            return row.band == .clear || others.isEmpty || row.isMark
                ? nil : words(.`scans.perhaps`, ["values": words.list(Array(others.prefix(3)))])
        },
    ]
}
