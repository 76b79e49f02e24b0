public import CivilDates
public import Immunization

/// A record as far as rules ask for it: what an ``Answer`` is made from.
public struct Dossier: Sendable, Hashable {
    /// What was answered to the question whether a course was given.
    public enum Told: String, Sendable, Hashable, CaseIterable {
        /// It was given completely.
        case yes
        /// It wasn't.
        case no
        /// Nobody knows.
        case unknown
    }

    /// Whoever is to be protected, with what is entered; born on the last day that ``birth`` can mean.
    public var patient: Patient
    /// The day of birth as far as it is known.
    public var birth: PartialDate?
    /// The day since which every vaccination that was ever given is said to be entered.
    public var completeSince: CalendarDate?
    /// What was reported of courses, by the first antigen of the question or line.
    public var told: [String: Told] = [:]
    /// The ids of the observations that were denied.
    public var denied: Set<String> = []
    /// The ids of the vaccinations that are entered as the first of several.
    public var firstDoses: Set<String> = []

    /// The record of a patient whose day of birth is known.
    public init(_ patient: Patient) {
        (self.patient, birth) = (patient, PartialDate(patient.birthDate))
    }
}
