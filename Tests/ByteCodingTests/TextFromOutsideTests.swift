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
    func wordsAreRead(text: String) {
        #expect(String(typed: Array(text.utf8), as: UTF8.self) == text)
        #expect(String(typed: Array(text.utf16), as: UTF16.self) == text)
    }

    @Test func moreMarksThanAnyWordHasAreNone() {
        for count in [31, 40_000] {
            let text = "a" + Self.marks(count)
            #expect(String(typed: Array(text.utf8), as: UTF8.self) == nil && !text.hasFewMarksInARow)
            #expect(String(typed: Array(text.utf16), as: UTF16.self) == nil)
        }
        #expect(String(typed: [0x61, 0xCC], as: UTF8.self) == nil)
    }
}
