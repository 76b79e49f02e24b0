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
        return amongWords(of: text, who)
    }

    /// One of several things of the same name: a product before a kind and a kind before its disease, where it is the only
    /// one.
    func settle(
        _ named: [VaccineSearch.Suggestion], _ name: String, _ who: Who, sureness: Double
    ) -> Written {
        let vaccines = named.compactMap(\.vaccine)
        let targets = named.filter { $0.vaccine == nil }
        if vaccines.count == 1, let vaccine = vaccines.first {
            let answer: Answer =
                vaccine.isBrandUnknown
                ? kind(vaccine, called: name, who, sureness: sureness)
                : product(vaccine, called: name, who, sureness: sureness)
            return Written(answer: answer, isDisease: !targets.isEmpty)
        }
        // A disease's name means the disease, however many vaccines have it in theirs.
        if targets.count == 1, vaccines.allSatisfy(\.isBrandUnknown) {
            return Written(answer: .one(targets[0], sureness: sureness), isDisease: true)
        }
        guard targets.isEmpty, vaccines.allSatisfy(\.isBrandUnknown) else {
            return Written(answer: .choice(named, .whichVaccine), isDisease: !targets.isEmpty)
        }
        return Written(answer: kind(of: vaccines, who, sureness: sureness), isDisease: false)
    }

    /// A kind, or for somebody too old for it the one against the same diseases that is for their age: an adult's 'dTaP'.
    ///
    /// A full name is never changed; and of one disease several kinds are different vaccines.
    private func kind(_ kind: Vaccine, called name: String, _ who: Who, sureness: Double) -> Answer {
        let itself = Answer.one(.vaccine(kind), sureness: sureness)
        let isInFull = kind.name.languages.contains { Catalogue.folded(kind.name[$0]) == Catalogue.folded(name) }
        let isForChildren = products[kind.id]?.allSatisfy { $0.before != nil } ?? false
        guard kind.targets.count > 1, !isInFull, isForChildren, isOutside(kind, who) else { return itself }
        let others = catalogue.kinds.filter {
            Set($0.targets) == Set(kind.targets) && products[$0.id]?.isEmpty == false && !isOutside($0, who)
        }
        return others.count == 1 ? .one(.vaccine(others[0]), sureness: Self.toCheck) : itself
    }

    /// Whether somebody was outside the ages of all of a kind's products, as far as these are known.
    private func isOutside(_ kind: Vaccine, _ who: Who) -> Bool {
        guard let ages = products[kind.id], !ages.isEmpty else { return false }
        return ages.allSatisfy { $0.exclude(who) }
    }

    /// Of kinds that a text may mean those for the age on the day, by the ages of their products.
    func kind(of kinds: [Vaccine], _ who: Who, sureness: Double) -> Answer {
        let possible = kinds.filter { !isOutside($0, who) }
        let left = possible.isEmpty ? kinds : possible
        guard left.count == 1 else { return .choice(left.map { .vaccine($0) }, .whichVaccine) }
        return .one(.vaccine(left[0]), sureness: kinds.count == 1 ? sureness : Self.toCheck)
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
        let possible = all.filter { $0.isPossible(for: who) }
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
}

extension LicensedAges {
    /// Whether somebody was outside of them, as far as their age on the day is known.
    fileprivate func exclude(_ who: VaccineFinder.Who) -> Bool {
        guard let birth = who.birth, let day = who.day else { return false }
        return exclude(bornOn: birth, on: day)
    }
}

extension Vaccine {
    /// Whether it is for somebody's age on a day, as far as either is known.
    public func isForAge(of who: VaccineFinder.Who) -> Bool { licensedAges?.exclude(who) != true }

    /// Whether it is for somebody's age on a day, and was there by then, as far as any of this is known.
    public func isPossible(for who: VaccineFinder.Who) -> Bool {
        if let day = who.day, let from, day.year < from { return false }
        return isForAge(of: who)
    }
}
