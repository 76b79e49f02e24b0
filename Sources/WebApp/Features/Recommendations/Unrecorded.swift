import CivilDates
import Immunization

extension Advice {
    /// Whether nothing is known of what a recommendation is for, so that it can't be said to be missing: it should have
    /// begun more than 12 months ago, and no dose against it is recorded, not even one that doesn't count.
    ///
    /// This is a state of the page over the engine's answer: most who were born in 1980 had measles vaccine or measles,
    /// and a new pass holds nothing of either. What comes again each season, or for a trip, has its day in this season or
    /// before this trip, and is due whatever was before. Nothing is unrecorded in a record that is said to be complete.
    func isUnrecorded(_ recommendation: Recommendation) -> Bool {
        !isRecordComplete && recommendation.isUnrecorded(on: today)
    }
}

extension Recommendation {
    /// Whether it should have begun more than 12 months before a day, and no dose against it is recorded.
    func isUnrecorded(on today: CalendarDate) -> Bool {
        guard state == .overdue || state == .due, doses.isEmpty, !indications.contains(where: \.isTrip), let recommended
        else { return false }
        return recommended < today.adding(CalendarPeriod(years: -1))
    }
}
