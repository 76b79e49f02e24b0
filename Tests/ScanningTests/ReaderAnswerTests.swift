import Testing

@testable import Scanning

@Suite("The reader's answer", .timeLimit(.minutes(3)))
struct ReaderAnswerTests {
    private static let head = "picture\t3000\t2000\npage\tfound\t0.9\t1 2 3 4 5 6 7 8\nquality\tblurred\tdark\n"

    private func parse(_ text: String, regions: Int = 3) throws -> ReaderAnswer {
        try ReaderAnswer(parsing: Array(text.utf8), regions: regions)
    }

    @Test func allThatTheProtocolHasIsRead() throws {
        let body = "words\t1\tgrey-7\nword\t0\t0.1\t0.2\t0.3\t0.4\t91.5\t03.05.2019\nwords\t1\tbinary-6\nink\t2\t0.25\n"
        let code = "code\t0.1\t0.1\t0.2\t0.2\tDataMatrix\t0104025334999239\\x1D10AB\n"
        let answer = try parse(Self.head + body + code + "drawn\t800\t600\t4\nPNG\n")
        #expect(answer.width == 3000 && answer.isFound && answer.score == 0.9)
        #expect(answer.corners[3] == PicturePoint(x: 7, y: 8))
        #expect(answer.faults == [.blurred, .dark])
        #expect(answer.readings[1]?.map(\.variant) == ["grey-7", "binary-6"])
        #expect(answer.readings[1]?[0].words[0].text == "03.05.2019")
        #expect(answer.readings[1]?[0].words[0].confidence == 0.915)
        #expect(answer.ink == [2: 0.25])
        #expect(answer.codes[0].text == "0104025334999239\u{1D}10AB")
        #expect(answer.drawing?.count == 4)
        let rulings = try parse(Self.head + "ruling\t0\t0.1\t0.2\t0.102\t0.9\n").rulings
        #expect(rulings == [ReadBox(left: 0.1, top: 0.2, right: 0.102, bottom: 0.9)])
    }

    /// What is written before the last line that tells is a stranger's: a title may be of several lines.
    @Test(
        arguments: [
            ("Title: a\nPages: 2\nPages:           9\nEncrypted: no\n", 9), ("Pages: 10000\n", 10_000),
            ("Pages: 0\n", nil),
            ("Pages: -7\n", nil), ("Pages: 99999999999\n", nil), ("Pages: many\n", nil), ("Title: Pages: 2\n", nil),
            ("", nil),
        ] as [(String, Int?)])
    func aDocumentHasAsManyPagesAsIsSaidLast(said: String, pages: Int?) {
        #expect(ReaderAnswer.pages(in: Array(said.utf8)) == pages)
    }

    @Test func aPageThatWasNotFoundHasNoCorners() throws {
        let answer = try parse("picture\t10\t10\npage\tasked\t0.1\t-\nquality\n")
        #expect(!answer.isFound && answer.corners.isEmpty)
        #expect(throws: ReaderAnswerError(.fields, line: 2)) {
            try parse("picture\t10\t10\npage\tfound\t0.1\t-\nquality\n")
        }
    }

    @Test(arguments: [
        ("", ReaderAnswerError.Code.order, 1), ("page\tfound\n", .order, 1), (head + "hello\n", .unknownLine, 4),
        (head + "word\t0\t0\t0\t1\t1\t50\tx\n", .order, 4), (head + "ink\t3\t0.5\n", .region, 4),
        (head + "ink\t-1\t0.5\n", .region, 4), (head + "ink\t1\t1.5\n", .number, 4),
        (head + "ink\t1\tnan\n", .number, 4),
        (head + "ink\t1\n", .fields, 4), (head + "ink\t1\t0\nink\t1\t0\n", .order, 5),
        (head + "drawn\t1\t1\t9\nabc", .fields, 4), (head + "drawn\t1\t1\t-9\nabc", .number, 4),
        (head + "ink", .order, 4), (head + "ruling\t3\t0\t0\t1\t1\n", .region, 4),
        (head + "ruling\t0\t0\t0\t1\n", .fields, 4), (head + "ruling\t0\t0\t0\t1\t9\n", .number, 4),
        (head + "words\t0\tx\nword\t0\t9\t0\t1\t1\t50\tx\n", .number, 5), (head + head, .order, 4),
        (head + "words\t0\tx\nword\t0\t0\t0\t1\t1\t101\tx\n", .number, 5),
    ])
    func whatBreaksTheProtocolIsRefused(text: String, code: ReaderAnswerError.Code, line: Int) {
        #expect(throws: ReaderAnswerError(code, line: line)) { try parse(text) }
    }

    @Test func endlessAnswersAreRefused() {
        let readings = String(repeating: "words\t0\tgrey-7\n", count: 61)
        #expect(throws: ReaderAnswerError(.tooLarge, line: 64)) { try parse(Self.head + readings) }
        let words =
            "words\t0\tx\n" + String(repeating: "word\t0\t0\t0\t1\t1\t50\tx\n", count: ReaderAnswer.mostWords + 1)
        #expect(throws: ReaderAnswerError.self) { try parse(Self.head + words) }
        let long = "words\t0\tx\nword\t0\t0\t0\t1\t1\t50\t" + String(repeating: "x", count: 9_000) + "\n"
        #expect(throws: ReaderAnswerError(.text, line: 5)) { try parse(Self.head + long) }
    }

    @Test func whatIsNotUTF8IsRefused() {
        let bytes = Array((Self.head + "words\t0\t").utf8) + [0xFF, 10]
        #expect(throws: ReaderAnswerError(.encoding, line: 4)) { try ReaderAnswer(parsing: bytes, regions: 1) }
    }
}
