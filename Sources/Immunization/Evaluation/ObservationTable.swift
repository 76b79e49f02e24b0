import CivilDates

/// What the engine has to know about observations: what follows from each of them, and how long past its end.
public struct ObservationTable: Sendable {
    private let implied: [String: Set<String>]
    private let after: [String: CalendarPeriod]
    private let aftermath: [String: [Observation.Aftermath]]

    /// A table in which nothing follows from anything.
    public init() {
        (implied, after, aftermath) = ([:], [:], [:])
    }

    /// The observations of a catalogue.
    public init(_ catalogue: Catalogue) {
        let implications = Implications(catalogue.observations)
        implied = Dictionary(uniqueKeysWithValues: implications.codes.map { ($0, implications.closure(of: $0)) })
        after = catalogue.observations.reduce(into: [:]) { $0[$1.id] = $1.after }
        aftermath = catalogue.observations.reduce(into: [:]) { $0[$1.id] = $1.aftermath }
    }

    /// The last day on which an observation and what follows from it hold; nil: they go on.
    func last(of observation: PatientObservation) -> CalendarDate? {
        guard let until = observation.until, let after = after[observation.code] else { return observation.until }
        return until.adding(after)
    }

    /// An observation, and what holds from the day after its end on.
    func withAftermath(_ observation: PatientObservation) -> [PatientObservation] {
        guard let start = observation.until?.adding(days: 1), let next = aftermath[observation.code] else {
            return [observation]
        }
        return [observation]
            + next.map { one in
                var following = PatientObservation(one.id, on: start)
                following.until = one.length.map { start.adding($0).adding(days: -1) }
                return following
            }
    }

    /// The codes that an observation gives a patient: its own, of its degree, and what follows from them.
    func codes(of observation: PatientObservation) -> Set<String> {
        let degree = observation.degree.map { Observation.code(observation.code, degree: $0) }
        return implied[degree ?? observation.code] ?? implied[observation.code] ?? [observation.code]
    }
}
