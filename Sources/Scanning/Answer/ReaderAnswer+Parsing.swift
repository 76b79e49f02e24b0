extension ReaderAnswer {
    /// Reads the reader process's output, which may be a stranger's work: strictly, and within limits.
    ///
    /// - Parameter regions: how many regions the reader was given.
    package init(parsing bytes: [UInt8], regions: Int) throws {
        var parser = ReaderAnswerParser(bytes: bytes, regions: regions)
        self = try parser.parse()
    }
}

/// Takes an answer line by line.
private struct ReaderAnswerParser {
    let bytes: [UInt8]
    let regions: Int
    private var answer = ReaderAnswer()
    private var index = 0
    private var line = 0
    private var words = 0
    /// The region of the reading that is open.
    private var region: Int?

    init(bytes: [UInt8], regions: Int) { (self.bytes, self.regions) = (bytes, regions) }

    mutating func parse() throws(ReaderAnswerError) -> ReaderAnswer {
        try readHead()
        while index < bytes.count, answer.drawing == nil {
            let fields = try nextLine()
            switch fields.kind {
            case "words": try beginReading(fields)
            case "word": try addWord(fields)
            case "ink": try addInk(fields)
            case "code": try addCode(fields)
            case "ruling": try addRuling(fields)
            case "drawn": try addDrawing(fields)
            case "picture", "page", "quality": throw ReaderAnswerError(.order, line: line)
            default: throw ReaderAnswerError(.unknownLine, line: line)
            }
        }
        guard index == bytes.count else { throw ReaderAnswerError(.order, line: line + 1) }
        return answer
    }

    private mutating func nextLine() throws(ReaderAnswerError) -> AnswerFields {
        line += 1
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) else {
            throw ReaderAnswerError(.order, line: line)
        }
        guard end <= ReaderAnswer.mostBytes else { throw ReaderAnswerError(.tooLarge, line: line) }
        defer { index = end + 1 }
        return try AnswerFields(bytes[index..<end], line: line)
    }

    private mutating func readHead() throws(ReaderAnswerError) {
        let picture = try nextLine()
        guard picture.kind == "picture" else { throw ReaderAnswerError(.order, line: line) }
        try picture.expect(3...3)
        answer.width = try picture.integer(1, in: 1...1_000_000)
        answer.height = try picture.integer(2, in: 1...1_000_000)
        let page = try nextLine()
        guard page.kind == "page" else { throw ReaderAnswerError(.order, line: line) }
        try page.expect(4...4)
        guard let place = ReaderAnswer.Place(rawValue: String(page[1])) else {
            throw ReaderAnswerError(.unknownLine, line: line)
        }
        answer.place = place
        answer.score = try page.number(2, in: 0...1)
        answer.corners = try page.corners(3)
        guard place == .asked || !answer.corners.isEmpty else { throw ReaderAnswerError(.fields, line: line) }
        let quality = try nextLine()
        guard quality.kind == "quality" else { throw ReaderAnswerError(.order, line: line) }
        for name in quality.rest(1) {
            guard let fault = ReaderAnswer.PictureFlaw(rawValue: name) else {
                throw ReaderAnswerError(.unknownLine, line: line)
            }
            answer.faults.insert(fault)
        }
    }

    private mutating func beginReading(_ fields: AnswerFields) throws(ReaderAnswerError) {
        try fields.expect(3...3)
        let number = try fields.region(1, below: regions)
        guard answer.readings[number, default: []].count < ReaderAnswer.mostReadings else {
            throw ReaderAnswerError(.tooLarge, line: line)
        }
        answer.readings[number, default: []].append(RegionReading(variant: try fields.text(2)))
        region = number
    }

    private mutating func addWord(_ fields: AnswerFields) throws(ReaderAnswerError) {
        try fields.expect(8...8)
        guard let region, let last = answer.readings[region]?.indices.last else {
            throw ReaderAnswerError(.order, line: line)
        }
        words += 1
        guard words <= ReaderAnswer.mostWords else { throw ReaderAnswerError(.tooLarge, line: line) }
        let word = ReadWord(
            line: try fields.integer(1, in: 0...10_000), box: try fields.box(from: 2),
            confidence: try fields.number(6, in: 0...100) / 100, text: try fields.text(7))
        answer.readings[region]?[last].append(word)
    }

    private mutating func addInk(_ fields: AnswerFields) throws(ReaderAnswerError) {
        try fields.expect(3...3)
        let number = try fields.region(1, below: regions)
        guard answer.ink[number] == nil else { throw ReaderAnswerError(.order, line: line) }
        answer.ink[number] = try fields.number(2, in: 0...1)
    }

    private mutating func addRuling(_ fields: AnswerFields) throws(ReaderAnswerError) {
        try fields.expect(6...6)
        _ = try fields.region(1, below: regions)
        guard answer.rulings.count < ReaderAnswer.mostRulings else { throw ReaderAnswerError(.tooLarge, line: line) }
        answer.rulings.append(try fields.box(from: 2))
    }

    private mutating func addCode(_ fields: AnswerFields) throws(ReaderAnswerError) {
        try fields.expect(7...7)
        guard answer.codes.count < ReaderAnswer.mostCodes else { throw ReaderAnswerError(.tooLarge, line: line) }
        answer.codes.append(
            ReadCode(
                box: try fields.box(from: 1), symbology: try fields.text(5), text: try fields.unescaped(6)))
    }

    private mutating func addDrawing(_ fields: AnswerFields) throws(ReaderAnswerError) {
        try fields.expect(4...4)
        for place in 1...2 { _ = try fields.integer(place, in: 1...100_000) }
        let length = try fields.integer(3, in: 0...ReaderAnswer.mostDrawingBytes)
        guard bytes.count - index == length else { throw ReaderAnswerError(.fields, line: line) }
        answer.drawing = Array(bytes[index...])
        index = bytes.count
    }
}
