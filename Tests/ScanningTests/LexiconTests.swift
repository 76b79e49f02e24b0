import Seeded
import Testing

@testable import Scanning

@Suite("The lexicon", .timeLimit(.minutes(3)))
struct LexiconTests {
    private func read(_ line: String, _ lexicon: VaccineLexicon = ScanSamples.settings.lexicon) -> Candidate? {
        VaccineParser(lexicon: lexicon).candidates(in: ScanSamples.reading(line)).first
    }

    @Test func theLongestNameIsTriedFirstAndTheNextAfterIt() {
        let names = VaccineParser(lexicon: ScanSamples.settings.lexicon)
            .candidates(in: ScanSamples.reading("GSK Boostrix Polio 0,5 ml"))
        #expect(names.map(\.value).prefix(2) == ["boostrix-polio", "boostrix"])
        #expect(names[0].isDoubtful == false)
    }

    @Test func aNameThatBeginsAnotherIsDoubted() throws {
        let name = try #require(read("Boostrix"))
        #expect(name.value == "boostrix" && name.isDoubtful && name.alternatives == ["boostrix-polio"])
    }

    @Test func aQuarterOfTheLettersMayBeWrong() throws {
        let name = try #require(read("Priorlx"))
        #expect(name.value == "priorix")
        #expect(name.confidence < 0.95)
        #expect(read("Prxxrlx") == nil)
    }

    @Test(arguments: ["Prevenar 18", "Prevenar 10", "Prevenar 3", "Prevenar 2"])
    func digitsAreNeverCorrected(line: String) {
        #expect(read(line) == nil)
    }

    @Test func nothingIsAcceptedThatLiesNearTwo() throws {
        let lexicon = VaccineLexicon([
            LexiconEntry(id: "a", names: ["Influvac"]), LexiconEntry(id: "b", names: ["Influvax"]),
        ])
        #expect(try #require(read("Influvac", lexicon)).isDoubtful)
        let other = try #require(read("Influvaq", lexicon))
        #expect(other.isDoubtful)
    }

    @Test func distancesAreThoseOfLevenshtein() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let words = (0..<2).map { _ in
                (0..<Int.random(in: 0...9, using: &generator)).map { _ in UInt8.random(in: 97...99, using: &generator) }
            }
            let whole = Self.levenshtein(words[0], words[1])
            for most in 0...9 {
                #expect(EditDistance.between(words[0], words[1], atMost: most) == (whole <= most ? whole : nil))
            }
        }
    }

    private static func levenshtein(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var last = row
            last[0] = i + 1
            for (j, b) in right.enumerated() {
                last[j + 1] = min(row[j] + (a == b ? 0 : 1), row[j + 1] + 1, last[j] + 1)
            }
            row = last
        }
        return row[right.count]
    }

    /// Each name of the catalogue with a quarter of its letters misread at most.
    @Test func noMisreadNameIsAcceptedAsAnother() throws {
        let entries = try ScanSamples.catalogue()
        let lexicon = VaccineLexicon(entries)
        let parser = VaccineParser(lexicon: lexicon)
        var generator = SeededGenerator(seed: 2026)
        var (sure, right, all) = (0, 0, 0)
        for entry in entries {
            for name in entry.names {
                let written = Misreading.of(name, using: &generator)
                all += 1
                guard let found = parser.candidates(in: ScanSamples.reading(written)).first else { continue }
                let isRight = lexicon[found.value].map { $0.id == entry.id || $0.names.contains(name) } ?? false
                if isRight { right += 1 }
                guard !found.isDoubtful else { continue }
                sure += 1
                #expect(isRight, "\(written) for \(name) was accepted as \(found.value)")
            }
        }
        #expect(all > 350)
        #expect(Double(right) > 0.75 * Double(all))
        #expect(Double(sure) > 0.5 * Double(all))
    }
}

/// Words as a recogniser misreads them.
enum Misreading {
    /// The text with one letter in six changed, left out or doubled; digits stay.
    static func of(_ text: String, using generator: inout SeededGenerator) -> String {
        var result = ""
        for character in text {
            guard character.isLetter, Int.random(in: 0..<6, using: &generator) == 0 else {
                result.append(character)
                continue
            }
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: break
            case 1: result += String([character, character])
            default: result.append(lookalikes[character]?.randomElement(using: &generator) ?? "c")
            }
        }
        return result
    }

    private static let lookalikes: [Character: [Character]] = [
        "i": ["l", "j", "1"], "l": ["i", "t"], "e": ["c", "o"], "a": ["o", "n"], "o": ["c", "a", "0"], "n": ["u", "r"],
        "r": ["n", "t"], "B": ["8", "R"], "S": ["5"], "x": ["k", "v"], "v": ["y", "u"], "t": ["f", "l"], "m": ["n"],
    ]
}
