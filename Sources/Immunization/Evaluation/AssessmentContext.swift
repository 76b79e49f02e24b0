import CivilDates

/// What every step of judging one patient on one day has at hand.
///
/// A class, so that the many steps share it instead of copying it.
final class AssessmentContext {
    let patient: Patient
    /// The day, against which days are held by ``hasCome(_:)`` and its like: results are kept until one comes.
    let date: CalendarDate
    let history: PatientHistory
    let rules: RuleSet
    /// Observations that hold on the day and what follows from them, with their most recent date.
    let observations: [String: CalendarDate?]
    /// How long each observation that has begun holds, those that are over too.
    private let lasting: [String: CalendarDate]
    /// The first later day on which something may be judged otherwise, of all that was asked for since it was set.
    var nextChange = CalendarDate.last

    /// By the id of a series, the first dose with which a course was begun for a trip, and what ``nextChange`` was with it.
    var begun: [String: (dose: CalendarDate?, change: CalendarDate)] = [:]

    /// By the place of a vaccine, when it keeps its distance from the recent doses, and what ``nextChange`` was with it.
    var conflictEnds: [Int: (end: ConflictEnd?, change: CalendarDate)] = [:]

    /// The first later day on which an observation begins or ends to hold.
    let nextObservation: CalendarDate

    /// Doses that count nowhere: worthless, or given too young for the product or for every row that names it.
    ///
    /// Empty where no rule asks for them.
    let uncounted: Set<Int>

    /// False for each dose of the history: what series begin with.
    let noneValid: [Bool]

    /// The latest doses, as far back as one can block another: the last of each vaccine and day.
    let recentDoses: [PatientHistory.Dose]

    /// The contraindications whose observations hold on the day, by antigen; those of an age are held against the day a
    /// dose would be given.
    let contraindications: [String: [Contraindication]]

    init(patient: Patient, date: CalendarDate, history: PatientHistory, rules: RuleSet) {
        (self.patient, self.date, self.history, self.rules) = (patient, date, history, rules)
        noneValid = Array(repeating: false, count: history.doses.count)
        var recent: [PatientHistory.Dose] = []
        for dose in history.doses.reversed() where rules.longestConflict > 0 {
            if dose.date.days(until: date) > rules.longestConflict { break }
            let day = recent.reversed().prefix { $0.date == dose.date }
            if !day.contains(where: { $0.vaccine?.id == dose.vaccine?.id }) { recent.append(dose) }
        }
        recentDoses = recent
        uncounted = rules.asksForUncounted ? Self.uncounted(history, patient, rules) : []
        (observations, lasting, nextObservation) = Self.observations(of: patient, on: date, rules)
        contraindications = Self.contraindications(rules, observations)
    }

    /// How long after its first day a pregnancy is still believed in.
    static let longestPregnancy = CalendarPeriod(weeks: 43)

    private static func observations(
        of patient: Patient, on date: CalendarDate, _ rules: RuleSet
    ) -> ([String: CalendarDate?], [String: CalendarDate], next: CalendarDate) {
        var (latest, lasting, next): ([String: CalendarDate?], [String: CalendarDate], CalendarDate) = ([:], [:], .last)
        var all = patient.observations
        if let start = patient.pregnancyStart {
            var pregnancy = PatientObservation(PatientObservation.pregnancy, on: start)
            pregnancy.until = start.adding(Self.longestPregnancy)
            all.append(pregnancy)
        }
        for observation in all.flatMap(rules.observations.withAftermath) {
            let (first, last) = (observation.date ?? .first, rules.observations.last(of: observation) ?? .last)
            next = [next, first, last.adding(days: 1)].filter { date < $0 }.min() ?? .last
            guard first <= date else { continue }
            for code in rules.observations.codes(of: observation) {
                lasting[code] = max(lasting[code] ?? .first, last)
                guard date <= last else { continue }
                let known = latest[code] ?? nil
                latest[code] = .some([known, observation.date].compactMap { $0 }.max())
            }
        }
        return (latest, lasting, next)
    }

    private static func uncounted(_ history: PatientHistory, _ patient: Patient, _ rules: RuleSet) -> Set<Int> {
        Set(
            history.doses.indices.filter { index in
                let dose = history.doses[index]
                guard dose.defect == nil, let vaccine = dose.vaccine else { return dose.defect != nil }
                return vaccine.youngest(givenOn: dose.date, bornOn: patient.birthDate) != nil
                    || rules.youngestAge(for: vaccine).map { dose.date < patient.birthDate.adding($0) } ?? false
            })
    }

    private static func contraindications(
        _ rules: RuleSet, _ observations: [String: CalendarDate?]
    ) -> [String: [Contraindication]] {
        let told = observations.keys.sorted().flatMap { rules.contraindications[$0] ?? [] }
        let active = (told + (rules.contraindications[nil] ?? [])).filter { rule in
            rule.also.allSatisfy { observations[$0] != nil }
                && rule.unless.allSatisfy { observations[$0] == nil }
        }
        var byAntigen: [String: [Contraindication]] = [:]
        for rule in active {
            for antigen in rule.antigen.map({ [$0] }) ?? rules.antigens {
                byAntigen[antigen, default: []].append(rule)
            }
        }
        return byAntigen
    }

    /// Whether an observation that has begun holds on a day, or what it follows from does.
    func holds(_ code: String, on day: CalendarDate) -> Bool {
        guard let last = lasting[code] else { return false }
        note(last.adding(days: 1))
        return day <= last
    }

    /// Whether an observation has begun, one that is over too.
    func hasBegun(_ code: String) -> Bool { lasting[code] != nil }

    /// Whether judging an antigen depends on what became of other series or of other vaccines' doses.
    func asksForOthers(_ antigen: String) -> Bool {
        rules.antigensAskingForSeries.contains(antigen)
            || (history.indices[antigen] ?? []).contains { index in
                index > 0 && history.doses[index].vaccine.map { !rules.conflicts(for: $0).isEmpty } ?? false
            }
    }

    /// The day on which the patient reaches an age.
    func day(atAge age: CalendarPeriod) -> CalendarDate { patient.birthDate.adding(age) }

    /// Whether the patient's age on a day is in a half-open range.
    func isAge(on day: CalendarDate, from begin: CalendarPeriod?, until end: CalendarPeriod?) -> Bool {
        let (first, over) = (begin.map(self.day(atAge:)), end.map(self.day(atAge:)))
        if date <= day {
            if let first { note(first) }
            if let over { note(over) }
        }
        return (first.map { $0 <= day } ?? true) && (over.map { day < $0 } ?? true)
    }
}

/// What one series has to know of others, from the round before.
struct OtherResults {
    /// The selection groups of the same antigen in which a series is complete.
    var completedGroups: Set<String> = []
    /// Which doses came too soon after another vaccine, by what is known of the others so far.
    let conflicts: ConflictTable

    /// What of it matters to one antigen.
    struct Own: Equatable {
        var completedGroups: Set<String> = []
        /// The conflicts of the antigen's doses; empty where there are none.
        var conflicts: [DoseEvaluation.Reason?] = []
    }

    /// What of it matters to the antigen of some doses.
    func own(_ indices: [Int], asksForSeries: Bool) -> Own {
        var own = Own()
        if asksForSeries { own.completedGroups = completedGroups }
        if indices.contains(where: { conflicts[$0] != nil }) { own.conflicts = indices.map { conflicts[$0] } }
        return own
    }
}
