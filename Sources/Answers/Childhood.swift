public import CivilDates
public import Immunization

/// A childhood laid out: what the schedules have for somebody from birth on, as if nothing had been missed.
public struct Childhood: Sendable, Hashable {
    /// One dose of it.
    public struct Dose: Sendable, Hashable {
        /// The day on which it is recommended.
        public let day: CalendarDate
        /// The kind of vaccine.
        public let vaccine: String
    }

    /// The doses up to the day, in the order of time.
    public let doses: [Dose]

    /// What the schedules have for a patient up to a day, whatever is entered, ticked or travelled.
    public init(of patient: Patient, by engine: ImmunizationEngine, catalogue: Catalogue, until day: CalendarDate) {
        var patient = patient
        (patient.doses, patient.observations, patient.trips, patient.pregnancyStart) = ([], [], [], nil)
        let birth = patient.birthDate
        let horizon = CalendarPeriod(days: max(0, birth.days(until: day)))
        let visits = Recommender(engine).plan(for: patient, from: birth, horizon: horizon).visits
        doses = visits.flatMap { visit in
            Self.vaccines(of: visit, patient.species, catalogue).map { Dose(day: visit.date, vaccine: $0.id) }
        }
    }

    /// Few vaccines that protect against all that a visit is for: the combined ones first.
    private static func vaccines(of visit: VisitPlan.Visit, _ species: String, _ catalogue: Catalogue) -> [Vaccine] {
        var open = Set(visit.doses.flatMap(\.antigens))
        // The kinds that the rules name, in their order, then any other.
        let named = visit.doses.flatMap(\.vaccines).compactMap { catalogue.vaccine($0) }
        let kinds = (named.compactMap { catalogue.vaccine($0.kind) } + catalogue.kinds).filter {
            !$0.isPassive && !$0.targets.isEmpty && $0.species == species
        }
        var found: [Vaccine] = []
        while let next = largest(of: kinds, within: open) {
            found.append(next)
            open.subtract(next.targets)
        }
        return found
    }

    private static func largest(of kinds: [Vaccine], within open: Set<String>) -> Vaccine? {
        kinds.enumerated().filter { open.isSuperset(of: $0.element.targets) }.max { left, right in
            (left.element.targets.count, right.offset) < (right.element.targets.count, left.offset)
        }?.element
    }
}
