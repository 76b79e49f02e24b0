import CivilDates
package import Immunization
package import Model

/// Whether two doses are one: asked wherever a dose comes in, or is changed.
///
/// Ids and certificates' identities are compared before: here only what is said of a dose counts.
package struct TwinRule: Sendable {
    /// What two doses are to one another.
    package enum Relation: Int, Sendable, Comparable {
        case different
        /// They may be one: somebody is asked.
        case perhaps
        /// They are one, told more or less fully: nobody is asked, and nothing that is said of either contradicts the other.
        case same

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// So near one another that the day was more likely mistaken than two doses given.
    static let mistakenDays = 3

    /// What names the vaccine; the others have to be equal, or empty on one side, for two doses to be one.
    private static let naming: Set = [
        Vaccination.target.name, Vaccination.vaccine.name, Vaccination.vaccineName.name, Vaccination.otherTargets.name,
    ]
    private static let others = Vaccination.compared.filter { !naming.contains($0.name) && $0.name != "date" }

    package let catalogue: Catalogue
    /// What each kind of live vaccine is against.
    private let live: [Set<String>]
    /// Kinds that are called as their disease and say no more: people write 'Tetanus' of a vaccine against six diseases.
    private let simple: Set<String>
    /// How long courses wait between doses, by the id of their product or kind.
    private let gaps: [String: [CalendarPeriod]]

    package init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        live = catalogue.kinds.filter(\.isLive).map { Set($0.targets) }
        simple = Set(catalogue.kinds.filter { $0.targets == [$0.id] && !$0.isPassive }.map(\.id))
        var gaps: [String: [CalendarPeriod]] = [:]
        for course in catalogue.courses {
            for dose in course.doses {
                if case .after(let gap) = dose.moment { gaps[course.vaccine, default: []].append(gap) }
            }
        }
        self.gaps = gaps
    }

    package func relation(_ one: Vaccination, _ other: Vaccination) -> Relation {
        relation(ToldDose(one, catalogue), ToldDose(other, catalogue))
    }

    func relation(_ one: ToldDose, _ other: ToldDose) -> Relation {
        if areTwo(one, other) { return .different }
        if isSame(one, other) { return .same }
        return mayBeSame(one, other) ? .perhaps : .different
    }
}

extension TwinRule {
    /// A vaccine and an antibody, as after a bite, or a live vaccine and one that isn't against the same disease.
    private func areTwo(_ one: ToldDose, _ other: ToldDose) -> Bool {
        guard one.kind != nil, other.kind != nil else { return false }
        guard one.isPassive == other.isPassive else { return true }
        guard one.isLive != other.isLive, !isSimple(one), !isSimple(other) else { return false }
        let shared = one.targets.intersection(other.targets)
        // Of a combination only a part may be live.
        return live.contains { $0.isSubset(of: shared) }
    }

    private func isSimple(_ dose: ToldDose) -> Bool { dose.dose.vaccine.map(simple.contains) ?? false }

    private func isSame(_ one: ToldDose, _ other: ToldDose) -> Bool {
        one.dose.date.isExact && one.dose.date == other.dose.date && one.isPassive == other.isPassive
            && (one.batch == nil || other.batch == nil || one.batch == other.batch)
            && (says(one, noMoreOfTheVaccineThan: other) || says(other, noMoreOfTheVaccineThan: one))
            && Self.others.allSatisfy { Self.agrees($0, one.dose, other.dose) }
    }

    /// Whether the first names the second's vaccine, or only its kind or some of its diseases.
    private func says(_ one: ToldDose, noMoreOfTheVaccineThan other: ToldDose) -> Bool {
        if let id = one.dose.vaccine {
            if id == other.dose.vaccine { return one.name == nil || other.name == nil || one.name == other.name }
            if id == other.kind { return true }
            guard simple.contains(id) else { return false }
        }
        guard one.dose.vaccine != nil || one.name == nil || one.name == other.name else { return false }
        return one.targets.isSubset(of: other.targets)
    }

    private func mayBeSame(_ one: ToldDose, _ other: ToldDose) -> Bool {
        let (left, right) = (one.dose.date, other.dose.date)
        if let first = left.exact, let second = right.exact, first != second {
            return isSoonAfter(one, other, days: abs(first.days(until: second)), from: first)
        }
        guard left.earliest <= right.latest, right.earliest <= left.latest else { return false }
        // A batch is one product's, whatever disease it was entered for.
        if let batch = one.batch, let second = other.batch {
            if batch == second { return true }
            guard left.isExact, right.isExact else { return false }
        }
        return !one.targets.isDisjoint(with: other.targets)
    }

    /// Whether the same vaccine, or one of its kind, was given within a few days, sooner than any of its courses goes on.
    private func isSoonAfter(_ one: ToldDose, _ other: ToldDose, days: Int, from first: CalendarDate) -> Bool {
        guard days <= Self.mistakenDays, let kind = one.kind, kind == other.kind else { return false }
        if let batch = one.batch, let second = other.batch, batch != second { return false }
        return Set([one.dose.vaccine, other.dose.vaccine, kind].compactMap(\.self)).flatMap { gaps[$0] ?? [] }
            .allSatisfy { days < first.days(until: first.adding($0)) }
    }

    /// Whether nothing that the two say of a field contradicts.
    private static func agrees(_ field: Field<Vaccination>, _ one: Vaccination, _ other: Vaccination) -> Bool {
        guard let left = field[one], let right = field[other] else { return true }
        return left == right || left.description.lowercased() == right.description.lowercased()
    }
}

extension TwinRule {
    /// A dose with what another, which is the same, says beside it: only what is empty is filled.
    package func filled(_ dose: Vaccination, by other: Vaccination) -> Vaccination {
        var filled = dose
        for field in Self.others where field[filled] == nil { field.set(field[other], in: &filled) }
        let (one, told) = (ToldDose(dose, catalogue), ToldDose(other, catalogue))
        guard !says(told, noMoreOfTheVaccineThan: one) else { return filled }
        // A kind is what is chosen as long as the brand isn't known.
        filled.vaccine = other.vaccine ?? dose.vaccine
        if filled.vaccineName == nil { filled.vaccineName = other.vaccineName }
        if filled.vaccine == nil {
            filled.targets = dose.targets + other.targets.filter { !dose.targets.contains($0) }
        }
        return filled
    }

    /// Whether a statement says all that a record says of a dose but its note: what somebody adds isn't proven.
    package func proves(_ statement: Vaccination, _ dose: Vaccination) -> Bool {
        guard statement.date == dose.date else { return false }
        let told = Self.others.filter { $0.name != Vaccination.note.name && $0[dose] != nil }
        return told.allSatisfy { $0[statement] == $0[dose] }
            && says(ToldDose(dose, catalogue), noMoreOfTheVaccineThan: ToldDose(statement, catalogue))
    }
}
