import CivilDates
import Immunization
import Intake
import Model
import Vault
import Web

/// What goes with the rows of a draft: whose they are, in which words.
struct RowSetting: Sendable {
    let pass: PassRecord
    let names: VaccinationNames
    let dates: WrittenDates

    var words: Localizer { names.words }

    /// What has to be said, row by row, or card by card, where a day is asked for once at the card's own field.
    ///
    /// - Parameter layout: the cards of the review's draft; nil of a table.
    func errors(_ review: Review, in layout: VisitLayout? = nil) -> FormErrors {
        var errors = FormErrors()
        let cards = layout?.cardOfRow ?? [:]
        for row in review.rows {
            let card = cards[row.proposal.id]
            for (field, question) in row.questions {
                let text = text(question, in: row, ofCard: card != nil)
                let holder = card.flatMap { field == Vaccination.date.name ? $0.rows.first : nil } ?? row.proposal.id
                errors.add(
                    "\(field.hyphenated)-\(holder)",
                    card.map { words(.`vaccinations.typing.error`, ["visit": String($0.number), "text": text]) }
                        ?? words(.`vaccinations.table.error`, ["row": String(row.proposal.id), "text": text]))
            }
        }
        return errors
    }

    /// What is asked of a row; one of a card has no day of its own.
    func text(_ question: Question, in row: Review.Row, ofCard: Bool) -> String {
        if ofCard, case .dateMissing = question { return words[.`vaccinations.typing.day.missing`] }
        return names.text(question, in: row, of: pass, dates)
    }
}

/// A table of vaccinations as `Vaccinations/entries` shows it: each row to be typed.
struct TypedRowsView: TemplateModel {
    let review: Review
    let isDetailed: Bool
    let setting: RowSetting

    /// Whether somebody is asked what a row's text means.
    private var isAsked: Bool { review.rows.contains(where: \.isAsked) }

    static let fields: [TemplateField<Self>] = [
        .rows("rows") { view in
            let doses = view.review.doses
            return view.review.rows.map { row in
                TypedRowView(
                    row: row, isDetailed: view.isDetailed, setting: view.setting,
                    earlier: row.earlier.flatMap { doses[$0] })
            }
        },
        .flag("isDetailed") { $0.isDetailed }, .flag("isAsked") { $0.isAsked },
        .text("most") { _ in String(Draft.mostTyped) },
    ]
}

/// A row to be typed.
struct TypedRowView: TemplateModel {
    let row: Review.Row
    let isDetailed: Bool
    let setting: RowSetting
    /// The dose of an earlier row that it may be.
    var earlier: Vaccination?
    /// The number of that row's card.
    var visit: Int?

    static let fields: [TemplateField<Self>] = [
        .text("number") { String($0.row.proposal.id) }, .flag("isWrong") { !$0.row.questions.isEmpty },
        .one("date") { $0.date }, .one("vaccine") { $0.options.isEmpty ? $0.vaccine : nil },
        .one("choice") { $0.options.isEmpty ? nil : $0.vaccine }, .one("batch") { $0.control(Vaccination.batch) },
        .one("meant") { view in
            view.row.suggestion.map { FoundRow(suggestion: $0, names: view.setting.names) }
        },
        .text("planned") { $0.row.proposal.plan?.description },
        .flag("asks") { $0.row.twin != nil || $0.row.isAgeAsked },
        .one("questions") { view in
            RowQuestionsView(row: view.row, setting: view.setting, earlier: view.earlier, visit: view.visit)
        },
        .flag("hasDetails") { $0.isDetailed },
        .rows("choices") { $0.choices }, .rows("ends") { $0.ends },
    ]

    private var words: Localizer { setting.words }

    func control(_ field: Field<Vaccination>, reading: String? = nil) -> FormControl {
        let question = row.questions.first { $0.field == field.name }?.question
        var control = FormControl(
            name: row.proposal.name(field),
            error: question.map { setting.names.text($0, in: row, of: setting.pass, setting.dates) },
            hasHint: reading != nil, value: row.proposal[field].withoutNUL)
        control.hintText = reading
        return control
    }

    private var date: FormControl {
        let planned = row.proposal.plan.map {
            words(.`vaccinations.table.planned`, ["date": words.date($0.month)])
        }
        return control(Vaccination.date, reading: row.day(words) ?? planned)
    }

    private var vaccine: FormControl {
        var reading: String?
        if case .one(let found, _) = row.meaning {
            reading = row.told(setting) ?? setting.names.sentence(found)
        }
        var control = control(Vaccination.vaccine, reading: reading)
        control.options = options
        return control
    }

    /// What the vaccine is chosen from: where a text fits several, or where an id stands instead of a text.
    private var options: [FormControl.Option] {
        let typed = row.proposal[Vaccination.vaccine].withoutNUL
        let names = setting.names
        func option(_ id: String) -> FormControl.Option {
            FormControl.Option(value: id, text: names.vaccine(id: id))
        }
        let other = FormControl.Option(value: "", text: words[.`vaccinations.table.vaccine.other`])
        switch row.meaning {
        case .choice(let suggestions, _):
            let choose = words(.`vaccinations.table.vaccine.choose`, ["text": typed])
            return [FormControl.Option(value: typed, text: choose, isSelected: true)]
                + suggestions.map { FormControl.Option(value: VaccineFinder.id($0), text: names.name($0)) } + [other]
        case .one(let found, _) where VaccineFinder.id(found) == typed:
            let others = brands.filter { $0 != typed }
            return [FormControl.Option(value: typed, text: names.name(found), isSelected: true)]
                + others.map(option) + [other]
        default: return []
        }
    }

    /// Of a row of the schedule, the products of its kind that were made for the age and there in that month.
    private var brands: [String] {
        guard let plan = row.proposal.plan, let kind = setting.names.catalogue.vaccine(plan.vaccine)?.kind else {
            return []
        }
        let products = setting.names.catalogue.vaccines.filter { product in
            product.kind == kind && !product.isBrandUnknown && product.species == setting.pass.kind
                && product.isPossible(for: setting.pass.who(on: plan.month))
        }
        return ([plan.vaccine] + products.map(\.id))
    }

    private var choices: [FormControl] {
        guard isDetailed else { return [] }
        // Only people have the places that there are to choose from.
        let hasSite = setting.pass.kind == Pass.person || !row.proposal[Vaccination.site].isEmpty
        return (hasSite ? [choice(Vaccination.site)] : []) + [choice(Vaccination.route)]
    }

    private func choice(_ field: Field<Vaccination>) -> FormControl {
        var control = control(field)
        (control.label, control.none) = (words.label(field), words[.`shared.not-given`])
        control.options = words.options(field).map {
            FormControl.Option(value: $0.value, text: $0.text, isSelected: $0.value == row.proposal[field])
        }
        return control
    }

    /// The days that are ahead: when the batch expires and, of an animal's dose, until when it is valid.
    private var ends: [FormControl] {
        guard isDetailed else { return [] }
        let isAnimal = setting.pass.kind != Pass.person
        return ([Vaccination.batchExpiry] + (isAnimal ? [Vaccination.validUntil] : [])).map { field in
            var control = control(field, reading: field[row.details]?.date.map(words.date))
            control.label = words.label(field)
            return control
        }
    }
}

extension Review {
    /// The dose that each row says, by its number.
    var doses: [Int: Vaccination] {
        Dictionary(rows.compactMap { row in row.dose.map { (row.proposal.id, $0) } }) { first, _ in first }
    }
}

extension Review.Row {
    /// The number of an earlier row that it is, or may be.
    var earlier: Int? { if case .row(let number) = twin { number } else { nil } }

    /// The only vaccine or disease that the text may mean, where somebody has to say so.
    var suggestion: VaccineSearch.Suggestion? {
        guard case .choice(let suggestions, _) = meaning, suggestions.count == 1 else { return nil }
        return suggestions[0]
    }

    /// Whether a button says what was meant.
    var isAsked: Bool { suggestion != nil || isAgeAsked }

    /// What the text was taken for, where that is to be checked.
    func told(_ setting: RowSetting) -> String? {
        guard case .one(let found, let sureness) = meaning, sureness < VaccineFinder.clear, let vaccine = found.vaccine
        else { return nil }
        return setting.names.settled(
            proposal[Vaccination.vaccine], as: vaccine, of: setting.pass.name, born: setting.pass.birthDate, on: date)
    }

    /// Whether somebody is asked, or has said, if a product for another age is right.
    var isAgeAsked: Bool {
        proposal.answers.contains { $0.hasPrefix(Question.age) }
            || questions.contains { if case .age = $0.question { true } else { false } }
    }

    /// Its day in words, and whether it is that of a row above.
    func day(_ words: Localizer) -> String? {
        guard let date else { return nil }
        return isDateAbove ? words(.`vaccinations.typing.above`, ["date": words.date(date)]) : words.date(date)
    }
}
