import Answers
import CivilDates
import Immunization
import Web

/// The buttons that say whether something was given.
struct PlanAnswers: TemplateModel {
    struct Choice: TemplateModel {
        let value: String
        let text: String

        /// - Parameter isOfLine: Whether it is of a line, about which nobody is asked a whole course.
        init(_ told: Dossier.Told, _ words: Localizer, isOfLine: Bool) {
            value = told.rawValue
            text =
                switch told {
                case .no where isOfLine: words[.`plan.never`]
                case .unknown where isOfLine: words[.`plan.not-sure`]
                default: words(told)
                }
        }

        /// Takes back what was said.
        init(takingBack words: Localizer) { (value, text) = ("", words[.`plan.take-back`]) }

        static let fields: [TemplateField<Self>] = [.text("value") { $0.value }, .text("text") { $0.text }]
    }

    /// The antigen by which the answer is stored.
    let target: String
    /// What it is about, for those who don't see where the buttons are.
    let subject: String
    /// Where to enter what was given.
    var enter: String?
    let choices: [Choice]

    static let fields: [TemplateField<Self>] = [
        .text("target") { $0.target }, .text("subject") { $0.subject }, .text("enter") { $0.enter },
        .rows("choices") { $0.choices },
    ]
}

/// A question about a course of which nothing is entered, for all lines that it decides.
struct PlanQuestion: TemplateModel {
    let question: Question
    let page: RecommendationsPage
    let words: AnswerWords

    private var lines: [Answer.Line] { page.answer.lines.filter { question.lines.contains($0.id) } }

    /// What holds after a yes: of several lines the first that has a day.
    private var otherwise: String? {
        let first = lines.filter { $0.otherwise != nil }.min { ($0.otherwise ?? .last) < ($1.otherwise ?? .last) }
        return (first ?? lines.first).flatMap(words.otherwise)
    }

    /// Those of its lines that the page shows, but for what is for now whatever is answered: that has a row of its own.
    private var anchors: [String] {
        let shown = Set(page.shown.filter(\.isQuestion).map(\.id))
        return question.lines.filter(shown.contains)
    }

    static let fields: [TemplateField<Self>] = [
        .text("id") { $0.anchors.first }, .lines("anchors") { row, _ in Array(row.anchors.dropFirst()) },
        .text("text") { row, _ in row.words.text(row.question) }, .text("otherwise") { row, _ in row.otherwise },
        .one("answers") { row, localizer in
            row.question.course.map { target in
                PlanAnswers(
                    target: target, subject: row.words.names.diseases([target]),
                    choices: Dossier.Told.allCases.map { .init($0, localizer, isOfLine: false) })
            }
        },
    ]
}

/// What somebody answered that decides the state of a line, and how to answer something else.
struct ToldAnswer: TemplateModel {
    let answer: String
    /// On the first line of a question alone.
    let answers: PlanAnswers?

    static let fields: [TemplateField<Self>] = [
        .text("answer") { $0.answer }, .one("answers") { $0.answers },
    ]

    /// Nil where nothing was answered.
    init?(_ line: Answer.Line, _ page: RecommendationsPage, _ words: AnswerWords) {
        guard let told = line.told, let first = line.group.first else { return nil }
        let localizer = words.names.words
        let question = page.answer.questions.first { $0.course != nil && $0.lines.contains(line.id) }
        let isOfLine = question == nil
        let current = PlanAnswers.Choice(told, localizer, isOfLine: isOfLine).text
        answer = localizer(.`plan.told`, ["answer": current])
        guard question.map({ $0.lines.first == line.id }) ?? true else {
            answers = nil
            return
        }
        let others = Dossier.Told.allCases.filter { $0 != told && !(isOfLine && $0 == .yes) }
        answers = PlanAnswers(
            target: question?.course ?? first, subject: words.name(line),
            choices: others.map { .init($0, localizer, isOfLine: isOfLine) } + [.init(takingBack: localizer)])
    }
}
