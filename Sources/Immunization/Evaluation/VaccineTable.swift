public import CivilDates

/// What the engine has to know about vaccines: composition, nothing else.
public struct VaccineTable: Sendable {
    /// One vaccine: a product, or a kind whose brand isn't known.
    public struct Entry: Sendable, Hashable {
        /// Its id.
        public var id: String
        /// The id of its kind; a kind's own id for a kind.
        public var kind: String
        /// The species it is for.
        public var species: String
        /// What it protects against.
        public var antigens: [Association]
        /// Whether it is a live vaccine.
        public var isLive: Bool
        /// Whether it is an antibody: it counts only where a dose names it.
        public var isPassive = false
        /// The ages for which the product is licensed; nil where they aren't known, and of a kind.
        public var ages: Ages?
        /// Whom this strength is for, where its brand has several.
        public var strength: Vaccine.Strength?

        /// A vaccine with these antigens at any age.
        public init(id: String, kind: String? = nil, species: String, antigens: [String], isLive: Bool) {
            (self.id, self.kind, self.species, self.isLive) = (id, kind ?? id, species, isLive)
            self.antigens = antigens.map { Association(antigen: $0) }
        }
    }

    /// Ages for which a product is licensed, half-open.
    public struct Ages: Sendable, Hashable {
        /// From this age on; nil: from birth.
        public var from: CalendarPeriod?
        /// Below this age; nil: without an end.
        public var before: CalendarPeriod?

        /// Ages between two.
        public init(from: CalendarPeriod?, before: CalendarPeriod?) { (self.from, self.before) = (from, before) }
    }

    /// An antigen that a vaccine counts for, between two ages at which it is given.
    public struct Association: Sendable, Hashable {
        /// The antigen.
        public var antigen: String
        /// The age from which it counts.
        public var beginAge: CalendarPeriod?
        /// The age from which it doesn't count any more.
        public var endAge: CalendarPeriod?
        /// The days on which it counts; nil: always.
        public var dates: ContentDates?

        /// An antigen between two ages.
        public init(antigen: String, beginAge: CalendarPeriod? = nil, endAge: CalendarPeriod? = nil) {
            (self.antigen, self.beginAge, self.endAge) = (antigen, beginAge, endAge)
        }
    }

    /// The vaccines, by id.
    let all: [IndexedVaccine]
    private let byID: [String: IndexedVaccine]
    private let byAntigen: [String: [IndexedVaccine]]
    /// The kinds of which there are products, without antibodies, by what they hold.
    private let kindsByAntigens: [Set<String>: [IndexedVaccine]]

    /// A table of these vaccines; of two with one id the later stays.
    public init(_ entries: some Sequence<Entry>) {
        let known = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        all = known.values.sorted { $0.id < $1.id }.enumerated().map { IndexedVaccine($1, index: $0) }
        byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
        byAntigen = Self.byAntigen(all)
        let made = Set(all.filter { $0.id != $0.kind }.map(\.kind))
        kindsByAntigens = Dictionary(
            grouping: all.filter { $0.id == $0.kind && made.contains($0.id) && !$0.isPassive }, by: \.antigens)
    }

    /// The vaccine with an id.
    public subscript(id: String) -> Entry? { byID[id]?.entry }

    /// The same, with its place in the table.
    func vaccine(_ id: String) -> IndexedVaccine? { byID[id] }

    /// The vaccines that hold an antigen.
    func vaccines(against antigen: String) -> [IndexedVaccine] { byAntigen[antigen] ?? [] }

    /// The kinds that can have been given where only what a vaccination was against is known.
    ///
    /// That is where no vaccine is named, or one that has no products and the name of its disease. None of them holds anything
    /// besides, and where one holds all of it, all do.
    func possible(_ vaccine: IndexedVaccine?, _ antigens: Set<String>) -> [IndexedVaccine] {
        if let vaccine {
            let kinds = vaccine.antigens == [vaccine.id] ? kindsByAntigens[vaccine.antigens] ?? [] : []
            return kinds.contains { $0 === vaccine } ? [] : kinds
        }
        if let whole = kindsByAntigens[antigens] { return whole }
        return antigens.sorted().flatMap(vaccines).filter { one in
            one.id == one.kind && kindsByAntigens[one.antigens]?.contains { $0 === one } ?? false
                && one.antigens.isSubset(of: antigens)
        }
    }

    /// Whether a product or a kind has this id.
    func contains(_ id: String) -> Bool { byID[id] != nil }

    /// For each antigen, the vaccines of a species that hold it, by id.
    func vaccinesByAntigen(of species: String) -> [String: [IndexedVaccine]] {
        Self.byAntigen(all.filter { $0.entry.species == species })
    }

    private static func byAntigen(_ vaccines: [IndexedVaccine]) -> [String: [IndexedVaccine]] {
        vaccines.reduce(into: [:]) { found, vaccine in
            for association in vaccine.entry.antigens { found[association.antigen, default: []].append(vaccine) }
        }
    }
}
