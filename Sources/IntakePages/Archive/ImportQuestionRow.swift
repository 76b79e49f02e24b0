import CivilDates
import Immunization
import PassArchive
import Web

/// What an import's page asks of vaccines.
struct ImportQuestionList: TemplateModel {
    let rows: [ImportQuestionRow]

    /// - Returns: Nil where nothing is asked.
    init?(_ page: ImportPreviewPage, _ words: Localizer) {
        guard !page.questions.items.isEmpty else { return nil }
        let names = page.catalogue.names(words)
        rows = page.questions.items.map { ImportQuestionRow(item: $0, names: names, error: page.errors[$0.field]) }
    }

    static let fields: [TemplateField<Self>] = [.rows("rows") { $0.rows }]
}

/// A text of the file that names no vaccine for sure: a line to be typed, or a list to choose from.
struct ImportQuestionRow: TemplateModel {
    let item: ImportQuestions.Item
    let names: VaccinationNames
    let error: String?

    /// The most days that are written out.
    private static let mostDays = 5

    private var words: Localizer { names.words }
    private var text: String { CleanText.optional(item.asked.text) ?? "–" }

    private var question: String {
        switch item.asked.question {
        case .whichVaccine, .didYouMean, nil: words(.`archive.question`, ["text": text])
        case .childOrAdult: words(.`archive.question.child`, ["text": text])
        case .contradiction: words(.`archive.question.contradiction`, ["text": text])
        }
    }

    /// When they were given.
    private var days: String {
        let shown = item.days.prefix(Self.mostDays).map { words.date($0) }
        let more = item.days.count - shown.count
        return words.list(more > 0 ? shown + [words(.`archive.question.more`, count: more)] : Array(shown))
    }

    private var control: FormControl {
        let typed = item.isOther ? "" : item.answer.withoutNUL
        var control = FormControl(name: item.field, error: error, hasHint: true, value: typed)
        (control.label, control.hintText) = (question, days)
        guard !item.isOther, !item.choices.isEmpty || item.isAnswered else { return control }
        control.options = options(typed)
        return control
    }

    /// What may be chosen, that it is another one, or none; what was typed stays where several things fit it.
    private func options(_ typed: String) -> [FormControl.Option] {
        func option(_ found: VaccineSearch.Suggestion, isSelected: Bool = false) -> FormControl.Option {
            FormControl.Option(value: VaccineFinder.id(found), text: names.name(found), isSelected: isSelected)
        }
        let none = FormControl.Option(value: "", text: words[.`archive.question.none`])
        let other = FormControl.Option(value: ImportQuestions.other, text: words[.`vaccinations.table.vaccine.other`])
        switch item.meaning {
        case .one(let found, _):
            let others = item.choices.filter { $0 != found }.map { option($0) }
            return [none, option(found, isSelected: true)] + others + [other]
        case .choice:
            let text = words(.`vaccinations.table.vaccine.choose`, ["text": typed])
            let choose = FormControl.Option(value: typed, text: text, isSelected: true)
            return [choose, none] + item.choices.map { option($0) } + [other]
        default: return [none] + item.choices.map { option($0) } + [other]
        }
    }

    static let fields: [TemplateField<Self>] = [
        .one("line") { $0.control.options.isEmpty ? $0.control : nil },
        .one("choice") { $0.control.options.isEmpty ? nil : $0.control },
    ]
}
