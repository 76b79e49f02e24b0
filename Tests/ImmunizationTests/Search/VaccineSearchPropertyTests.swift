import Immunization
import Seeded
import Testing

@Suite("Every vaccine is found by its name", .timeLimit(.minutes(3)))
struct VaccineSearchPropertyTests {
    let catalogue: Catalogue
    let search: VaccineSearch

    init() throws {
        catalogue = try ShippedCatalogue.load()
        search = try VaccineSearchTests.shared.get()
    }

    @Test("in full first under each of its names")
    func fullNames() {
        for vaccine in catalogue.vaccines {
            for name in [vaccine.name["en"]] + vaccine.aliases {
                let found = search.suggestions(for: name, species: vaccine.species)
                #expect(found.first?.vaccine?.id == vaccine.id, "\(name)")
            }
        }
    }

    @Test("a kind's full name is found among the first that are no products, in either language")
    func kinds() {
        for kind in catalogue.kinds {
            for language in ["en", "de"] {
                let found = search.suggestions(for: kind.name[language], species: kind.species)
                #expect(found.compactMap(\.vaccine).filter(\.isBrandUnknown).first?.id == kind.id, "\(kind.id)")
            }
        }
    }

    @Test("and whatever has a name of the catalogue brings nothing that only looks like it")
    func namesBringNoLookalikes() {
        func words(_ text: String) -> Set<String> {
            Set(text.split { !$0.isLetter && !$0.isNumber }.map { Catalogue.folded(String($0)) })
        }
        func allNames(_ suggestion: VaccineSearch.Suggestion) -> [String] {
            func names(_ target: DiseaseTarget) -> [String] {
                ["en", "de"].flatMap { [target.names[$0]] + target.synonyms[$0] }
            }
            switch suggestion {
            case .target(let target): return names(target)
            case .vaccine(let vaccine):
                let kind = catalogue.vaccine(vaccine.kind)
                let maker = vaccine.manufacturer.flatMap(catalogue.manufacturer)
                return ["en", "de"].flatMap { language in
                    [vaccine.name[language], kind?.name[language] ?? ""] + (kind?.synonyms[language] ?? [])
                } + vaccine.aliases + (maker.map { [$0.name] + $0.aliases } ?? [])
                    + vaccine.targets.compactMap(catalogue.target).flatMap(names)
            }
        }
        let makers = catalogue.manufacturers.flatMap { [$0.name] + $0.aliases }
        let products = catalogue.vaccines.flatMap { [$0.name["en"]] + $0.aliases }
        for text in makers + products {
            for found in search.suggestions(for: text) {
                let (said, known) = (words(text), allNames(found))
                let all = known.reduce(into: Set(known.map(Catalogue.folded))) { $0.formUnion(words($1)) }
                let whole = Catalogue.folded(text)
                let isMeant =
                    said.allSatisfy { word in all.contains { $0.hasPrefix(word) } }
                    || all.contains { $0.hasPrefix(whole) }
                    // Words that say nothing, as 'vaccine' does, are laid aside.
                    || said.contains { word in word.count > 2 && all.contains(word) }
                #expect(isMeant, "\(text): \(found.vaccine?.id ?? known.first ?? "")")
            }
        }
    }

    @Test("so a maker brings that maker's alone")
    func biontech() {
        let found = search.suggestions(for: "BioNTech", species: "person").compactMap(\.vaccine)
        #expect(!found.isEmpty && found.allSatisfy { $0.id.hasPrefix("comirnaty") }, "\(found.map(\.id))")
    }

    @Test("with one letter changed among the first three")
    func oneMistake() {
        var generator = SeededGenerator(seed: 20)
        for vaccine in catalogue.vaccines {
            let mistake = Mistake.allCases.randomElement(using: &generator) ?? .wrong
            guard let name = mistake.applied(to: vaccine.name["en"], using: &generator) else { continue }
            let found = search.suggestions(for: name, species: vaccine.species).prefix(3)
            #expect(found.contains { $0.vaccine?.id == vaccine.id }, "\(name): \(found.map { $0.vaccine?.id })")
        }
    }

    /// What a hand does to a name.
    enum Mistake: CaseIterable {
        case wrong
        case missing
        case doubled
        case swapped

        /// The name with a letter of a long enough word changed: not the first of a word shorter than six, and so that
        /// four letters are left.
        func applied(to name: String, using generator: inout SeededGenerator) -> String? {
            var letters = Array(name)
            let words = letters.indices.split { !letters[$0].isLetter }.filter { word in
                word.count >= (self == .missing ? 5 : 4)
            }
            guard let word = words.randomElement(using: &generator) else { return nil }
            let inside = word.dropFirst(word.count < 7 ? 1 : 0)
            let place =
                self == .swapped
                ? inside.dropLast().randomElement(using: &generator) : inside.randomElement(using: &generator)
            guard let place else { return nil }
            switch self {
            case .wrong: letters[place] = "abcdefghijklmnopqrstuvwxyz".randomElement(using: &generator) ?? "x"
            case .missing: letters.remove(at: place)
            case .doubled: letters.insert(letters[place], at: place)
            case .swapped: letters.swapAt(place, place + 1)
            }
            return String(letters)
        }
    }
}
