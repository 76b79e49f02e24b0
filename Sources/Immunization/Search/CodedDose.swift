/// What codes say of a dose: of its vaccine, and of what it was against.
struct CodedDose {
    let vaccines: [CodedVaccine]
    /// For each disease given, the targets that its code can mean.
    let diseases: [[String]]
    /// Why it is no dose; nil where a code says which vaccine it was.
    let refusal: CodeMeaning.NoDose?

    init(_ codes: [Code], diseases: [[String]], in finder: VaccineFinder) {
        let (index, told) = (finder.catalogue.codeIndex, diseases.filter { !$0.isEmpty })
        let all = codes.compactMap(index.vaccine)
        // Of codes that contradict each other those count that are against just the named diseases.
        let just = told.isEmpty ? [] : all.filter { Self.isExactly($0.targets, told) }
        (vaccines, self.diseases) = (just.isEmpty ? all : just, told)
        let refusals = codes.compactMap(index.refusal)
        refusal = refusals.contains(.notGiven) ? .notGiven : vaccines.isEmpty ? refusals.first : nil
    }

    /// Whether they say nothing.
    var isEmpty: Bool { vaccines.isEmpty && diseases.isEmpty && (refusal == nil || refusal == .notSaid) }

    /// What they mean by themselves; nil where that is nothing.
    func answer(_ finder: VaccineFinder) -> VaccineFinder.Answer? {
        let named = vaccines.filter { $0.vaccine != nil }
        if let vaccine = vaccine(finder) { return .one(.vaccine(vaccine), sureness: VaccineFinder.exact) }
        if !named.isEmpty {
            let meant = named.compactMap { $0.vaccine.flatMap(finder.catalogue.vaccine) }
            return .choice(meant.map { .vaccine($0) } + told(finder), .contradiction)
        }
        let targets = targets
        guard let only = targets.first else { return nil }
        return targets.count > 1
            ? .diseases(targets)
            : finder.catalogue.target(only).map { .one(.target($0), sureness: VaccineFinder.exact) }
    }

    /// The vaccine that the codes name: where diseases are named, the one against just these; of several the one that says
    /// most.
    private func vaccine(_ finder: VaccineFinder) -> Vaccine? {
        let fitting = vaccines.compactMap { coded -> (vaccine: Vaccine, count: Int)? in
            coded.vaccine.flatMap(finder.catalogue.vaccine).map { ($0, coded.candidates.count) }
        }.filter { fits($0.vaccine.targets) }
        let exact = fitting.filter { Self.isExactly($0.vaccine.targets, diseases) }
        return (exact.isEmpty ? fitting : exact).min { $0.count < $1.count }?.vaccine
    }

    /// What it was against: the named diseases, each as the codes of the vaccine have it, else what these say.
    var targets: [String] {
        let possible = Set(vaccines.flatMap(\.targets))
        let told = diseases.flatMap { alternatives in
            let meant = alternatives.filter(possible.contains)
            return meant.isEmpty ? Array(alternatives.prefix(1)) : meant
        }
        var seen: Set<String> = []
        return (told.isEmpty ? vaccines.flatMap(\.targets) : told).filter { seen.insert($0).inserted }
    }

    /// Whether something against these is against every named disease.
    func fits(_ targets: [String]) -> Bool {
        diseases.allSatisfy { !Set(targets).isDisjoint(with: $0) }
    }

    /// Whether something against these is against just the named diseases.
    private static func isExactly(_ targets: [String], _ diseases: [[String]]) -> Bool {
        targets.allSatisfy { target in diseases.contains { $0.contains(target) } }
            && diseases.allSatisfy { !Set(targets).isDisjoint(with: $0) }
    }

    /// The named diseases, as suggestions.
    func told(_ finder: VaccineFinder) -> [VaccineSearch.Suggestion] {
        diseases.compactMap(\.first).compactMap(finder.catalogue.target).map { .target($0) }
    }
}

extension VaccineFinder {
    /// A text that is a name, beside codes: where they speak of different diseases, neither wins.
    func weigh(_ written: Written, against told: CodedDose) -> Answer {
        let meant: [VaccineSearch.Suggestion]
        switch written.answer {
        case .one(let one, _): meant = [one]
        case .choice(let some, _): meant = some
        default: return written.answer
        }
        let agreeing = meant.filter { agrees($0, isDisease: written.isDisease, told) }
        guard let first = agreeing.first else {
            var both = meant
            if case .one(let coded, _) = told.answer(self) { both.append(coded) } else { both += told.told(self) }
            return .choice(both, .contradiction)
        }
        if let told = told.answer(self), settles(told, written.answer, agreeing) { return told }
        let isProduct = first.vaccine.map { !$0.isBrandUnknown } ?? false
        // Who names a disease, or a kind, means the product or kind that the code is for.
        if !isProduct, let answer = told.answer(self) {
            guard case .one(.vaccine(let coded), _) = answer else { return written.isDisease ? answer : written.answer }
            if written.isDisease || !coded.isBrandUnknown { return answer }
        }
        return agreeing.count == meant.count ? written.answer : settled(agreeing, written.answer)
    }

    /// Whether codes say which of several a text means, or which of a brand's products where only a maker told the brand.
    private func settles(_ told: Answer, _ answer: Answer, _ agreeing: [VaccineSearch.Suggestion]) -> Bool {
        guard case .one(let coded, _) = told, let vaccine = coded.vaccine else { return false }
        switch answer {
        case .choice: return agreeing.count > 1 && agreeing.contains(coded)
        case .one(let one, let sureness):
            guard sureness < Self.clear, let meant = one.vaccine, meant.strength == nil else { return false }
            return !vaccine.isBrandUnknown && Family(vaccine) == Family(meant) || coded == one
        default: return false
        }
    }

    private func settled(_ agreeing: [VaccineSearch.Suggestion], _ answer: Answer) -> Answer {
        if agreeing.count == 1 { return .one(agreeing[0], sureness: Self.toCheck) }
        if case .choice(_, let question) = answer { return .choice(agreeing, question) }
        return answer
    }

    /// Whether what a text means and what codes say can be the same dose.
    private func agrees(_ meant: VaccineSearch.Suggestion, isDisease: Bool, _ told: CodedDose) -> Bool {
        guard told.refusal == nil else { return false }
        let own = Set(meant.targets)
        if isDisease {
            let diseases = Set(told.diseases.joined())
            return (diseases.isEmpty || own.isSubset(of: diseases))
                && told.vaccines.allSatisfy { isAgainst(own, $0) }
        }
        return told.fits(meant.targets)
            && told.vaccines.allSatisfy { coded in
                if let vaccine = meant.vaccine, coded.candidates.contains(vaccine.id) { return true }
                let isPart = !coded.isExact && coded.candidates.isEmpty
                return isPart ? own.isSuperset(of: coded.targets) : own == Set(coded.targets)
            }
    }

    /// Whether what a code may mean is against a disease: of a group one of its vaccines.
    private func isAgainst(_ own: Set<String>, _ coded: CodedVaccine) -> Bool {
        if coded.isExact || coded.candidates.isEmpty { return own.isSubset(of: coded.targets) }
        return coded.candidates.lazy.compactMap(catalogue.vaccine).contains { own.isSubset(of: $0.targets) }
    }
}
