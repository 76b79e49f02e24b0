import ByteCoding
import Testing

@Suite("Texts that people read", .timeLimit(.minutes(3)))
struct ReadableTextTests {
    @Test(
        "what nobody sees, or turns the writing direction, has no place in one",
        arguments: [
            "\u{0}", "\u{7}", "\u{7F}", "\u{85}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{FEFF}",
            "\u{FFF9}",
            "\u{E0041}", "\n", "\t",
        ])
    func refuses(character: String) {
        #expect(!ReadableText.allows("a\(character)b"))
        #expect(ReadableText.allows("a\(character)b", lines: true) == ["\n", "\t"].contains(character))
    }

    @Test("what is no character has none either", arguments: [0xFFFE, 0xFFFF, 0x1_FFFF, 0xFDD0] as [UInt32])
    func refusesNoncharacters(number: UInt32) throws {
        #expect(!ReadableText.allows(try #require(Unicode.Scalar(number))))
    }

    @Test(
        "letters of every script are taken, and what joins or turns them as their writing does",
        arguments: ["Müller", "Ὀδυσσεύς", "مريم", "שרה", "मारिया", "李小龍", "👩‍👧", "e\u{301}", "a\u{200F}b", "", " "])
    func takes(text: String) { #expect(ReadableText.allows(text)) }
}
