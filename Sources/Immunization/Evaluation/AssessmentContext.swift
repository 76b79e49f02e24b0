/// What every step of judging one patient on one day has at hand.
///
/// A class, so that the many steps share it instead of copying it.
final class AssessmentContext: Sendable {
    let patient: Patient
    let date: CalendarDate
    let history: PatientHistory
    let rules: RuleSet
    /// Observations that hold on the day, with their most recent date.
    let observations: [String: CalendarDate?]

    /// The latest doses, as far back as one can block another: the last of each vaccine and day.
    let recentDoses: [PatientHistory.Dose]

    /// The contraindications that apply on the day, by antigen.
    let contraindications: [String: [Contraindication]]

    init(patient: Patient, date: CalendarDate, history: PatientHistory, rules: RuleSet) {
        (self.patient, self.date, self.history, self.rules) = (patient, date, history, rules)
        var recent: [PatientHistory.Dose] = []
        for dose in history.doses.reversed() where rules.longestConflict > 0 {
            if dose.date.days(until: date) > rules.longestConflict { break }
            let day = recent.reversed().prefix { $0.date == dose.date }
            if !day.contains(where: { $0.vaccine?.id == dose.vaccine?.id }) { recent.append(dose) }
        }
        recentDoses = recent
        var latest: [String: CalendarDate?] = [:]
        var all = patient.observations
        if let start = patient.pregnancyStart {
            all.append(PatientObservation(PatientObservation.pregnancy, on: start))
        }
        for observation in all where observation.date.map({ $0 <= date }) ?? true {
            let known = latest[observation.code] ?? nil
            latest[observation.code] = .some([known, observation.date].compactMap { $0 }.max())
        }
        observations = latest
        contraindications = Dictionary(
            grouping: latest.keys.sorted().flatMap { rules.contraindications[$0] ?? [] }.filter { rule in
                (rule.beginAge.map { patient.birthDate.adding($0) <= date } ?? true)
                    && (rule.endAge.map { date < patient.birthDate.adding($0) } ?? true)
            }, by: \.antigen)
    }

    /// Whether judging an antigen depends on what became of other series or of other vaccines' doses.
    func asksForOthers(_ antigen: String) -> Bool {
        rules.antigensAskingForSeries.contains(antigen)
            || (history.indices[antigen] ?? []).contains { index in
                index > 0 && history.doses[index].vaccine.map { !rules.conflicts(for: $0).isEmpty } ?? false
            }
    }

    /// The day on which the patient reaches an age.
    func day(atAge age: CalendarPeriod) -> CalendarDate { patient.birthDate.adding(age) }

    /// Whether a day lies in a half-open range of ages.
    func isAge(on date: CalendarDate, from begin: CalendarPeriod?, until end: CalendarPeriod?) -> Bool {
        (begin.map { day(atAge: $0) <= date } ?? true) && (end.map { date < day(atAge: $0) } ?? true)
    }
}

/// What one series has to know of others, from the round before.
struct OtherResults {
    /// The selection groups of the same antigen in which a series is complete.
    var completedGroups: Set<String> = []
    /// Which doses came too soon after another vaccine, by what is known of the others so far.
    let conflicts: ConflictTable
}
