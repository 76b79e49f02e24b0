import CivilDates
import Immunization

/// One injection of a visit, and the recommendations that it serves.
struct Injection: Sendable {
    var doses: [Recommendation]
    /// The combination vaccine that serves them all; nil where it is for one recommendation.
    let combination: Vaccine?
    /// What one recommendation is given as where no vaccine against only that can be had: rubella as MMR.
    var carrier: Vaccine?
}

/// The injections that a visit's doses can be given in: as few as there are combination vaccines for.
struct Injections: Sendable {
    let advice: Advice
    let catalogue: Catalogue

    /// A combination that is for babies is for nobody who is so much older than its last dose.
    private static let outgrown = CalendarPeriod(years: 4)
    /// A combination whose first dose is for this age isn't one for babies: it is for everybody older.
    private static let grown = CalendarPeriod(years: 4)

    /// The injections of a visit, the largest combinations first, then what is given by itself.
    func injections(of visit: VisitPlan.Visit) -> [Injection] {
        let apart = visit.doses.apart()
        var (rest, found) = (apart, [Injection]())
        for vaccine in combinations(for: visit) {
            let served = rest.filter { isServed($0, by: vaccine) }
            let asked = Set(served.flatMap(\.givenAntigens))
            guard served.count > 1, Set(vaccine.targets).isSubset(of: asked) else { continue }
            found.append(Injection(doses: served, combination: vaccine))
            rest.removeAll { dose in served.contains { $0.id == dose.id } }
        }
        found += rest.map { Injection(doses: [$0], combination: nil, carrier: carrier(of: $0, on: visit.date)) }
        for dose in visit.doses where !apart.contains(where: { $0.id == dose.id }) {
            let place = found.firstIndex { $0.doses.contains { $0.includes(dose) } }
            if let place { found[place].doses.append(dose) }
        }
        return found
    }

    /// The smallest kind of vaccine that can be had for a dose with others' diseases in it; nil where there is one against
    /// only what the dose is for.
    func carrier(of dose: Recommendation, on day: CalendarDate) -> Vaccine? {
        let asked = Set(dose.antigens)
        let kinds = kindsInUse(asked).filter { isServed(dose, by: $0) }
        guard !kinds.contains(where: { Set($0.targets) == asked }) else { return nil }
        return kinds.filter { isForAge($0, on: day) }.min { ($0.targets.count, $0.id) < ($1.targets.count, $1.id) }
    }

    /// The combination that serves a recommendation and others of a visit.
    func combination(for recommendation: Recommendation, in visits: [VisitPlan.Visit]) -> Injection? {
        guard let visit = visits.first(where: { $0.doses.contains { $0.id == recommendation.id } }) else { return nil }
        return injections(of: visit).first { injection in
            injection.combination != nil && injection.doses.contains { $0.id == recommendation.id }
        }
    }

    /// The kinds of combination vaccines that can be had for something that is given at the visit, the largest first.
    private func combinations(for visit: VisitPlan.Visit) -> [Vaccine] {
        guard visit.doses.count > 1 else { return [] }
        let antigens = Set(visit.doses.flatMap(\.givenAntigens))
        return kindsInUse(antigens).filter { kind in
            kind.targets.count > 1 && Set(kind.targets).isSubset(of: antigens) && isForAge(kind, on: visit.date)
        }.sorted {
            $0.targets.count != $1.targets.count ? $0.targets.count > $1.targets.count : $0.id < $1.id
        }
    }

    /// The kinds against any of these antigens of which a product is in use, each once.
    private func kindsInUse(_ antigens: Set<String>) -> [Vaccine] {
        let products = antigens.flatMap(catalogue.vaccines).filter { !$0.isBrandUnknown && $0.status == .inUse }
        return Set(products.map(\.kind)).compactMap(catalogue.vaccine)
    }

    /// Whether a vaccine protects against all of it, and is among those that the rule names where it names any.
    private func isServed(_ dose: Recommendation, by vaccine: Vaccine) -> Bool {
        Set(dose.antigens).isSubset(of: vaccine.targets)
            && (dose.vaccines.isEmpty || dose.vaccines.contains(vaccine.id))
    }

    /// Whether it is licensed for about the age of the holder on a day, by its products' courses.
    private func isForAge(_ kind: Vaccine, on day: CalendarDate) -> Bool {
        guard let days = days(of: kind.id), days.lowerBound <= day else { return false }
        return !isOutgrown(kind, on: day)
    }

    /// Whether a vaccine, or a kind, is one for babies, and the holder is none any more on a day.
    func isOutgrown(_ vaccine: Vaccine, on day: CalendarDate) -> Bool {
        let kind = vaccine.isBrandUnknown ? vaccine.id : vaccine.kind
        guard advice.patient.species == "person", let days = days(of: kind) else { return false }
        let isForAll = advice.patient.birthDate.adding(Self.grown) <= days.lowerBound
        return !isForAll && day >= days.upperBound.adding(Self.outgrown)
    }

    /// The first and the last day on which the courses of a kind's products give it at an age of the holder.
    private func days(of kind: String) -> ClosedRange<CalendarDate>? {
        let ages = catalogue.courses.filter { catalogue.vaccine($0.vaccine)?.kind == kind }.flatMap(\.doses)
            .compactMap { dose -> CalendarPeriod? in
                if dose.vaccine == nil, case .age(let age) = dose.moment { age } else { nil }
            }
        let days = ages.map { advice.patient.birthDate.adding($0) }
        guard let first = days.min(), let last = days.max() else { return nil }
        return first...last
    }
}
