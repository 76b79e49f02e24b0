import CivilDates
package import Immunization
package import Model
import Vault

extension Catalogue {
    /// Everything that a vaccination protects against; at least what it was entered for.
    package func targets(of vaccination: Vaccination) -> [String] {
        let known = vaccination.vaccine.flatMap { vaccine($0)?.targets } ?? []
        return known.isEmpty ? vaccination.targets : known
    }

    /// Whether two vaccinations are most likely one: on the same day, against a disease that both protect against.
    ///
    /// A vaccine and an antibody are two, as after a bite.
    func isSameDose(_ left: Vaccination, _ right: Vaccination) -> Bool {
        left.date == right.date && isPassive(left) == isPassive(right)
            && !Set(targets(of: left)).isDisjoint(with: targets(of: right))
    }

    /// Whether two vaccinations may be one, so that somebody is asked: their days may be the same, and either the batch
    /// is, or a disease, with nothing said of the batches that would tell them apart; or a vaccine of its kind was given a few
    /// days before, which no course of it has.
    package func mayBeSameDose(_ left: Vaccination, _ right: Vaccination) -> Bool {
        if isSameDose(left, right) || isSoonAfter(left, right) { return true }
        guard left.date.earliest <= right.date.latest, right.date.earliest <= left.date.latest,
            isPassive(left) == isPassive(right)
        else { return false }
        if let batch = left.batch?.lowercased(), let other = right.batch?.lowercased() { return batch == other }
        return !Set(targets(of: left)).isDisjoint(with: targets(of: right))
    }
}

extension Catalogue {
    /// Whether it brings antibodies: an immunoglobulin.
    private func isPassive(_ vaccination: Vaccination) -> Bool {
        vaccination.vaccine.flatMap(vaccine)?.isPassive ?? false
    }

    /// So near one another that the day was more likely mistaken than two doses given.
    private static let mistakenDays = 3

    /// Whether the same vaccine, or one of its kind, was given within a few days, sooner than any of its courses goes on.
    private func isSoonAfter(_ left: Vaccination, _ right: Vaccination) -> Bool {
        guard let one = left.vaccine.flatMap(vaccine), let other = right.vaccine.flatMap(vaccine),
            one.kind == other.kind, let first = left.date.exact, let second = right.date.exact
        else { return false }
        if let batch = left.batch?.lowercased(), let other = right.batch?.lowercased(), batch != other { return false }
        let days = abs(first.days(until: second))
        let gaps = courses.filter { [one.id, other.id, one.kind].contains($0.vaccine) }.flatMap(\.doses)
            .compactMap { dose -> Int? in
                if case .after(let gap) = dose.moment { first.days(until: first.adding(gap)) } else { nil }
            }
        return days <= Self.mistakenDays && (gaps.min().map { days < $0 } ?? true)
    }
}
