import Answers
import CivilDates
import Immunization
import Model
import Vault
import Web

/// Which products are offered to be ticked for a day: what the pass was given before goes on, and what the schedules have at
/// that age.
struct LikelyVaccines: Sendable {
    /// The most that are offered for one day.
    static let most = 5

    /// A day as somebody typed it: when it was, and the products that its rows name.
    struct Card: Sendable {
        let day: PartialDate?
        let named: [Vaccine]
    }

    /// A day of the schedules, with the kinds that are recommended on it.
    private struct Visit: Sendable {
        let day: CalendarDate
        var kinds: [Vaccine]

        var targets: Set<String> { Set(kinds.flatMap(\.targets)) }
    }

    let finder: VaccineFinder
    private let record: HealthRecord
    private let dates: RecordDates
    private let visits: [Visit]
    /// The products for the species in the catalogue's order, and the same by what they are against.
    private let ofSpecies: [Vaccine]
    private let products: [Set<String>: [Vaccine]]
    /// Of animals the kinds that several products are of, those of the most first: schedules have only what each animal needs.
    private let common: [Vaccine]

    /// Lays the schedules out, once a page; without a date of birth they have nothing.
    init(_ record: HealthRecord, _ release: CatalogueRelease, finder: VaccineFinder, dates: RecordDates) {
        (self.record, self.finder, self.dates) = (record, finder, dates)
        let (catalogue, today) = (release.catalogue, dates.last)
        ofSpecies = catalogue.vaccines.filter { $0.species == record.pass.kind && !$0.isPassive }
        products = Dictionary(grouping: ofSpecies) { Set($0.targets) }
        common = record.pass.isForPerson ? [] : Self.common(ofSpecies, catalogue)
        guard record.pass.birthDate != nil else {
            visits = []
            return
        }
        let childhood = Childhood(
            of: record.patient(release, on: today), by: release.engine, catalogue: catalogue, until: today)
        visits = childhood.doses.reduce(into: [Visit]()) { visits, dose in
            guard let kind = catalogue.vaccine(dose.vaccine) else { return }
            if visits.last?.day == dose.day {
                visits[visits.count - 1].kinds.append(kind)
            } else {
                visits.append(Visit(day: dose.day, kinds: [kind]))
            }
        }
    }

    /// A day as somebody typed it; nil where it can't be read.
    func day(_ text: String) -> PartialDate? { try? dates.read(text, bornOn: record.pass.birthDate) }

    /// What a text names, without guesses; nil where that is no vaccine.
    func vaccine(named text: String, on day: PartialDate?) -> Vaccine? {
        guard !text.isEmpty, case .one(let found, _) = finder.find(text, guesses: false, for: record.pass.who(on: day))
        else { return nil }
        return found.vaccine
    }

    /// The vaccine that an id names, of which somebody has said that it is this one; nil for other texts.
    func vaccine(id: String) -> Vaccine? { finder.suggestion(id, species: record.pass.kind)?.vaccine }

    /// What is offered for each day, in the order of the cards.
    func vaccines(of cards: [Card]) -> [[Vaccine]] {
        var taken = Set(record.vaccinations.compactMap { place(of: $0.content) })
        var used = Self.once(record.vaccinations.compactMap { $0.content.vaccine.flatMap(finder.catalogue.vaccine) })
        // Who is a child still has most of the schedules before them; of others a day may be any.
        let usual = isChild(on: PartialDate(dates.last)) ? nil : PartialDate(dates.last)
        var last: Int?
        return cards.map { card in
            let place = (card.day ?? usual).map(nearest) ?? next(after: last, taken)
            if let place {
                taken.insert(place)
                last = place
            }
            // The newest first: what was typed above is newer than what is there.
            defer { used = Self.once(card.named.reversed() + used) }
            let day = card.day ?? usual ?? place.map { PartialDate(visits[$0].day) }
            return offered(on: day, at: place, used: used)
        }
    }
}

extension LikelyVaccines {
    /// The visit that a dose was for, if any was for one of its diseases.
    private func place(of dose: Vaccination) -> Int? {
        let targets = finder.catalogue.targets(of: dose)
        return nearest(dose.date).flatMap { visits[$0].targets.isDisjoint(with: targets) ? nil : $0 }
    }

    private func nearest(_ date: PartialDate) -> Int? {
        visits.indices.min { Self.distance(date, visits[$0].day) < Self.distance(date, visits[$1].day) }
    }

    private static func distance(_ date: PartialDate, _ day: CalendarDate) -> Int {
        max(0, day.days(until: date.earliest), date.latest.days(until: day))
    }

    /// The next visit that no dose and no card has.
    private func next(after last: Int?, _ taken: Set<Int>) -> Int? {
        visits.indices.first { $0 > last ?? -1 && !taken.contains($0) }
    }

    private func offered(on day: PartialDate?, at place: Int?, used: [Vaccine]) -> [Vaccine] {
        var own = used.filter { !$0.isBrandUnknown && !$0.isPassive && isPossible($0, on: day, isKnown: true) }
        guard let day, let place else { return Array(own.prefix(Self.most)) }
        let kinds = kinds(near: day, at: place)
        if isChild(on: day) {
            // A child is given what its age is for, in that order.
            let wanted = Set(kinds.flatMap(\.targets))
            let fitting = own.filter { wanted.isSuperset(of: $0.targets) }
            own = Self.once(
                kinds.flatMap { kind in fitting.filter { !Set($0.targets).isDisjoint(with: kind.targets) } })
        }
        let covered = Set(own.flatMap(\.targets))
        let lists = kinds.filter { !covered.isSuperset(of: $0.targets) }.map { brands(of: $0, on: day) }
        return Array(own.prefix(Self.most)) + Self.inTurn(lists, Self.most - own.count)
    }

    /// Of each list its first, then of each its second, up to so many; those of one list together.
    private static func inTurn(_ lists: [[Vaccine]], _ room: Int) -> [Vaccine] {
        var (counts, left) = (lists.map { _ in 0 }, room)
        for turn in 0..<max(0, room) {
            for list in lists.indices where left > 0 && turn < lists[list].count {
                (counts[list], left) = (turn + 1, left - 1)
            }
        }
        return once(zip(lists, counts).flatMap { $0.prefix($1) })
    }

    private static func common(_ vaccines: [Vaccine], _ catalogue: Catalogue) -> [Vaccine] {
        let inUse = vaccines.filter { !$0.isBrandUnknown && $0.status == .inUse }
        let counts = Dictionary(inUse.map { ($0.kind, 1) }, uniquingKeysWith: +).filter { $0.value > 1 }
        return Set(counts.values).sorted(by: >).flatMap { count in catalogue.kinds.filter { counts[$0.id] == count } }
    }

    /// Each once, at its first place.
    private static func once(_ vaccines: [Vaccine]) -> [Vaccine] {
        var seen: Set<String> = []
        return vaccines.filter { seen.insert($0.id).inserted }
    }

    /// The kinds of a visit, then those of others, the nearest first, each of what no other is against as well: of a child
    /// only of those about that age, the combined ones first.
    private func kinds(near day: PartialDate, at place: Int) -> [Vaccine] {
        let birth = record.pass.birthDate?.earliest ?? day.earliest
        let isChild = isChild(on: day)
        // Doses are given the later after their day, the older somebody is.
        let reach = isChild ? max(30, birth.days(until: day.latest) / 6) : .max
        let others = visits.indices.filter { $0 != place && Self.distance(day, visits[$0].day) <= reach }
            .sorted { Self.distance(day, visits[$0].day) < Self.distance(day, visits[$1].day) }
        let kinds = (([place] + others).flatMap { visits[$0].kinds } + common).reduce(into: [Vaccine]()) {
            kinds, kind in
            let isThere = kinds.contains { Set($0.targets).isSuperset(of: kind.targets) }
            if !isThere { kinds.append(kind) }
        }
        guard isChild else { return kinds }
        return Set(kinds.map(\.targets.count)).sorted(by: >).flatMap { size in kinds.filter { $0.targets.count == size }
        }
    }

    /// The products against the diseases of a kind, its own first; where there are none, of the smallest combination.
    private func brands(of kind: Vaccine, on day: PartialDate) -> [Vaccine] {
        let wanted = Set(kind.targets)
        let possible = (products[wanted] ?? []).filter { isPossible($0, on: day, isKnown: false) }
        guard possible.isEmpty else {
            return possible.filter { $0.kind == kind.id } + possible.filter { $0.kind != kind.id }
        }
        let combined = ofSpecies.filter {
            wanted.isStrictSubset(of: $0.targets) && isPossible($0, on: day, isKnown: false)
        }
        let size = combined.map(\.targets.count).min()
        return combined.filter { $0.targets.count == size }
    }

    private func isChild(on day: PartialDate) -> Bool {
        guard record.pass.isForPerson, let birth = record.pass.birthDate else { return false }
        return day.latest < birth.latest.adding(CalendarPeriod(years: 18))
    }

    /// Whether a product is for the age, and could be had on the day.
    ///
    /// - Parameter isKnown: Whether the pass has had it: then it could.
    private func isPossible(_ product: Vaccine, on day: PartialDate?, isKnown: Bool) -> Bool {
        guard let day else { return isKnown || product.status == .inUse }
        let isOffered = product.status == .inUse || product.status == .withdrawn && product.until != nil || isKnown
        return isOffered && product.isPossible(for: record.pass.who(on: day)) && day.year <= product.until ?? day.year
    }
}
