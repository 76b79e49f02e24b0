import Algorithms
import Answers
import CivilDates
import Vault
import Web

/// What a pass's page begins with: how many vaccinations are for now and which, what is to be asked or measured, and what comes next.
struct DueCard: TemplateModel {
    let pass: PassRecord
    let words: AnswerWords
    /// Whether it names all lines of the plan, as where nothing is entered yet.
    let isWhole: Bool

    static let fields: [TemplateField<Self>] = [
        .one("number") { AnswerNumber(summary: $0.answer.summary, asked: $0.words.questions) },
        .rows("groups") { $0.groups }, .lines("conditions") { card, _ in card.conditions },
        .text("next") { card, _ in card.isWhole ? nil : card.next },
        .text("plan") { Links.recommendations($0.pass.id) },
    ]

    private var answer: Answer { words.answer }
    private var localizer: Localizer { words.names.words }

    /// Each vaccination that is for now, then the other lines, those that say the same together.
    private var groups: [DueGroup] {
        let due = answer.due.map { (head: head($0), text: text($0.injection)) }
        let others = answer.near.filter(isTold).map { (head: head($0), text: text($0)) }
        let all = due + others
        return all.map(\.head).uniqued().map { head in
            DueGroup(head: head, vaccines: all.filter { $0.head == head }.map(\.text))
        }
    }

    /// What has to be known before that is given.
    private var conditions: [String] {
        answer.lines.filter { $0.isForNow || isTold($0) }.flatMap(words.conditions).uniqued().map { $0 }
    }

    /// Whether a line has a place of its own; beside a record only what somebody has to do something about.
    ///
    /// A season that is far is only on the plan, whoever it is for.
    private func isTold(_ line: Answer.Line) -> Bool {
        guard !line.isForNow else { return false }
        return switch line.state {
        case .now, .nowUnlessGiven, .ask, .tooLate, .contraindicated: true
        case .complete: isWhole || line.finding != nil
        case .soon: isWhole
        case .later: isWhole && !line.isSeasonal
        case .notRecommended: false
        }
    }

    private func head(_ due: Answer.Due) -> DueGroup.Head {
        let state: Answer.State = due.isUnlessGiven ? .nowUnlessGiven : .now
        return DueGroup.Head(
            state: words.isBegun && due.isMissing ? localizer[.`vaccinations.due.missing`] : localizer(state),
            when: due.lines.lazy.compactMap(words.when).first)
    }

    private func head(_ line: Answer.Line) -> DueGroup.Head {
        let state = line.finding == nil ? words.state(line) : localizer[.`vaccinations.due.test`]
        return DueGroup.Head(
            state: line.isQuestion ? localizer(.`vaccinations.due.question`, ["state": state]) : state,
            when: words.when(line))
    }

    private func text(_ injection: Answer.Injection) -> String { joined(words.name(injection), words.step(injection)) }
    private func text(_ line: Answer.Line) -> String {
        words.finding(line).map { "\(words.name(line)): \($0)" } ?? joined(words.name(line), words.step(line))
    }
    private func joined(_ name: String, _ step: String?) -> String { step.map { "\(name), \($0)" } ?? name }

    /// What is given on the next day after today.
    private var next: String {
        guard let day = answer.summary.nextDay else { return localizer[.`vaccinations.due.nothing`] }
        if let visit = answer.visits.first(where: { $0.day == day }) {
            let when = localizer(.`recommendations.from`, ["date": localizer.date(day.description)])
            return next(when, visit.injections.map(text))
        }
        let lines = answer.near.filter { $0.day == day }
        guard let when = lines.first.flatMap(words.when) else { return localizer[.`vaccinations.due.nothing`] }
        return next(when, lines.map(text))
    }

    private func next(_ when: String, _ vaccines: [String]) -> String {
        localizer(.`vaccinations.due.next`, ["when": when, "vaccines": localizer.enumeration(vaccines)])
    }
}

/// Vaccinations of one state and one day.
struct DueGroup: TemplateModel {
    /// The words for state and day.
    struct Head: Hashable {
        let state: String
        let when: String?
    }

    let head: Head
    let vaccines: [String]

    static let fields: [TemplateField<Self>] = [
        .text("state") { $0.head.state }, .text("when") { $0.head.when },
        .text("vaccines") { group, words in words.enumeration(group.vaccines) },
    ]
}
