import CivilDates
import Immunization
import Model
import Vault
import Web

/// A table of vaccinations as `Vaccinations/entries` shows it: each row to be typed, with what was read of it.
struct EntryTableView: TemplateModel {
    let table: EntryTable
    /// The kind of pass that it is for.
    let kind: String
    let names: VaccinationNames

    static let fields: [TemplateField<Self>] = [
        .rows("rows") { view in
            view.table.lines.map {
                EntryLineView(line: $0, isDetailed: view.table.isDetailed, kind: view.kind, names: view.names)
            }
        },
        .flag("isDetailed") { $0.table.isDetailed }, .flag("isAsked") { $0.table.isAsked },
    ]
}

/// A row to be typed.
struct EntryLineView: TemplateModel {
    let line: EntryTable.Line
    let isDetailed: Bool
    let kind: String
    let names: VaccinationNames

    static let fields: [TemplateField<Self>] = [
        .text("number") { String($0.line.row.number) }, .flag("isWrong") { !$0.line.reading.faults.isEmpty },
        .one("date") { $0.date }, .one("vaccine") { $0.options.isEmpty ? $0.vaccine : nil },
        .one("choice") { $0.options.isEmpty ? nil : $0.vaccine }, .one("batch") { $0.batch },
        .one("meant") { view in
            view.line.reading.suggestion.map { FoundRow(suggestion: $0, names: view.names) }
        },
        .text("planned") { $0.line.row.plan?.description }, .one("duplicate") { $0.duplicate },
        .text("twin") { $0.twin }, .text("there") { $0.isAsked ? nil : $0.twin },
        .flag("hasDetails") { $0.isDetailed || $0.line.scanned != nil },
        .rows("choices") { $0.choices },
        .rows("ends") { $0.ends },
        .one("dateRead") { $0.read(.date) }, .one("vaccineRead") { $0.read(.vaccine) },
        .one("batchRead") { $0.read(.batch) },
        .one("taking") { $0.taking }, .lines("broken") { view, _ in view.line.scanned?.broken ?? [] },
    ]

    private var choices: [FormControl] {
        guard isDetailed else { return [] }
        // Only people have the places that there are to choose from.
        let site = kind == Pass.person || !line.row.site.isEmpty ? [choice(Vaccination.site, line.row.site)] : []
        return site + [choice(Vaccination.route, line.row.route)]
    }

    /// What was read of a field.
    private func read(_ role: CheckedScan.Role) -> ScannedCellView? {
        line.scanned?.cells[role].map { ScannedCellView(cell: $0, role: role, row: line.row, names: names) }
    }

    /// Whether a row that was read counts.
    private var taking: FormControl? {
        guard line.scanned != nil else { return nil }
        var control = control("row", "")
        control.options = EntryRow.RowDecision.allCases.map { taking in
            FormControl.Option(
                value: taking.rawValue, text: words.text("scans.row.\(taking.rawValue)"),
                isSelected: taking == (line.row.taken ?? .keep), id: "\(control.name)-\(taking.rawValue)")
        }
        return control
    }

    private var words: Localizer { names.words }

    private func control(_ field: String, _ value: String, reading: String? = nil) -> FormControl {
        let error = line.reading.faults.first { $0.field == field }?.text
        var control = FormControl(
            name: line.row.name(field), error: error, hasHint: reading != nil, value: value.withoutNUL)
        control.hintText = reading
        control.isRead = CheckedScan.Role(rawValue: field).map { line.scanned?.cells[$0] != nil } ?? false
        return control
    }

    private var date: FormControl {
        let planned = line.row.plan.map {
            words(.`vaccinations.table.planned`, ["date": words.date($0.month)])
        }
        return control("date", line.row.date, reading: line.reading.date.map(words.date) ?? planned)
    }

    private var batch: FormControl { control("batch", line.row.batch) }

    private func choice(_ field: Field<Vaccination>, _ value: String) -> FormControl {
        var control = control(field.formName, value)
        (control.label, control.none) = (words.label(field), words[.`shared.not-given`])
        control.options = words.options(field).map {
            FormControl.Option(value: $0.value, text: $0.text, isSelected: $0.value == value)
        }
        return control
    }

    /// The days that lie ahead: when the batch expires and, of an animal's dose, until when it is valid.
    private var ends: [RowEnd] {
        let details = line.reading.details
        return [
            end(Vaccination.batchExpiry, line.row.batchExpiry, details.batchExpiry, .expiry, isAsked: isDetailed),
            end(
                Vaccination.validUntil, line.row.validUntil, details.validUntil, .until,
                isAsked: isDetailed && kind != Pass.person),
        ].compactMap(\.self)
    }

    private func end(
        _ field: Field<Vaccination>, _ text: String, _ day: PartialDate?, _ role: CheckedScan.Role, isAsked: Bool
    ) -> RowEnd? {
        guard isAsked || line.scanned?.cells[role] != nil else { return nil }
        var control = control(field.formName, text, reading: day.map(words.date))
        control.label = words.label(field)
        return RowEnd(control: control, read: read(role))
    }

    private var vaccine: FormControl {
        var reading: String?
        if case .one(let found, _) = line.reading.meaning {
            reading = line.reading.told ?? line.scanned?.told ?? names.sentence(found)
        }
        var control = control("vaccine", line.row.vaccine, reading: reading)
        control.options = options
        return control
    }

    /// What the vaccine is chosen from: where a text fits several, or where an id stands instead of a text.
    private var options: [FormControl.Option] {
        let typed = line.row.vaccine.withoutNUL
        let other = FormControl.Option(value: "", text: words[.`vaccinations.table.vaccine.other`])
        switch line.reading.meaning {
        case .choice(let suggestions, _):
            let choose = words(.`vaccinations.table.vaccine.choose`, ["text": typed])
            return [FormControl.Option(value: typed, text: choose, isSelected: true)]
                + suggestions.map { FormControl.Option(value: VaccineFinder.id($0), text: names.name($0)) } + [other]
        case .one(let found, _) where VaccineFinder.id(found) == typed:
            let cell = line.scanned?.cells[.vaccine]
            let others = ([cell?.entered ?? ""] + (cell?.candidates ?? [])).filter { !$0.isEmpty }
            return [FormControl.Option(value: typed, text: names.name(found), isSelected: true)]
                + others.filter { $0 != typed }.map { FormControl.Option(value: $0, text: names.vaccine(id: $0)) }
                + [other]
        default: return []
        }
    }

    /// Whether somebody says, or has said, if the row is another vaccination.
    private var isAsked: Bool { line.twin != nil && (!line.isSame || line.row.duplicate != nil) }

    /// How it is answered that the row says what is there already.
    private var duplicate: FormControl? {
        guard isAsked else { return nil }
        var control = control("duplicate", "")
        control.options = EntryRow.DuplicateAnswer.allCases.enumerated().map { index, answer in
            FormControl.Option(
                value: answer.rawValue, text: words.text("vaccinations.table.duplicate.\(answer.rawValue)"),
                isSelected: answer == line.row.duplicate,
                id: index == 0 ? control.name : "\(control.name)-\(answer.rawValue)")
        }
        return control
    }

    /// What the row says once more.
    private var twin: String? {
        switch line.twin {
        case .record(let record):
            words(
                isAsked ? .`vaccinations.table.duplicate.record` : .`vaccinations.table.there.record`,
                ["name": names.sentence(record.content), "date": words.date(record.date)])
        case .row(let number):
            words(
                isAsked ? .`vaccinations.table.duplicate.row` : .`vaccinations.table.there.row`,
                ["row": String(number)])
        case nil: nil
        }
    }
}

/// A day that lies ahead, below a row's other fields.
struct RowEnd: TemplateModel {
    let control: FormControl
    let read: ScannedCellView?

    static let fields: [TemplateField<Self>] = [.one("control") { $0.control }, .one("read") { $0.read }]
}
