import Immunization
import Intake
import Model
import Vault
import Web

/// What somebody is asked below a row, beside its fields: whether it is a dose that is there, and whether its product is right.
struct RowQuestionsView: TemplateModel {
    let row: Review.Row
    let setting: RowSetting
    /// The dose that an earlier row says, where this may be the same.
    var earlier: Vaccination?
    /// The number of that row's card; nil in a table.
    var visit: Int?

    private var words: Localizer { setting.words }

    static let fields: [TemplateField<Self>] = [
        .text("there") { $0.row.isTwinAsked ? nil : $0.twin }, .text("twin") { $0.twin },
        .one("duplicate") { $0.duplicate },
        .one("against") { view in
            view.row.isTwinAsked
                ? NamedValue(name: view.row.proposal.name("against"), value: view.row.twin?.key ?? "") : nil
        },
        .one("right") { $0.right }, .one("sibling") { $0.sibling },
        .flag("isEarlier") { $0.earlier != nil }, .rows("lines") { $0.lines },
        .flag("hasLines") { !$0.lines.isEmpty },
    ]

    /// How it is answered that the row says what is there already.
    private var duplicate: FormControl? {
        guard row.isTwinAsked, let twin = row.twin else { return nil }
        let isAsked = row.questions.contains { $0.question == .sameDose }
        var control = FormControl(
            name: row.proposal.name("duplicate"), error: isAsked ? words[.`vaccinations.table.duplicate`] : nil,
            hasHint: false)
        var answers: [(value: String, decision: Proposal.Decision, text: Message)] = [
            ("skip", .same(takesNew: false), .`vaccinations.table.duplicate.skip`),
            ("keep", .other, .`vaccinations.table.duplicate.keep`),
        ]
        if case .stored = twin {
            answers.insert(("take", .same(takesNew: true), .`vaccinations.table.duplicate.take`), at: 1)
        }
        control.options = answers.enumerated().map { number, answer in
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
        let answered = row.proposal.answers.first { $0.hasPrefix(Question.age) }
        var asked: String?
        for case (_, .age(let vaccine, _, let day)) in row.questions { asked = Question.age(of: vaccine, on: day) }
        guard let value = asked ?? answered else { return nil }
        var control = FormControl(name: row.proposal.name("right"), error: nil, hasHint: false, value: value)
        control.isChecked = asked == nil
        return control
    }

    /// The product of its brand that is licensed for the age.
    private var sibling: FormControl.Option? {
        for case (_, .age(_, let sibling?, _)) in row.questions {
            let name = setting.names.name(.vaccine(sibling))
            return FormControl.Option(
                value: sibling.id, text: words(.`vaccinations.typing.age.sibling`, ["name": name]))
        }
        return nil
    }
}
