import CivilDates

/// Finds the day on which a dose is best given, as a plan has it.
struct BestDay {
    let engine: ImmunizationEngine
    /// The plan's first day: what is due on it doesn't wait.
    let start: CalendarDate
    /// How many weeks before its day a booster may be given: what it refreshes ends on that day.
    let weeksAhead: Int
    /// Whether one vaccine is both doses on a day.
    let isOneVaccine: (Recommendation, Recommendation, CalendarDate) -> Bool

    /// How long a dose waits at most for one that the same vaccine is.
    private static let patience = CalendarPeriod(months: 3)

    /// The day of a dose.
    ///
    /// It is the one it is recommended from or, where one vaccine is both it and a dose that comes before it gets overdue,
    /// that one's. What is due on the plan's first day doesn't wait, but for what a dose in pregnancy is as well.
    func day(of dose: Recommendation, among open: [Recommendation]) -> CalendarDate? {
        if let later = together(dose, among: open) { return later }
        if weeksAhead > 0, let day = ahead(of: dose) { return day }
        if isNearTrip(dose) { return start }
        guard let recommended = dose.recommended, recommended > start, let overdue = dose.overdueFrom else {
            return dose.recommended
        }
        let combined = open.compactMap { other -> CalendarDate? in
            guard other.id != dose.id, let day = other.recommended, recommended < day, day < overdue,
                dose.latest.map({ day <= $0 }) ?? true, holds(other, dose) || isJoined(dose, other, on: day)
            else { return nil }
            return day
        }
        return combined.min() ?? recommended
    }

    /// The day of a booster weeks before what it refreshes ends; nil for other doses, and for what a trip sets the day of.
    private func ahead(of dose: Recommendation) -> CalendarDate? {
        let next = dose.progress.filter { $0.nextFrom != nil }
        if case .trip = dose.reason { return nil }
        guard let day = dose.recommended, !next.isEmpty, next.allSatisfy(\.isBooster) else { return nil }
        return max(day.adding(CalendarPeriod(weeks: -weeksAhead)), min(day, dose.earliest ?? day))
    }

    /// Whether a trip asks for a dose within days, which may be given at once: nobody comes back for it.
    ///
    /// What goes on with a course keeps its distance, and an animal's has a day of its own.
    private func isNearTrip(_ dose: Recommendation) -> Bool {
        guard weeksAhead == 0, case .trip = dose.reason, let day = dose.recommended, let earliest = dose.earliest else {
            return false
        }
        let isGoingOn = dose.progress.contains { $0.nextFrom != nil && $0.given > 0 && !$0.isBooster }
        return !isGoingOn && earliest <= start && start < day && day <= start.adding(days: Recommender.daysAheadOfTrips)
    }

    /// Whether the vaccine that one is recommended with is all of the other.
    private func holds(_ other: Recommendation, _ dose: Recommendation) -> Bool {
        other.vaccines.first.map { engine.antigens(of: $0).isSuperset(of: dose.antigens) } ?? false
    }

    /// Whether one vaccine is a dose and one that comes weeks later.
    private func isJoined(_ dose: Recommendation, _ other: Recommendation, on day: CalendarDate) -> Bool {
        guard let recommended = dose.recommended, day <= recommended.adding(Self.patience) else { return false }
        return isOneVaccine(dose, other, day)
    }

    /// The day of a dose that a pregnancy asks for within months, where one vaccine is that and this booster; what goes on
    /// with a course waits for weeks.
    private func together(_ dose: Recommendation, among open: [Recommendation]) -> CalendarDate? {
        let next = dose.progress.filter { $0.nextFrom != nil }
        guard dose.indications.isEmpty, !next.isEmpty, next.allSatisfy({ $0.isBooster || $0.given > 0 }) else {
            return nil
        }
        let isBooster = next.allSatisfy(\.isBooster)
        let limit = start.adding(CalendarPeriod(weeks: isBooster ? 26 : 8))
        return open.compactMap { other -> CalendarDate? in
            guard other.id != dose.id, case .interval(let gap) = other.reason,
                gap.observation == PatientObservation.pregnancy, let day = other.recommended, day > start, day <= limit,
                let due = dose.recommended, due <= day
            else { return nil }
            let isBoth = other.vaccines.contains { engine.antigens(of: $0).isSuperset(of: dose.antigens) }
            return isBoth ? day : nil
        }.min()
    }
}
