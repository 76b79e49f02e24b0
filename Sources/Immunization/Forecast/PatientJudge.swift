public import CivilDates

/// Judges one patient on several days, or with more doses each time, and judges again only what that changes.
public final class PatientJudge {
    private let judges: [ScheduleJudge]
    private let vaccines: VaccineTable
    /// The history as it was made last, and for which day.
    private var known: (history: PatientHistory, count: Int, date: CalendarDate)?

    /// A judge that knows nothing yet.
    init(_ rules: [RuleSet], vaccines: VaccineTable) {
        (judges, self.vaccines) = (rules.map(ScheduleJudge.init), vaccines)
    }

    /// What each schedule that is for the patient says on a day; nothing in a task that was cancelled, so that a calculation
    /// ends soon after nobody waits for it: what it answers then is to be thrown away.
    ///
    /// - Parameters:
    ///   - patient: The same each time, but for doses that were added at the end.
    ///   - date: The day from which it is seen; later doses don't count.
    public func assess(_ patient: Patient, on date: CalendarDate) -> [Assessment] {
        found(patient, on: date).map(\.assessment)
    }

    /// The same of what is to be given alone.
    func assessOpen(_ patient: Patient, on date: CalendarDate) -> [Assessment] {
        found(patient, on: date).map(\.openAssessment)
    }

    private func found(_ patient: Patient, on date: CalendarDate) -> [ScheduleJudge.Found] {
        guard !Task.isCancelled else { return [] }
        let history = history(of: patient, on: date)
        return judges.map { $0.found(patient, on: date, history) }
    }

    private func history(of patient: Patient, on date: CalendarDate) -> PatientHistory {
        // A dose is judged on the last day it can have been, but on none to come.
        let new = patient.doses.dropFirst(known?.count ?? 0)
        let first = new.map(\.latest).min() ?? .last
        if let known, known.count <= patient.doses.count,
            patient.doses.prefix(known.count).allSatisfy({
                $0.latest <= min(known.date, date) && $0.latest < first
            })
        {
            guard !new.isEmpty else { return known.history }
            var history = known.history
            history.add(new, of: patient, on: date, vaccines: vaccines)
            self.known = (history, patient.doses.count, date)
            return history
        }
        let history = PatientHistory(of: patient, on: date, vaccines: vaccines)
        known = (history, patient.doses.count, date)
        return history
    }
}
