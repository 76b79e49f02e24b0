import ByteCoding
import Testing

@Suite("A text from outside can be compared", .timeLimit(.minutes(3)))
struct TextFromOutsideTests {
    private static func marks(_ count: Int) -> String {
        // Below and above in turn: to be brought into their order.
        String(String.UnicodeScalarView((0..<count).map { $0.isMultiple(of: 2) ? "\u{301}" : "\u{323}" }))
    }

    @Test(arguments: [
        "", "Ada", "Müller", "Mu\u{308}ller", "Nguyễn Thị", "עִבְרִית", "हिन्दी", "ไม่", "👨‍👩‍👧‍👦🇩🇪", "a" + marks(30),
        "a" + marks(30) + "b" + marks(30), String(repeating: "\u{1F1E6}", count: 1_000),
    ])
    func wordsAreReadAsTheyAre(text: String) {
        for read in [String(typed: Array(text.utf8), as: UTF8.self), String(typed: Array(text.utf16), as: UTF16.self)] {
            #expect(read?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        }
    }

    @Test(arguments: [(31, 1), (60, 1), (61, 2), (40_000, 1_333)])
    func moreMarksThanAnyWordHasAreDivided(count: Int, divisions: Int) throws {
        let text = "a" + Self.marks(count)
        #expect(!text.hasFewMarksInARow)
        for read in [String(typed: Array(text.utf8), as: UTF8.self), String(typed: Array(text.utf16), as: UTF16.self)] {
            let read = try #require(read)
            #expect(read.hasFewMarksInARow && read.unicodeScalars.count { $0 == "\u{34F}" } == divisions)
            #expect(read.unicodeScalars.filter { $0 != "\u{34F}" }.elementsEqual(text.unicodeScalars))
            #expect(
                String(typed: Array(read.utf8), as: UTF8.self)?.utf8.elementsEqual(read.utf8) == true, "and once only")
        }
    }

    @Test func whatIsNoTextIsNone() {
        #expect(String(typed: [0x61, 0xCC], as: UTF8.self) == nil && String(typed: [0xD800], as: UTF16.self) == nil)
    }
}
