import Algorithms
import CivilDates
import Foundation
import Immunization
import Model
import Vault

extension CalendarFile {
    /// The visits of a pass.
    ///
    /// - Parameters:
    ///   - isDetailed: Whether names of people and diseases may stand in it: only if the user asked for them, since
    ///     calendars are shared and stand on other servers.
    ///   - advice: What they are planned by; only a file with names tells of a journey.
    ///   - questions: What is to be asked a doctor: it has no day, and never becomes an appointment.
    init(
        _ visits: [VisitPlan.Visit], by advice: Advice?, questions: [Recommendation], of pass: PassRecord,
        names: VaccinationNames,
        isDetailed: Bool, now: Date, today: CalendarDate
    ) {
        let words = names.words
        var seen: [String: Int] = [:]
        (self.now, self.today) = (now, today)
        events = visits.map { visit in
            let keys = visit.doses.map { "\($0.id) \($0.doseNumber ?? 0)" }
            let turn = seen[keys.sorted().joined(separator: "\n"), default: 0]
            seen[keys.sorted().joined(separator: "\n")] = turn + 1
            let diseases = Array(visit.doses.flatMap(\.antigens).map(names.target).uniqued())
            return Event(
                identifier: Self.identifier(pass: pass.id, keys + [String(turn)]), date: visit.date,
                summary: isDetailed
                    ? words(.calendarDetailed, ["name": pass.name, "diseases": words.list(diseases)])
                    : words[.calendarSummary],
                description: ([words[.calendarDescription]]
                    + (isDetailed && advice?.isOnJourney(visit.date) == true ? [words[.visitsOnJourney]] : []))
                    .joined(separator: " "))
        }
        tasks = questions.map { question in
            let diseases = words.list(question.antigens.map(names.target))
            return Task(
                identifier: Self.identifier(pass: pass.id, ["ask", question.id]),
                summary: isDetailed
                    ? words(.calendarAskDetailed, ["name": pass.name, "diseases": diseases]) : words[.calendarAsk],
                description: ([words[.calendarAskDescription]] + (isDetailed ? question.why(words) : []))
                    .joined(separator: " "))
        }
    }
}
