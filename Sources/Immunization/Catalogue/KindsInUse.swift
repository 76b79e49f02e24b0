import CivilDates

/// The kinds of vaccine that can be had, as what serves a visit is looked for among them: made once for a catalogue.
struct KindsInUse: Sendable {
    /// The ids of the products in use and of their kinds.
    let ids: Set<String>
    /// The kinds by target, antibodies left out, each by id.
    let byTarget: [String: [Vaccine]]
    /// Those that hold several targets, by species, the largest first.
    let combinations: [String: [Vaccine]]
    /// The ages at which the courses of a kind's products give it, by kind.
    let ages: [String: [CalendarPeriod]]
    /// The youngest age for which a product of a kind is licensed, by kind.
    let youngest: [String: CalendarPeriod]
    /// The kinds of one target of which a product is licensed for everybody from some age on.
    let endless: Set<String>

    init(products: [Vaccine], kinds: [Vaccine], courses: [LicensedCourse], _ byID: [String: Vaccine]) {
        let inUse = products.filter { $0.status == .inUse }
        ids = Set(inUse.flatMap { [$0.id, $0.kind] })
        let active = Set(inUse.filter { !$0.isPassive }.map(\.kind)).sorted().compactMap { byID[$0] }
        byTarget = active.reduce(into: [:]) { found, kind in
            for target in kind.targets { found[target, default: []].append(kind) }
        }
        let several = active.filter { $0.targets.count > 1 }.sorted {
            $0.targets.count != $1.targets.count ? $0.targets.count > $1.targets.count : $0.id < $1.id
        }
        combinations = Dictionary(grouping: several, by: \.species)
        var ages: [String: [CalendarPeriod]] = [:]
        for course in courses {
            guard let kind = byID[course.vaccine]?.kind else { continue }
            for dose in course.doses where dose.vaccine == nil {
                if case .age(let age) = dose.moment { ages[kind, default: []].append(age) }
            }
        }
        self.ages = ages.mapValues { $0.unique() }
        let licensed = inUse.compactMap { product in product.licensedAges.map { (kind: product.kind, ages: $0) } }
        youngest = Dictionary(grouping: licensed, by: \.kind).compactMapValues { products in
            products.map { $0.ages.from ?? CalendarPeriod() }.min { $0.approximateDays < $1.approximateDays }
        }
        let single = Set(active.filter { $0.targets.count == 1 }.map(\.id))
        endless = single.intersection(licensed.filter { $0.ages.before == nil }.map(\.kind))
    }
}
