import PassArchive
import Seeded
import Testing

@Suite("Generated passphrases", .timeLimit(.minutes(3)))
struct PassphraseTests {
    @Test("lists hold 2,048 or more different short words", arguments: PassphraseGenerator.languages)
    func lists(language: String) {
        let words = PassphraseGenerator.list(language)
        #expect(words.count >= 2048)
        #expect(Set(words).count == words.count)
        #expect(words.allSatisfy { (3...9).contains($0.count) && $0.allSatisfy { $0.isLetter && $0.isLowercase } })
        #expect(words.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "typed on any keyboard")
    }

    @Test("six words, other ones each time, all from the list", arguments: PassphraseGenerator.languages)
    func six(language: String) {
        var generator = SeededGenerator(seed: 5)
        let list = Set(PassphraseGenerator.list(language))
        var seen: Set<String> = []
        for _ in 0..<200 {
            let passphrase = PassphraseGenerator.passphrase(language: language, using: &generator)
            let words = passphrase.split(separator: " ")
            #expect(words.count == 6 && words.allSatisfy(list.contains))
            seen.insert(passphrase)
        }
        #expect(seen.count == 200)
    }

    @Test("every word comes up")
    func even() {
        var generator = SeededGenerator(seed: 6)
        var seen: Set<Substring> = []
        for _ in 0..<6000 {
            seen.formUnion(PassphraseGenerator.passphrase(using: &generator).split(separator: " "))
        }
        #expect(seen.count == PassphraseGenerator.list("en").count)
    }

    @Test("come back as they were, with capital letters and other separators", arguments: PassphraseGenerator.languages)
    func restored(language: String) {
        var generator = SeededGenerator(seed: 7)
        let words = PassphraseGenerator.passphrase(language: language, using: &generator)
        for text in [words, words.uppercased(), words.replacing(" ", with: "-"), "\n \(words)\t."] {
            #expect(PassphraseGenerator.restored(text) == words, "\(text)")
        }
        for text in ["", "Seven Quiet Otters", words + " xyzzy", words.replacing(" ", with: "")] {
            #expect(PassphraseGenerator.restored(text) == nil, "\(text)")
        }
    }
}
