import CivilDates
package import Model

/// A dose that is, or may be, another, by its number among those that were looked through.
package struct Twin: Sendable, Equatable {
    package let number: Int
    package let relation: TwinRule.Relation
}

/// Doses by their days and diseases, so that those that may be one are found without comparing each with each.
package struct TwinIndex: Sendable {
    /// Where a dose is looked for: on its day, or in the month or year that is all that is known of it.
    private enum Place: Hashable {
        case day(Int, String), month(Int, String), year(Int, String)
        /// All of a month or year, with or without a day.
        case inMonth(Int, String), inYear(Int, String)
        case batch(String)
    }

    /// The most doses that one is compared with: nobody has more of a disease on one day, or in one year.
    static let mostCompared = 20

    package let rule: TwinRule
    private var doses: [ToldDose] = []
    private var taken: [Bool] = []
    private var places: [Place: [Int]] = [:]

    /// - Parameter doses: those first that are preferred where several are alike.
    package init(_ rule: TwinRule, _ doses: some Sequence<Vaccination> = []) {
        self.rule = rule
        for dose in doses { add(dose) }
    }

    /// Adds a dose, whose number is how many there were before.
    package mutating func add(_ dose: Vaccination) {
        let told = ToldDose(dose, rule.catalogue)
        for place in Self.places(of: told) { places[place, default: []].append(doses.count) }
        doses.append(told)
        taken.append(false)
    }

    /// Puts a dose in the place of one, which keeps its number.
    package mutating func replace(_ number: Int, with dose: Vaccination) {
        let told = ToldDose(dose, rule.catalogue)
        let (old, new) = (Set(Self.places(of: doses[number])), Set(Self.places(of: told)))
        for place in old.subtracting(new) { places[place]?.removeAll { $0 == number } }
        for place in new.subtracting(old) { places[place, default: []].append(number) }
        doses[number] = told
    }

    /// Finds a dose no more: it has its other half.
    package mutating func take(_ number: Int) { taken[number] = true }

    package func isTaken(_ number: Int) -> Bool { taken[number] }

    /// The doses that are or may be this one, the likeliest first; of alike ones, the one that came first.
    package func twins(of dose: Vaccination) -> [Twin] {
        let told = ToldDose(dose, rule.catalogue)
        let found = candidates(for: told).map { Twin(number: $0, relation: rule.relation(doses[$0], told)) }
        func rank(_ twin: Twin) -> (Int, Int, Int) {
            (-twin.relation.rawValue, doses[twin.number].dose.date == dose.date ? 0 : 1, twin.number)
        }
        return found.filter { $0.relation > .different }.sorted { rank($0) < rank($1) }
    }

    /// The numbers of doses that one is compared with.
    func candidates(for told: ToldDose) -> [Int] {
        var found: Set<Int> = []
        for place in Self.places(near: told) {
            for number in places[place] ?? [] where !taken[number] && found.insert(number).inserted {
                if found.count == Self.mostCompared { return Array(found) }
            }
        }
        return Array(found)
    }

    private static func places(of told: ToldDose) -> [Place] {
        let date = told.dose.date
        var places: [Place] = told.batch.map { [.batch($0)] } ?? []
        for target in told.targets {
            places.append(.inYear(date.year, target))
            guard let month = date.countedMonth else {
                places.append(.year(date.year, target))
                continue
            }
            places.append(.inMonth(month, target))
            places.append(date.exact.map { .day($0.dayNumber, target) } ?? .month(month, target))
        }
        return places
    }

    /// Where those are found that may be this dose, the likeliest first.
    private static func places(near told: ToldDose) -> [Place] {
        let date = told.dose.date
        let targets = told.targets.sorted()
        let batch: [Place] = told.batch.map { [.batch($0)] } ?? []
        guard let month = date.countedMonth else { return targets.map { .inYear(date.year, $0) } + batch }
        guard let day = date.exact?.dayNumber else {
            return targets.flatMap { [.inMonth(month, $0), .year(date.year, $0)] } + batch
        }
        let mistaken = (1...TwinRule.mistakenDays).flatMap { [day - $0, day + $0] }
        // What is of one kind is against the same diseases.
        let first = told.kind == nil ? [] : targets.prefix(1)
        return targets.map { .day(day, $0) } + batch
            + targets.flatMap { [.month(month, $0), .year(date.year, $0)] }
            + first.flatMap { target in mistaken.map { .day($0, target) } }
    }
}

extension PartialDate {
    /// Its month, counted over the years; nil where it isn't known.
    fileprivate var countedMonth: Int? { month.map { year * 12 + $0 } }
}
