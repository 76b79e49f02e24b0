import CivilDates

/// A text that is no name as a whole.
extension VaccineFinder {
    /// What a text means by a name with noise about it, by diseases in a row, or by a maker; nil where by none of these.
    func amongWords(of text: String, _ who: Who) -> Written? {
        for query in search.queries(text) {
            let words = Self.withoutSeason(query.words, who.day)
            if let found = withoutNoise(words, who) ?? inARow(words, who) ?? madeBy(words, who) { return found }
        }
        return nil
    }

    /// The names in a text, among words that nothing explains, the longest first: each may be meant.
    func named(in text: String, _ who: Who) -> [VaccineSearch.Suggestion] {
        guard let words = search.queries(text).first?.words else { return [] }
        var taken: [Range<Int>] = []
        var found: [VaccineSearch.Suggestion] = []
        for span in search.spans(words, species: who.species) where !taken.contains(where: { $0.overlaps(span.range) })
        {
            let name = SearchText(words: Array(words[span.range]))
            guard name.joined.letters.count > 1, !search.isNoise(name.joined) else { continue }
            taken.append(span.range)
            switch settle(span.records.map(\.subject), name.description, who, sureness: Self.clear).answer {
            case .one(let one, _): found.append(one)
            case .choice(let some, _): found += some
            default: break
            }
        }
        var seen: Set<VaccineSearch.Suggestion> = []
        return Array(found.filter { seen.insert($0).inserted }.prefix(VaccineSearch.mostProducts))
    }

    /// A name with words about it that say nothing, or that the found thing explains by its maker, kind and diseases.
    ///
    /// Nothing is taken off that is explained by nothing.
    private func withoutNoise(_ words: [SearchWord], _ who: Who) -> Written? {
        let spans = search.spans(words, species: who.species)
        for length in Set(spans.map(\.range.count)).sorted(by: >) {
            let found = spans.filter { $0.range.count == length }.compactMap { explained($0, words, who) }
            guard let first = found.first else { continue }
            return found.allSatisfy { $0.answer == first.answer } ? first : nil
        }
        return nil
    }

    private func explained(_ span: VaccineSearch.Span, _ words: [SearchWord], _ who: Who) -> Written? {
        let rest = Array(words[..<span.range.lowerBound] + words[span.range.upperBound...])
        let meant = search.explained(rest, span.records)
        guard let first = meant.first?.subject else { return nil }
        // What tells one of a name from the others is all of its diseases: '5-fach + Hep B' is two vaccines.
        let isTold =
            meant.count == span.records.count
            || meant.count == 1 && diseases(in: rest, who.species) == Set(first.targets)
        guard isTold else {
            return Written(answer: .choice(span.records.map(\.subject), .whichVaccine), isDisease: false)
        }
        let name = SearchText(words: Array(words[span.range])).description
        return settle(meant.map(\.subject), name, who, sureness: Self.clear)
    }

    /// Diseases in a row: the kind of vaccine that is against just these, or the one disease that all of them are.
    private func inARow(_ words: [SearchWord], _ who: Who) -> Written? {
        guard let told = diseases(in: words, who.species) else { return nil }
        if told.count == 1, let target = told.first.flatMap(catalogue.target) {
            return Written(answer: .one(.target(target), sureness: Self.clear), isDisease: true)
        }
        let kinds = catalogue.kinds.filter {
            $0.species == who.species && !$0.isPassive && Set($0.targets) == told
        }
        return kinds.isEmpty ? nil : Written(answer: kind(of: kinds, who, sureness: Self.toCheck), isDisease: true)
    }

    /// The diseases that words name, one after the other, with noise between them; nil where something else is said.
    private func diseases(in words: [SearchWord], _ species: String) -> Set<String>? {
        var (rest, found) = (words[...], Set<String>())
        while let first = rest.first {
            let lengths = (1...min(Self.longestDisease, rest.count)).reversed()
            let target = lengths.lazy.compactMap { length -> (id: String, length: Int)? in
                let name = SearchText(words: Array(rest.prefix(length))).joined
                let targets = (search.index.named[name] ?? []).map { search.index.records[$0].subject }
                    .filter { $0.vaccine == nil && $0.species == species }
                return targets.count == 1 ? (targets[0].targets[0], length) : nil
            }.first
            guard target != nil || search.isNoise(first) else { return nil }
            if let target { found.insert(target.id) }
            rest = rest.dropFirst(target?.length ?? 1)
        }
        return found.isEmpty ? nil : found
    }

    /// The most words of a disease's name.
    private static let longestDisease = 4

    /// A maker with what it makes: the one brand of it that all words fit, else those that they fit.
    private func madeBy(_ words: [SearchWord], _ who: Who) -> Written? {
        for span in search.makers(words, species: who.species) {
            let rest = Array(words[..<span.range.lowerBound] + words[span.range.upperBound...])
            let fitting = search.explained(rest, span.records).compactMap(\.subject.vaccine).filter {
                !$0.isBrandUnknown
            }
            guard !fitting.isEmpty else { continue }
            let kinds = search.spans(rest, species: who.species).flatMap {
                $0.records.compactMap(\.subject.vaccine?.kind)
            }
            let known = Self.narrowed(fitting, [{ kinds.contains($0.kind) }, { $0.status != .elsewhere }])
            // Where none is for the age, nothing is said of those whose ages nobody knows.
            let possible = known.filter { $0.isPossible(for: who) }
            let left = who.birth == nil || possible.contains { $0.licensedAges != nil } ? possible : known
            return Written(answer: brand(of: left.isEmpty ? known : left, who), isDisease: false)
        }
        return nil
    }

    /// Of several only those for which each in turn holds, where it holds for any.
    private static func narrowed(_ vaccines: [Vaccine], _ conditions: [(Vaccine) -> Bool]) -> [Vaccine] {
        conditions.reduce(vaccines) { left, holds in
            let fitting = left.filter(holds)
            return fitting.isEmpty ? left : fitting
        }
    }

    /// The brand that the names of all begin with, of one kind, else a choice among them, those in use first.
    private func brand(of vaccines: [Vaccine], _ who: Who) -> Answer {
        let folded = vaccines.map { Catalogue.folded($0.name["en"]) }
        for vaccine in vaccines where vaccines.allSatisfy({ $0.kind == vaccine.kind }) {
            let name = ([vaccine.name["en"]] + vaccine.aliases).first { name in
                folded.allSatisfy { $0.hasPrefix(Catalogue.folded(name)) }
            }
            if let name { return product(vaccine, called: name, who, sureness: Self.toCheck) }
        }
        let order = Vaccine.Status.allCases.flatMap { status in vaccines.filter { $0.status == status } }
        return .choice(order.map { .vaccine($0) }, .whichVaccine)
    }

    /// Words without the season or the year of the day: '23/24' and '2023' of a dose of 2023.
    private static func withoutSeason(_ words: [SearchWord], _ day: PartialDate?) -> [SearchWord] {
        guard let year = day?.year else { return words }
        var (rest, kept) = (words[...], [SearchWord]())
        while let first = rest.first {
            let (start, end) = (number(first), rest.dropFirst().first.flatMap(number))
            let isEnd = start.map { start in end.map { $0 == start + 1 || $0 == (start + 1) % 100 } ?? false } ?? false
            // Two digits alone may be anything: 'Prevenar 20'.
            let isOfDay =
                start.map { start in
                    start > 99
                        ? abs(start - year) <= 1
                        : isEnd && [start, (start + 1) % 100].contains(year % 100)
                } ?? false
            if !isOfDay { kept.append(first) }
            rest = rest.dropFirst(isOfDay && isEnd ? 2 : 1)
        }
        return kept.isEmpty ? words : kept
    }

    /// A number of two or four digits.
    private static func number(_ word: SearchWord) -> Int? {
        guard [2, 4].contains(word.letters.count), word.letters.allSatisfy({ ("0"..."9").contains($0) }) else {
            return nil
        }
        return word.letters.reduce(0) { $0 * 10 + Int($1.value) - 0x30 }
    }
}
