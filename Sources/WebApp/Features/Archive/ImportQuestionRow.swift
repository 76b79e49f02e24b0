import CivilDates
import Immunization
import PassArchive

/// What an import's page asks of vaccines.
struct ImportQuestionList: TemplateModel {
    let rows: [ImportQuestionRow]

    /// - Returns: Nil where nothing is asked.
    init?(_ page: ImportPreviewPage, _ words: Localizer) {
        guard !page.questions.items.isEmpty else { return nil }
        let names = VaccinationNames(catalogue: page.catalogue, words: words)
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
    private var text: String { TidyText.optional(item.asked.text) ?? "–" }

    private var question: String {
        switch item.asked.question {
        case .whichVaccine, .didYouMean: words(.archiveQuestion, ["text": text])
        case .childOrAdult: words(.archiveQuestionChild, ["text": text])
        case .contradiction: words(.archiveQuestionContradiction, ["text": text])
        }
    }

    /// When they were given.
    private var days: String {
        let shown = item.days.prefix(Self.mostDays).map { words.date($0) }
        let more = item.days.count - shown.count
        return words.list(more > 0 ? shown + [words(.archiveQuestionMore, count: more)] : Array(shown))
    }

    private var control: FormControl {
        var control = FormControl(name: item.field, error: error, hasHint: true, value: item.answer.withoutNUL)
        (control.label, control.hintText) = (question, days)
        guard !item.choices.isEmpty || item.isAnswered else { return control }
        var options = item.choices.map { FormControl.Option(value: VaccineFinder.id($0), text: names.name($0)) }
        if case .one(let found, _) = item.meaning, !item.choices.contains(found) {
            options.insert(FormControl.Option(value: VaccineFinder.id(found), text: names.name(found)), at: 0)
        }
        let chosen: String? = if case .one(let found, _) = item.meaning { VaccineFinder.id(found) } else { nil }
        control.options =
            [FormControl.Option(value: "", text: words[.archiveQuestionNone])]
            + options.map { FormControl.Option(value: $0.value, text: $0.text, isSelected: $0.value == chosen) }
        return control
    }

    static let fields: [TemplateField<Self>] = [
        .one("line") { $0.control.options.isEmpty ? $0.control : nil },
        .one("choice") { $0.control.options.isEmpty ? nil : $0.control },
    ]
}
