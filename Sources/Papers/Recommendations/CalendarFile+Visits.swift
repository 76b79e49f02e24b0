import Answers
import CivilDates
import Foundation
import Immunization
import Model
import Vault
import Web

extension CalendarFile {
    /// The visits of a pass; what is to be asked is spoken of in a visit's entry, or a task where there is none, and so is
    /// a question that is open.
    ///
    /// - Parameters:
    ///   - visits: Those of the answer and, for a calendar that goes further ahead, what comes after them.
    ///   - isDetailed: Whether it may name people and diseases: only if the user asked for that, since calendars are shared
    ///     and kept on other servers.
    init(
        _ visits: [Answer.Visit], by words: AnswerWords, of pass: PassRecord, isDetailed: Bool, now: Date,
        today: CalendarDate
    ) {
        let entry = CalendarEntry(pass: pass, words: words, isDetailed: isDetailed)
        var seen: [[String]: Int] = [:]
        (self.now, self.today) = (now, today)
        events = visits.map { visit in
            // The same doses at another visit, as one of each season, are another event.
            let keys = visit.keys
            let turn = seen[keys, default: 0]
            seen[keys] = turn + 1
            return Event(
                identifier: Self.identifier(pass: pass.id, keys + [String(turn)]), date: visit.day,
                summary: entry.summary(visit), description: entry.description(visit))
        }
        let spokenOf = Set(visits.flatMap(\.toAsk))
        let asked = words.answer.lines.filter { $0.state == .ask && !spokenOf.contains($0.id) }.map { line in
            Task(
                identifier: Self.identifier(pass: pass.id, ["ask", line.id]), summary: entry.summary(line),
                description: entry.description(line))
        }
        let open = words.answer.visits.isEmpty ? words.answer.openCourses : []
        tasks =
            asked
            + open.map { question in
                Task(
                    identifier: Self.identifier(pass: pass.id, ["look"] + question.lines),
                    summary: entry.summary(question),
                    description: words.names.words[.`calendar.look.description`])
            }
    }
}

extension Answer.Visit {
    /// What is given at it: as long as a plan stays the same these do, whatever its days.
    fileprivate var keys: [String] {
        injections.map { "\($0.lines.joined(separator: "+")) \($0.dose ?? 0)" }.sorted()
    }
}

/// What a calendar says of a visit, or of what is to be asked.
private struct CalendarEntry {
    let pass: PassRecord
    let words: AnswerWords
    let isDetailed: Bool

    private var own: Localizer { words.names.words }

    /// 'Vaccination due', 'Jonas: 3 vaccinations'.
    func summary(_ visit: Answer.Visit) -> String {
        isDetailed
            ? own(.`calendar.detailed`, count: visit.injections.count, ["name": pass.name]) : own[.`calendar.summary`]
    }

    /// What is given and what to ask there only with names; what to bring, and whose suggestion it is.
    func description(_ visit: Answer.Visit) -> String {
        let given = visit.injections.map(words.name).joined(separator: "; ")
        let asked = words.answer.lines.filter { visit.toAsk.contains($0.id) }.map(words.name)
        let named = [
            given.isEmpty ? nil : "\(given).",
            asked.isEmpty ? nil : own(.`calendar.ask-there`, ["diseases": asked.joined(separator: "; ")]),
            visit.isOnTrip ? own[.`visits.on-journey`] : nil,
        ]
        let bring = isUnlessGiven(visit) ? own[.`calendar.bring`] : nil
        return ((isDetailed ? named : []) + [bring, own[.`calendar.description`]]).compactMap(\.self)
            .joined(separator: " ")
    }

    /// Whether something of it is only given if it isn't in the booklet.
    private func isUnlessGiven(_ visit: Answer.Visit) -> Bool {
        let lines = Set(visit.injections.flatMap(\.lines))
        return words.answer.lines.contains { $0.state == .nowUnlessGiven && lines.contains($0.id) }
    }

    /// 'Ask your doctor about a vaccination', 'Ask your doctor for Jonas: TBE'.
    func summary(_ line: Answer.Line) -> String {
        isDetailed
            ? own(.`calendar.ask.detailed`, ["name": pass.name, "diseases": words.name(line)]) : own[.`calendar.ask`]
    }

    /// 'Look at the vaccination booklet', 'Jonas: Vaccinated against tetanus as a child?'.
    func summary(_ question: Question) -> String {
        isDetailed ? "\(pass.name): \(words.text(question))" : own[.`calendar.look`]
    }

    func description(_ line: Answer.Line) -> String {
        ([own[.`calendar.ask.description`]] + (isDetailed ? words.reasons(line) : [])).joined(separator: " ")
    }
}
