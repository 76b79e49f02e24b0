/// One QR code's text: `shc:/` and digits, or `shc:/C/N/` and digits for chunk C of N.
///
/// Two digits stand for one character of the JWS, its ASCII code less 45.
/// <https://spec.smarthealth.cards/#encoding-chunks-as-qr-codes>
public struct NumericCode: Sendable, Hashable {
    /// Which chunk it is and of how many, each from 1; nil for a code that holds the whole card.
    public struct Place: Sendable, Hashable {
        /// The chunk's number, 1 to ``count``.
        public let index: Int
        /// How many chunks the card has.
        public let count: Int
    }

    /// Most characters of a JWS that one code may hold alone.
    public static let longestSingle = 1_195
    /// Most characters of a JWS that a chunk may hold.
    public static let longestChunk = 1_191
    /// Most chunks that are put together.
    public static let mostChunks = 64
    /// Longest text of one code that is read, in characters.
    static let longestText = 20_000

    /// Which chunk it is; nil for a code that holds the whole card.
    public let place: Place?
    /// The characters of the JWS, or of this part of it.
    public let characters: [UInt8]

    /// Reads a code's text, without white space around it.
    ///
    /// - Throws: ``SmartHealthCardDeparture`` for a text that isn't one.
    public init(_ text: some StringProtocol) throws(SmartHealthCardDeparture) {
        guard text.utf8.count <= Self.longestText else { throw SmartHealthCardDeparture(.textTooLong) }
        guard text.prefix(4).lowercased() == "shc:" else { throw SmartHealthCardDeparture(.notASmartHealthCard) }
        guard text.dropFirst(4).first == "/" else { throw SmartHealthCardDeparture(.badQRHeader) }
        let fields = text.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
        switch fields.count {
        case 1: self.place = nil
        case 3: self.place = try Self.place(fields[0], fields[1])
        default: throw SmartHealthCardDeparture(.badQRHeader)
        }
        self.characters = try Self.characters(fields[fields.count - 1].utf8)
    }

    private static func place(
        _ index: some StringProtocol, _ count: some StringProtocol
    ) throws(SmartHealthCardDeparture) -> Place {
        guard let index = positive(index), let count = positive(count) else {
            throw SmartHealthCardDeparture(.badQRHeader)
        }
        guard count <= mostChunks, index <= count else { throw SmartHealthCardDeparture(.chunkIndexOutOfRange) }
        return Place(index: index, count: count)
    }

    /// A number without sign and leading zeros.
    private static func positive(_ text: some StringProtocol) -> Int? {
        guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), text.first != "0" else { return nil }
        return Int(typed: text, in: 1...999_999_999)
    }

    private static func characters(_ digits: some Collection<UInt8>) throws(SmartHealthCardDeparture) -> [UInt8] {
        guard !digits.isEmpty else { throw SmartHealthCardDeparture(.badQRHeader) }
        guard digits.allSatisfy({ $0 &- 0x30 < 10 }) else { throw SmartHealthCardDeparture(.notADigit) }
        guard digits.count.isMultiple(of: 2) else { throw SmartHealthCardDeparture(.oddDigitCount) }
        var characters: [UInt8] = []
        var tens: UInt8?
        for digit in digits {
            guard let high = tens else {
                tens = digit - 0x30
                continue
            }
            let number = high * 10 + digit - 0x30
            guard number <= UInt8(ascii: "z") - 45 else { throw SmartHealthCardDeparture(.numberTooBig) }
            characters.append(number + 45)
            tens = nil
        }
        return characters
    }
}

extension NumericCode {
    /// The texts of the QR codes for a JWS: one where it fits, else as few chunks of equal length as do.
    public static func texts(for jws: String) -> [String] {
        let characters = Array(jws.utf8)
        guard characters.count > longestSingle else { return ["shc:/" + digits(characters[...])] }
        let count = (characters.count + longestChunk - 1) / longestChunk
        return (0..<count).map { index in
            let range = characters.count * index / count..<characters.count * (index + 1) / count
            return "shc:/\(index + 1)/\(count)/" + digits(characters[range])
        }
    }

    private static func digits(_ characters: ArraySlice<UInt8>) -> String {
        characters.map { character in
            let number = character &- 45
            return number < 10 ? "0\(number)" : "\(number)"
        }.joined()
    }
}
