public import CivilDates
public import Immunization

extension Answer {
    /// Why a line has its state or its day: a value that pages choose words for.
    public enum Reason: Sendable, Hashable {
        /// What was ticked: the observation's id, and its degree. What follows from it isn't told.
        case ticked(String, degree: String?)
        /// A job or task that was ticked.
        case job(String)
        /// Where the patient lives, of the places that a row names.
        case residence(Set<String>)
        /// A trip to these countries of at least so many days, and its departure.
        case trip(Set<String>, days: Int?, departure: CalendarDate?)
        /// A trip to these countries, if any of these conditions holds: nobody told.
        case tripIf(Set<String>, TripConditions)
        /// A trip to these countries of which no day is known.
        case tripWithoutDay(Set<String>)
        /// An age at which it is recommended, or from which it is given.
        case age(CalendarPeriod)
        /// A distance from the dose with this id, which held the antigen, and its day as far as that is known.
        case gap(CalendarPeriod, dose: String, antigen: String, on: PartialDate)
        /// A distance from what was ticked: from a titre, say.
        case after(String, CalendarPeriod)
        /// The time of year, from its first to its last day.
        case season(first: CalendarDate, last: CalendarDate)
        /// The day until which the dose before is said to be valid.
        case validUntil(CalendarDate)
        /// The week of the pregnancy from which it is given.
        case pregnancyWeek(Int)
        /// A child's strength was given to somebody who had outgrown it: the dose with this id, and its day as far as that
        /// is known.
        case childStrength(dose: String, on: PartialDate)
        /// A doctor has to say which vaccine a dose was.
        case unknownVaccine(dose: String, on: PartialDate)
        /// The day of the dose with this id isn't known, and decides; as far as it is known.
        case unknownDay(dose: String, on: PartialDate)
        /// The time is arranged with the treatment that this observation, which was ticked, speaks of.
        case timing(String)
        /// It is given all the same during the treatment that this observation, which was ticked, speaks of.
        case duringTreatment(String)
        /// Only one sex is asked for it, and it isn't told which is meant.
        case sex
    }
}
