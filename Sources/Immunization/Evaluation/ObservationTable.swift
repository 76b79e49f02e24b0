/// What the engine has to know about observations: what follows from each of them.
public struct ObservationTable: Sendable {
    private let implied: [String: Set<String>]

    /// A table in which nothing follows from anything.
    public init() {
        implied = [:]
    }

    /// The observations of a catalogue.
    public init(_ catalogue: Catalogue) {
        let implications = Implications(catalogue.observations)
        implied = Dictionary(uniqueKeysWithValues: implications.codes.map { ($0, implications.closure(of: $0)) })
    }

    /// The codes that an observation gives a patient: its own, of its degree, and what follows from them.
    func codes(of observation: PatientObservation) -> Set<String> {
        let degree = observation.degree.map { Observation.code(observation.code, degree: $0) }
        return implied[degree ?? observation.code] ?? implied[observation.code] ?? [observation.code]
    }
}
