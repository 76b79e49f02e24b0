import CivilDates
import Immunization
import Intake
import Model
import Vault
import Web

/// What somebody is asked of a dose, below its row or in its form: whether it is a dose that is there, and whether its product
/// is right.
struct RowQuestionsView: TemplateModel {
    let row: Review.Row
    let setting: RowSetting
    /// The dose that an earlier row says, where this may be the same.
    var earlier: Vaccination?
    /// The number of that row's card; nil in a table.
    var visit: Int?
    /// Whether the product's age is asked beside the row's own answer.
    var isAgeElsewhere = false
    /// Whether it is of the form of one dose, whose fields have no numbers.
    var isForm = false

    private var words: Localizer { setting.words }

    static let fields: [TemplateField<Self>] = [
        .text("there") { $0.row.isTwinAsked || $0.isForm ? nil : $0.twin }, .text("twin") { $0.twin },
        .one("duplicate") { $0.duplicate },
        .one("against") { view in
            view.row.isTwinAsked
                ? NamedValue(name: view.name("against"), value: view.row.twin?.key ?? "") : nil
        },
        .one("right") { $0.right }, .flag("isPressed") { $0.isForm && $0.row.age != nil },
        .one("sibling") { $0.sibling },
        .text("instead") { $0.isForm ? VaccinationForm.instead : "\(Draft.found)\($0.row.proposal.id)" },
        .text("link") { $0.link },
        .flag("isEarlier") { $0.earlier != nil }, .rows("lines") { $0.lines },
        .flag("hasLines") { !$0.lines.isEmpty },
    ]

    /// What a form lists on top.
    var errors: FormErrors {
        row.questions.reduce(into: FormErrors()) { errors, asked in
            let text = setting.names.text(asked.question, in: row, of: setting.pass, setting.dates)
            errors.add(asked.field == Vaccination.vaccine.name ? "right" : asked.field, text)
        }
    }

    private func name(_ field: String) -> String { isForm ? field : row.proposal.name(field) }

    /// Where the other dose is, of one that can't take its place.
    private var link: String? {
        guard row.isEdit, case .stored(let dose)? = row.twin else { return nil }
        return VaccinationID(dose.id).map { Links.vaccination(setting.pass.id, $0) }
    }

    private var choices: [TwinAnswer] {
        if isForm { return row.isEdit ? TwinAnswer.ofEdit : TwinAnswer.ofForm }
        // Of two rows nothing can be taken into what isn't stored.
        guard case .row? = row.twin else { return TwinAnswer.ofRows }
        return TwinAnswer.ofRows.filter { $0.decision != .same(takesNew: true) }
    }

    /// How it is answered that the row says what is there already.
    private var duplicate: FormControl? {
        guard row.isTwinAsked else { return nil }
        let isAsked = row.questions.contains { $0.question == .sameDose }
        var control = FormControl(
            name: name("duplicate"), error: isAsked ? words[.`vaccinations.table.duplicate`] : nil,
            hasHint: false)
        control.options = choices.enumerated().map { number, answer in
            FormControl.Option(
                value: answer.value, text: words[answer.text],
                isSelected: row.isTwinAnswered && row.proposal.decision == answer.decision,
                id: number == 0 ? control.name : "\(control.name)-\(answer.value)")
        }
        return control
    }

    /// What the row says once more.
    private var twin: String? {
        switch row.twin {
        case .stored(let dose):
            words(
                row.isTwinAsked ? .`vaccinations.table.duplicate.record` : .`vaccinations.table.there.record`,
                ["name": setting.names.sentence(dose.content), "date": words.date(dose.content.date)])
        case .row(let number):
            if let visit {
                words(
                    row.isTwinAsked ? .`vaccinations.typing.duplicate.visit` : .`vaccinations.typing.there.visit`,
                    ["visit": String(visit)])
            } else {
                words(
                    row.isTwinAsked ? .`vaccinations.table.duplicate.row` : .`vaccinations.table.there.row`,
                    ["row": String(number)])
            }
        case nil: nil
        }
    }

    /// The two doses side by side.
    private var lines: [ComparisonLine] {
        let other: Vaccination? = if case .stored(let stored) = row.twin { stored.content } else { earlier }
        guard row.isTwinAsked, let other, let dose = row.dose else { return [] }
        return setting.names.comparison(other, dose)
    }

    /// That a product was given at an age that it isn't licensed for.
    private var right: FormControl? {
        if isAgeElsewhere { return nil }
        guard let age = row.age else {
            guard let answered = row.proposal.answers.first(where: { $0.hasPrefix(Question.age) }) else { return nil }
            var control = FormControl(name: name("right"), error: nil, hasHint: false, value: answered)
            control.isChecked = true
            return control
        }
        // A row's field says it.
        let error = isForm ? setting.names.text(age.question, in: row, of: setting.pass, setting.dates) : nil
        let value = Question.age(of: age.vaccine, on: age.day)
        return FormControl(name: name("right"), error: error, hasHint: false, value: value)
    }

    /// The product of its brand that is licensed for the age.
    private var sibling: FormControl.Option? {
        (isAgeElsewhere ? nil : row.age?.sibling).map { sibling in
            let name = setting.names.name(.vaccine(sibling))
            return FormControl.Option(
                value: sibling.id, text: words(.`vaccinations.typing.age.sibling`, ["name": name]))
        }
    }
}

extension Review.Row {
    /// What is asked of a product that isn't for the age on the day.
    fileprivate var age: (question: Question, vaccine: Vaccine, sibling: Vaccine?, day: PartialDate)? {
        for (_, question) in questions {
            if case .age(let vaccine, let sibling, let day) = question { return (question, vaccine, sibling, day) }
        }
        return nil
    }
}
