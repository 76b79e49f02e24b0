import Answers
import CivilDates
import Web

/// A part of the plan: lines of one kind, in the order in which the page has them.
enum PlanPart: CaseIterable {
    case now, unlessGiven, ask, tooLate, notNow, afterBirth, next, later

    /// During a treatment with which the time is arranged what is asked comes first, during a pregnancy what isn't given.
    static func order(isPregnant: Bool, isArranged: Bool = false) -> [PlanPart] {
        let first: [PlanPart] = (isArranged ? [.ask] : []) + (isPregnant ? [.notNow] : [])
        return first + allCases.filter { !first.contains($0) }
    }

    func heading(_ words: Localizer) -> String {
        switch self {
        case .now: words(Answer.State.now)
        case .unlessGiven: words(Answer.State.nowUnlessGiven)
        case .ask: words(Answer.State.ask)
        case .tooLate: words(Answer.State.tooLate)
        case .notNow: words(Answer.State.contraindicated)
        case .afterBirth: words[.`plan.after-birth`]
        case .next: words[.`plan.next`]
        case .later: words(Answer.State.later)
        }
    }

    /// Whether its rows show their reasons before they are opened.
    var isUnfolded: Bool { self == .ask || self == .tooLate || self == .notNow }
}

extension RecommendationsPage {
    /// The lines of a part, but for those that an open question asks about.
    func lines(of part: PlanPart) -> [Answer.Line] {
        let asked = Set(courses.flatMap(\.lines))
        return shown.filter { !($0.isQuestion && asked.contains($0.id)) && self.part(of: $0) == part }
    }

    /// Nil for what is complete or not needed, which have places of their own; a test that lacks is asked about.
    private func part(of line: Answer.Line) -> PlanPart? {
        switch line.state {
        case .now: .now
        case .nowUnlessGiven: .unlessGiven
        case .ask: .ask
        case .tooLate: .tooLate
        case .contraindicated: .notNow
        case .soon, .later: ahead(line.day ?? answer.day)
        case .complete: line.finding == nil ? nil : .ask
        case .notRecommended: nil
        }
    }

    private func ahead(_ day: CalendarDate) -> PlanPart {
        guard day <= answer.day.adding(CalendarPeriod(years: 1)) else { return .later }
        guard isPregnant, let birth = record.facts.dueDate else { return .next }
        return day > birth ? .afterBirth : .next
    }

    var isPregnant: Bool { record.facts.pregnancyStart(on: answer.day) != nil }
}

/// The rows of a part, and the questions that belong to it.
struct PlanGroup: TemplateModel {
    let heading: String
    let rows: [PlanRow]
    var questions: [PlanQuestion] = []

    static let fields: [TemplateField<Self>] = [
        .text("heading") { $0.heading }, .rows("rows") { $0.rows }, .rows("questions") { $0.questions },
    ]
}

extension RecommendationsPage {
    /// How many rows show the buttons that answer them before they are opened.
    private static let rowsWithButtons = 3

    func groups(_ words: AnswerWords) -> [PlanGroup] {
        PlanPart.order(isPregnant: isPregnant, isArranged: answer.arranging != nil).compactMap { part in
            let rows = lines(of: part).enumerated().map { place, line in
                PlanRow(
                    line: line, part: part, isAnsweredAtOnce: !isEmpty && place < Self.rowsWithButtons, page: self,
                    words: words)
            }
            let questions =
                part == .unlessGiven ? courses.map { PlanQuestion(question: $0, page: self, words: words) } : []
            return rows.isEmpty && questions.isEmpty
                ? nil : PlanGroup(heading: part.heading(words.names.words), rows: rows, questions: questions)
        }
    }

    /// What is complete, folded into one row.
    func complete(_ words: AnswerWords) -> CompleteGroup? {
        let lines = shown.filter { $0.state == .complete && $0.finding == nil }
        return lines.isEmpty
            ? nil : CompleteGroup(rows: lines.map { PlanRow(line: $0, part: nil, page: self, words: words) })
    }

    /// The courses that were begun and aren't gone on with.
    func begun(_ words: AnswerWords) -> RowGroup<PlanRow>? {
        RowGroup(
            shown.filter { $0.state == .notRecommended && $0.begun != nil }
                .map { PlanRow(line: $0, part: nil, page: self, words: words) })
    }
}

/// What is complete.
struct CompleteGroup: TemplateModel {
    let rows: [PlanRow]

    static let fields: [TemplateField<Self>] = [
        .text("count") { $1(.`plan.complete`, count: $0.rows.count) },
        // Whoever has just said that a course was given sees where that is taken back.
        .flag("isUnfolded") { $0.rows.contains(where: \.line.isTold) },
        .rows("rows") { $0.rows },
    ]
}
