/// A date as written in a cell: its parts in the order of the text, before a format says which of them is the year.
///
/// Read by hand: a table has thousands of cells, and each is tried in every format.
struct WrittenDate: Sendable, Equatable {
    struct Part: Sendable, Equatable {
        let value: Int
        let digits: Int
    }

    /// One to three.
    let parts: [Part]
    /// Whether it is eight digits with nothing between them, such as 20211224.
    let isCompact: Bool

    /// Whether its last part is a year of two digits: a day or a month and a year never begin with it.
    var hasShortYear: Bool { parts.count == 3 && parts.allSatisfy { $0.digits <= 2 } && parts[2].digits == 2 }

    /// The most bytes of a cell that is looked at.
    private static let longest = 64

    /// Reads parts with `-`, `.`, `/` or a blank between them, the same each time, or eight digits; a time of day after
    /// them is ignored, and how many blanks there are.
    ///
    /// Nil for every other text.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var rest = Array(text.utf8.split(separator: Self.blank).joined(separator: [Self.blank]))[...]
        if rest.count == 8, rest.allSatisfy(Self.isDigit) {
            parts = [rest.prefix(4), rest.dropFirst(4).prefix(2), rest.suffix(2)].map(Self.part)
            isCompact = true
            return
        }
        guard let first = Self.takePart(&rest) else { return nil }
        var parts = [first]
        var separators: [[UInt8]] = []
        while parts.count < 3, let (separator, part) = Self.takeNext(&rest) {
            separators.append(separator)
            parts.append(part)
        }
        guard Self.isTimeOfDay(rest), separators.allSatisfy({ $0 == separators[0] }) else { return nil }
        self.parts = parts
        isCompact = false
    }

    private static let blank = UInt8(ascii: " ")
    private static let point = UInt8(ascii: ".")
    private static let colon = UInt8(ascii: ":")

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Of four digits at most.
    private static func part(_ digits: ArraySlice<UInt8>) -> Part {
        Part(value: digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits: digits.count)
    }

    private static func takePart(_ rest: inout ArraySlice<UInt8>) -> Part? {
        let digits = rest.prefix(while: isDigit)
        guard (1...4).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return part(digits)
    }

    /// The next part with what comes before it; nil, and nothing taken, where a time of day begins or the text ends.
    private static func takeNext(_ rest: inout ArraySlice<UInt8>) -> (separator: [UInt8], part: Part)? {
        guard let first = rest.first, "-./ ".utf8.contains(first) else { return nil }
        let isSpaced = first == point && rest.dropFirst().first == blank
        let separator = Array(rest.prefix(isSpaced ? 2 : 1))
        var after = rest.dropFirst(separator.count)
        guard let part = takePart(&after), after.first != colon else { return nil }
        rest = after
        return (separator, part)
    }

    /// Whether nothing is left but a time of day such as `T10:30:00Z`, or nothing at all.
    private static func isTimeOfDay(_ rest: ArraySlice<UInt8>) -> Bool {
        guard let first = rest.first else { return true }
        guard first == blank || first == UInt8(ascii: "T") else { return false }
        var clock = rest.dropFirst()
        let hours = clock.prefix(while: isDigit)
        clock = clock.dropFirst(hours.count)
        guard (1...2).contains(hours.count), clock.popFirst() == colon else { return false }
        if clock.last == UInt8(ascii: "Z") { clock = clock.dropLast() }
        return (2...12).contains(clock.count) && clock.allSatisfy { isDigit($0) || $0 == colon || $0 == point }
    }
}
