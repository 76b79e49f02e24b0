import Seeded
import Testing

@testable import Immunization

@Suite("A long text that names nothing", .timeLimit(.minutes(1)))
struct LongTextTests {
    private static func word(_ letters: Int, _ generator: inout SeededGenerator) -> String {
        String((0..<letters).map { _ in "bcdfghklmnprstvwz".randomElement(using: &generator) ?? "b" })
    }

    /// Of 16 words 136 ranges could be names: where none begins so, only few are looked up.
    @Test("has few beginnings of names, not one for every two of its words")
    func fewAreLookedUp() throws {
        let index = try VaccineSearchTests.shared.get().index
        var (generator, tried) = (SeededGenerator(seed: 5), 0)
        for _ in 0..<500 {
            let text = SearchText((0..<16).map { _ in Self.word(9, &generator) }.joined(separator: " "))
            tried += index.namesInOrder.ranges(in: text.words).count + index.makersInOrder.ranges(in: text.words).count
        }
        #expect(tried < 500, "\(tried)")
        // Also where each word is one: no name goes on for ever.
        let known = SearchText(Array(repeating: "hepatitis b", count: 8).joined(separator: " "))
        #expect(index.namesInOrder.ranges(in: known.words).count < 60)
    }

    /// What is found doesn't depend on how it is looked for.
    @Test("and every name in a text is found")
    func everyNameIsFound() throws {
        let search = try VaccineSearchTests.shared.get()
        let catalogue = try ShippedCatalogue.load()
        let names = catalogue.vaccines.map { $0.name["en"] } + catalogue.kinds.map { $0.name["de"] }
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<300 {
            let parts = (0..<4).map { number in
                number.isMultiple(of: 2) ? names.randomElement(using: &generator) ?? "" : Self.word(5, &generator)
            }
            let words = SearchText(parts.joined(separator: " ")).words
            let found = search.spans(words, species: "person").map(\.range)
            let all = (1...words.count).reversed().flatMap { length in
                (0...words.count - length).map { $0..<$0 + length }
            }.filter { range in
                (search.index.named[SearchText(words: Array(words[range])).joined] ?? []).contains {
                    search.index.records[$0].subject.species == "person"
                }
            }
            #expect(found == all)
        }
    }
}
