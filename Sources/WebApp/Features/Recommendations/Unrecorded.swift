import CivilDates
import Immunization

extension Advice {
    /// Whether nothing is known of what a recommendation is for, so that it can't be said to be missing: it should have
    /// begun more than 12 months ago, and no dose against it is recorded, not even one that doesn't count.
    ///
    /// This is a state of the page over the engine's answer: most who were born in 1980 had measles vaccine or measles,
    /// and a new pass holds nothing of either. What comes again each season, or for a trip, has its day in this season or
    /// before this trip, and is due whatever was before; what somebody's answer asks for is due unless it was given, and
    /// says so. Nothing is unrecorded in a record that is said to be complete.
    func isUnrecorded(_ recommendation: Recommendation) -> Bool {
        !isRecordComplete
            && (recommendation.isUnrecorded(on: today) && !isKnownSince(recommendation)
                || isOnlyContinued(recommendation) && !isLongAgo(recommendation))
            && !recommendations.contains { other in
                other.isAnswered && other.lacksRecord(on: today)
                    && Set(recommendation.antigens).isSubset(of: other.antigens)
            }
    }

    /// Whether a minor's record goes on after the day from which something is recommended.
    ///
    /// What isn't in it then wasn't given. The booklets of adults are often entered from their last page.
    private func isKnownSince(_ recommendation: Recommendation) -> Bool {
        guard patient.species == "person", patient.birthDate.adding(Self.grown) > today,
            let recommended = recommendation.recommended
        else { return false }
        return patient.doses.contains { $0.date.earliest > recommended }
    }

    /// Whether all that is recorded of a course that children begin are doses of an adult: the last page of a booklet was
    /// entered, and the first doses stand on another.
    ///
    /// A dose of the last 12 months may have begun the course, unless it was for a pregnancy.
    func isOnlyContinued(_ recommendation: Recommendation) -> Bool {
        guard !isRecordComplete, patient.species == "person", !recommendation.isIdle, !recommendation.isAnswered,
            !recommendation.indications.contains(where: \.isTrip), !recommendation.isBooster,
            let recommended = recommendation.recommended,
            recommended < today.adding(CalendarPeriod(years: -1)) || isForAnAnswer(recommendation)
        else { return false }
        let grown = patient.birthDate.adding(Self.grown)
        return !recommendation.doses.isEmpty && recommendation.doses.allSatisfy { $0.date >= grown }
            && isBegunInChildhood(recommendation)
    }

    /// Whether the next dose of a course that an adult only continued is due whatever was before: the last was more than
    /// ten years ago.
    func isLongAgo(_ recommendation: Recommendation) -> Bool {
        recommendation.doses.allSatisfy { $0.date < today.adding(CalendarPeriod(years: -10)) }
    }

    /// Whether each of its doses was one that somebody's answer asked for.
    private func isForAnAnswer(_ recommendation: Recommendation) -> Bool {
        let asked = recommendations.filter(\.isAnswered).flatMap(\.doses).filter { $0.status == .valid }.map(\.dose)
        return Set(recommendation.doses.map(\.dose)).isSubset(of: asked)
    }

    private static let grown = CalendarPeriod(years: 18)

    private func isBegunInChildhood(_ recommendation: Recommendation) -> Bool {
        let rows = recommender.engine.schedules.first { $0.id == recommendation.schedule }?.series ?? []
        let birth = patient.birthDate
        return rows.contains { row in
            row.kind == .standard && !Set(row.antigens).isDisjoint(with: recommendation.antigens)
                && row.doses.first?.ages.contains {
                    $0.earliestRecommended.map { birth.adding($0) < birth.adding(Self.grown) } ?? false
                } ?? false
        }
    }

    /// Something with what has to be so for it to be due, where an answer asks for it and nothing against it is recorded:
    /// 'Whooping cough, unless the last dose was less than 10 years ago'.
    func unlessGiven(_ text: String, _ recommendation: Recommendation, _ words: Localizer) -> String {
        guard !isRecordComplete, recommendation.isAnswered, recommendation.lacksRecord(on: today) else { return text }
        guard let gap = repetition(of: recommendation) else { return words(.nextUnless, ["what": text]) }
        return words(.nextUnlessRecent, ["what": text, "time": words.length(gap)])
    }

    /// How long a dose lasts of what has no course: the one dose comes again and again.
    private func repetition(of recommendation: Recommendation) -> CalendarPeriod? {
        let rows = recommender.engine.schedules.first { $0.id == recommendation.schedule }?.series ?? []
        let row = rows.first { row in recommendation.progress.contains { $0.key.series == row.id } }
        guard let first = row?.doses.first, first.isRecurring else { return nil }
        return first.intervals.compactMap(\.earliestRecommended).first
    }
}

extension Recommendation {
    /// Whether it should have begun more than 12 months before a day, and no dose against it is recorded; what an answer
    /// asks for is told all the same.
    ///
    /// What a booster goes with is known: whoever has tetanus entered is due for the one against whooping cough with it.
    func isUnrecorded(on today: CalendarDate) -> Bool { !isAnswered && !isBooster && lacksRecord(on: today) }

    /// Whether something stands against it for now, and no dose against it is recorded.
    var isForbiddenAndUnrecorded: Bool { state == .contraindicated && doses.isEmpty }

    /// Whether it is a course against antigens of which nothing is known, also where a dose that is planned for another
    /// reason protects against them: nobody knows which dose of the course that would be.
    func goesOn(with unrecorded: Set<String>) -> Bool {
        !isAnswered && !indications.contains(where: \.isTrip) && !antigens.isEmpty
            && unrecorded.isSuperset(of: antigens)
    }

    /// Whether its next dose refreshes what went before.
    fileprivate var isBooster: Bool {
        let open = progress.filter { $0.nextFrom != nil }
        return !open.isEmpty && open.allSatisfy(\.isBooster)
    }

    /// Whether something that was answered asks for it: a condition, a job, a pregnancy.
    fileprivate var isAnswered: Bool {
        indications.contains { if case .observation = $0.ground { true } else { false } }
    }

    fileprivate func lacksRecord(on today: CalendarDate) -> Bool {
        guard state == .overdue || state == .due, doses.isEmpty, !indications.contains(where: \.isTrip), let recommended
        else { return false }
        return recommended < today.adding(CalendarPeriod(years: -1))
    }
}
