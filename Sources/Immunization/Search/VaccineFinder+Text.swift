import CivilDates

extension VaccineFinder {
    /// The products of a maker and a kind, with their folded names.
    struct Family: Hashable {
        let kind: String
        let manufacturer: String?

        init(_ vaccine: Vaccine) { (kind, manufacturer) = (vaccine.kind, vaccine.manufacturer) }

        /// The families of a catalogue that have several products.
        static func all(_ catalogue: Catalogue) -> [Family: [(vaccine: Vaccine, name: String)]] {
            Dictionary(grouping: catalogue.vaccines, by: Family.init).filter { $0.value.count > 1 }
                .mapValues { $0.map { ($0, Catalogue.folded($0.name["en"])) } }
        }
    }

    /// What a text names.
    struct Written {
        let answer: Answer
        /// Whether it is a disease's name, which says nothing of the vaccine.
        let isDisease: Bool
    }

    /// Our own id, else a name, else a name with noise about it; nil where a text is none of these.
    func written(_ text: String, _ who: Who) -> Written? {
        if let own = suggestion(text, species: who.species) {
            return Written(answer: .one(own, sureness: Self.exact), isDisease: own.vaccine == nil)
        }
        let named = search.named(text, species: who.species)
        if !named.isEmpty { return settle(named, text, who, sureness: Self.exact) }
        return withoutNoise(text, who)
    }

    /// One of several things of the same name: a product before a kind and a kind before its disease, where it is the only
    /// one.
    private func settle(
        _ named: [VaccineSearch.Suggestion], _ name: String, _ who: Who, sureness: Double
    ) -> Written {
        let vaccines = named.compactMap(\.vaccine)
        let targets = named.filter { $0.vaccine == nil }
        if vaccines.count == 1, let vaccine = vaccines.first {
            let answer: Answer =
                vaccine.isBrandUnknown
                ? .one(.vaccine(vaccine), sureness: sureness) : product(vaccine, called: name, who, sureness: sureness)
            return Written(answer: answer, isDisease: !targets.isEmpty)
        }
        // A disease's name means the disease, however many vaccines have it in theirs.
        if targets.count == 1, vaccines.allSatisfy(\.isBrandUnknown) {
            return Written(answer: .one(targets[0], sureness: sureness), isDisease: true)
        }
        return Written(answer: .choice(named, .whichVaccine), isDisease: !targets.isEmpty)
    }

    /// The product that a brand alone means for somebody of that age on that day.
    ///
    /// Of the products of its maker and kind whose names begin so, those drop out that are for another age, or weren't
    /// there yet. A full name that says the strength begins no other's.
    func product(_ vaccine: Vaccine, called name: String, _ who: Who, sureness: Double) -> Answer {
        let others = siblings(of: vaccine, called: name)
        let itself = Answer.one(.vaccine(vaccine), sureness: sureness)
        guard !others.isEmpty else { return itself }
        let all = [vaccine] + others
        let possible = all.filter { isPossible($0, who) }
        if possible.count == 1, possible[0].id != vaccine.id {
            return .one(.vaccine(possible[0]), sureness: Self.toCheck)
        }
        let left = possible.isEmpty ? all : possible
        // Without a day of birth, or with a year alone, both strengths may fit.
        let isSettled = Set(left.compactMap(\.strength)).count < 2
        return isSettled && left.contains(vaccine) ? itself : .choice(all.map { .vaccine($0) }, .childOrAdult)
    }

    /// The product of a brand of which somebody of that age had one of several strengths: where a name was misread, so that
    /// only the product tells the brand.
    public func strength(of id: String, for who: Who) -> Vaccine? {
        guard let vaccine = catalogue.vaccine(id), !vaccine.isBrandUnknown else { return nil }
        let names = [vaccine.name["en"]] + vaccine.aliases
        guard let brand = names.first(where: { !siblings(of: vaccine, called: $0).isEmpty }),
            case .one(let found, _) = product(vaccine, called: brand, who, sureness: Self.exact)
        else { return nil }
        return found.vaccine
    }

    private func siblings(of vaccine: Vaccine, called name: String) -> [Vaccine] {
        guard let family = families[Family(vaccine)] else { return [] }
        let brand = Catalogue.folded(name)
        return family.filter { $0.vaccine.id != vaccine.id && $0.name.hasPrefix(brand) }.map(\.vaccine)
    }

    private func isPossible(_ vaccine: Vaccine, _ who: Who) -> Bool {
        guard let day = who.day else { return true }
        if let from = vaccine.from, day.year < from { return false }
        guard let birth = who.birth, let ages = vaccine.licensedAges else { return true }
        return !ages.exclude(bornOn: birth, on: day)
    }

    /// A name with words about it that say nothing, or that the found thing explains by its maker, kind and diseases.
    ///
    /// Nothing is taken off that is explained by nothing.
    private func withoutNoise(_ text: String, _ who: Who) -> Written? {
        guard text.utf8.count <= VaccineSearch.longestText else { return nil }
        let words = SearchText(text).words
        guard (2...VaccineSearch.mostWords).contains(words.count) else { return nil }
        for length in (1..<words.count).reversed() {
            let found = (0...words.count - length).compactMap { start -> Written? in
                let name = SearchText(words: Array(words[start..<start + length]))
                let rest = words[..<start] + words[(start + length)...]
                let named = search.named(name, species: who.species, besides: rest)
                return named.isEmpty ? nil : settle(named, name.description, who, sureness: Self.clear)
            }
            guard let first = found.first else { continue }
            return found.allSatisfy { $0.answer == first.answer } ? first : nil
        }
        return nil
    }
}
