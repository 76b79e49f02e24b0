/// A name as misreadings are compared: small letters of the Latin alphabet and digits, nothing between them.
struct FoldedName: Hashable, Sendable {
    let letters: [UInt8]

    /// The digits in their order: they are never corrected.
    var digits: [UInt8] { letters.filter(Self.isDigit) }

    /// Which letters it has, a bit each.
    var letterSet: UInt64 {
        letters.reduce(0) { $0 | 1 << UInt64(Self.isDigit($1) ? $1 - 0x30 + 26 : $1 - 0x61) }
    }

    /// - Parameter digitsAsLetters: whether a digit inside of a word of letters is taken for the letter that looks so.
    init(_ text: some StringProtocol, digitsAsLetters: Bool = false) {
        var letters: [UInt8] = []
        for scalar in text.prefix(Self.longest).lowercased().unicodeScalars.prefix(4 * Self.longest) {
            if let plain = Self.plain(scalar) {
                letters.append(plain)
            } else if let two = Self.twoLetters[scalar] {
                letters += two.utf8
            }
        }
        if digitsAsLetters, 2 * letters.count(where: Self.isDigit) < letters.count {
            letters = letters.map { Self.lookalikes[$0] ?? $0 }
        }
        self.letters = letters
    }

    init(letters: [UInt8]) { self.letters = letters }

    /// In characters; no name is longer.
    static let longest = 80

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func plain(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "a"..."z", "0"..."9": UInt8(ascii: scalar)
        default: accented[scalar]
        }
    }

    private static let accented: [Unicode.Scalar: UInt8] = {
        var table: [Unicode.Scalar: UInt8] = [:]
        let groups: [(Unicode.Scalar, String)] = [
            ("a", "äàáâãå"), ("e", "éèêë"), ("i", "íìîï"), ("o", "öóòôõø"), ("u", "üúùû"), ("c", "ç"), ("n", "ñ"),
        ]
        for (plain, variants) in groups {
            for scalar in variants.unicodeScalars { table[scalar] = UInt8(ascii: plain) }
        }
        return table
    }()

    private static let twoLetters: [Unicode.Scalar: String] = ["ß": "ss", "æ": "ae", "œ": "oe", "\u{FB01}": "fi"]

    private static let lookalikes: [UInt8: UInt8] = [
        0x30: UInt8(ascii: "o"), 0x31: UInt8(ascii: "l"), 0x34: UInt8(ascii: "a"), 0x35: UInt8(ascii: "s"),
        0x36: UInt8(ascii: "g"), 0x38: UInt8(ascii: "b"),
    ]
}
