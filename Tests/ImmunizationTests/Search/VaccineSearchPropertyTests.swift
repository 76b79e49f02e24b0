import Immunization
import Seeded
import Testing

@Suite("Every vaccine is found by its name")
struct VaccineSearchPropertyTests {
    let catalogue: Catalogue
    let search: VaccineSearch

    init() throws {
        catalogue = try ShippedCatalogue.load()
        search = try VaccineSearchTests.shared.get()
    }

    @Test("in full first, and fitting, under each of its names")
    func fullNames() {
        for vaccine in catalogue.vaccines {
            for name in [vaccine.name["en"]] + vaccine.aliases {
                let found = search.suggestions(for: name, species: vaccine.species)
                #expect(found.first?.vaccine?.id == vaccine.id, "\(name)")
                #expect(search.fit(name, species: vaccine.species) == .one(vaccine), "\(name)")
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
