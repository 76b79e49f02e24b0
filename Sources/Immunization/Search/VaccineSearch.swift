/// Finds vaccines and diseases by what people write: a trade name, a maker, a disease, an abbreviation.
///
/// Case, accents, hyphens and spaces don't count, and `ö` is `o` and `oe`. A word of four letters or more may have one
/// letter wrong, missing, too many or swapped, of eight or more two. Made once from a catalogue; a search takes time
/// linear in the catalogue and in the text, whose length is bounded.
public struct VaccineSearch: Sendable {
    /// Something that a text may mean.
    public enum Suggestion: Sendable, Hashable {
        /// A product, or a kind of vaccine whose brand isn't known.
        case vaccine(Vaccine)
        /// A disease target.
        case target(DiseaseTarget)
    }

    /// The most UTF-8 bytes of a text; a longer one finds nothing.
    public static let longestText = 200

    /// The most words of a text; one with more finds nothing.
    public static let mostWords = 16

    /// The most products that are suggested; of a maker, the most of each kind.
    public static let mostProducts = 8

    /// The most kinds of vaccine with their brand unknown that are suggested.
    public static let mostKinds = 4

    /// The most disease targets that are suggested.
    public static let mostTargets = 4

    let index: SearchIndex
    var fillers: Set<SearchWord> { index.fillers }
    private let species: [String]

    /// A search through a catalogue.
    ///
    /// - Parameters:
    ///   - catalogue: whose vaccines and diseases are found.
    ///   - languages: ISO 639-1 codes of the languages in which diseases and kinds of vaccine are found; what answers
    ///     equally well is sorted by its name in the first one.
    public init(_ catalogue: Catalogue, languages: [String]) {
        index = SearchIndex(catalogue, languages: languages)
        species = catalogue.species.map(\.id)
    }

    /// What a text may mean, the likeliest first: vaccines, then diseases.
    ///
    /// A vaccine of exactly this name leads; then what has the text in its names, maker, kind or diseases: what is in
    /// use before what is withdrawn, whole names before words and beginnings, products before kinds; where nothing has
    /// it, what has it with letters wrong, the fewest first.
    ///
    /// - Parameters:
    ///   - text: what somebody wrote, whole or begun.
    ///   - species: only what is for this species; nil for all.
    public func suggestions(for text: String, species: String? = nil) -> [Suggestion] {
        meant(by: text, species: species).suggestions
    }

    /// What a text may mean, and whether only with letters wrong.
    func meant(by text: String, species: String?) -> (suggestions: [Suggestion], isMisspelt: Bool) {
        let ranked = ranked(text, species: species)
        return (shortened(ranked.map(\.subject), text), ranked.first.map { $0.grade.mistakes > 0 } ?? false)
    }

    private func shortened(_ found: [Suggestion], _ text: String) -> [Suggestion] {
        var (kinds, targets) = (0, 0)
        var products: [String: Int] = [:]
        // Who names a maker looks through all that it makes.
        let isMaker = queries(text).contains { index.made[$0.joined] != nil }
        return found.filter { subject in
            switch subject {
            case .vaccine(let vaccine) where vaccine.isBrandUnknown:
                kinds += 1
                return kinds <= Self.mostKinds
            case .vaccine(let vaccine):
                let group = isMaker ? vaccine.kind : ""
                products[group, default: 0] += 1
                return products[group, default: 0] <= Self.mostProducts
            case .target:
                targets += 1
                return targets <= Self.mostTargets
            }
        }
    }

    /// A record that answers a text.
    struct Answer {
        let subject: Suggestion
        let grade: SearchGrade
        /// Its place among the others: compared number by number, the lowest first, then by the text.
        let order: (numbers: [Int], text: String)
    }

    /// Every record that answers a text, the best first.
    func ranked(_ text: String, species: String?) -> [Answer] {
        let queries = queries(text).map { (joined: likenesses($0.joined), words: $0.words.map(likenesses)) }
        guard !queries.isEmpty else { return [] }
        var answers: [Answer] = []
        for (number, record) in index.records.enumerated() where species == nil || record.subject.species == species {
            let grades = queries.enumerated().compactMap { place, query in
                SearchGrade(record, joined: query.joined, words: query.words).map { (grade: $0, query: place) }
            }
            guard let (grade, query) = grades.min(by: { ($0.grade, $0.query) < ($1.grade, $1.query) }) else { continue }
            let numbers = order(record.subject, grade, query) + (record.sortKey.isEmpty ? [number] : [])
            answers.append(Answer(subject: record.subject, grade: grade, order: (numbers, record.sortKey)))
        }
        // Who writes a word that is there means it, and not one that only looks like it: 'BioNTech' isn't 'Biotech'.
        if answers.contains(where: { $0.grade.mistakes == 0 }) { answers.removeAll { $0.grade.mistakes > 0 } }
        return answers.sorted { left, right in
            left.order.numbers == right.order.numbers
                ? left.order.text < right.order.text
                : left.order.numbers.lexicographicallyPrecedes(right.order.numbers)
        }
    }

    /// A text as it is and, unless it is a name, without words that say nothing where it has such; none where it is empty
    /// or too long.
    func queries(_ text: String) -> [SearchText] {
        guard text.utf8.count <= Self.longestText else { return [] }
        let query = SearchText(text)
        guard (1...Self.mostWords).contains(query.words.count) else { return [] }
        guard index.named[query.joined] == nil else { return [query] }
        let shortened = query.without(fillers: fillers)
        return shortened == query || shortened.words.isEmpty ? [query] : [query, shortened]
    }

    private func likenesses(_ written: SearchWord) -> [MatchScore?] {
        index.words.map { MatchScore(written, to: $0) }
    }

    /// - Parameter query: Which form of the text it answers: before all others the one that has all its words.
    private func order(_ subject: Suggestion, _ grade: SearchGrade, _ query: Int) -> [Int] {
        let place = species.firstIndex(of: subject.species) ?? species.count
        let quality = [grade.mistakes, grade.closeness.rawValue]
        guard let vaccine = subject.vaccine else { return [1, grade.tier.rawValue] + quality + [place] }
        let status = Vaccine.Status.allCases.firstIndex(of: vaccine.status) ?? 0
        // A kind's own name is one for its products too, which come before it.
        let isNamed = grade.tier == .named
        let tier = isNamed && vaccine.isBrandUnknown ? SearchGrade.Tier.found : grade.tier
        let kind = vaccine.isBrandUnknown ? (isNamed ? 1 : 2) : 0
        let details = [kind, vaccine.isPassive ? 1 : 0, vaccine.targets.count]
        return [0, tier.rawValue]
            + (tier == .similar ? [query] + quality + [place, status] : [place, status] + quality) + details
    }
}

extension VaccineSearch.Suggestion {
    /// The vaccine, where it is one.
    public var vaccine: Vaccine? {
        if case .vaccine(let vaccine) = self { vaccine } else { nil }
    }

    /// The species it is for.
    public var species: String {
        switch self {
        case .vaccine(let vaccine): vaccine.species
        case .target(let target): target.species
        }
    }
}
