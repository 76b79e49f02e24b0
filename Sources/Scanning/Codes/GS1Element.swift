package import CivilDates

/// What a package's code says: a GS1 element string (GS1 General Specifications 7.8).
///
/// Read are GTIN (01), expiry (17), batch (10) and serial (21), in any order, either with brackets, or plain with the
/// group separator (FNC1) after those of variable length; other identifiers of known length are passed over.
package struct GS1Element: Sendable, Hashable {
    /// 14 digits.
    package private(set) var gtin: String?
    /// `yyyy-mm`, or a day where one is given.
    package private(set) var expiry: PartialDate?
    /// 1 to 20 characters.
    package private(set) var batch: String?
    /// 1 to 20 characters.
    package private(set) var serial: String?

    /// Whether the GTIN's check digit is right.
    package var isChecked: Bool { gtin.map { CheckDigit.isRight($0) } ?? false }

    /// Nil for what is no element string, or has none of these.
    ///
    /// - Parameter thisYear: years of two digits are at most 49 before and 50 after it (section 7.12).
    package init?(_ text: String, thisYear: Int) {
        guard (4...Self.longest).contains(text.utf8.count) else { return nil }
        var rest = text[...]
        for prefix in ["]d2", "]C1", "]Q3", "]e0"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(3) }
        let isBracketed = rest.hasPrefix("(")
        while !rest.isEmpty {
            while rest.first == Self.separator { rest = rest.dropFirst() }
            guard !rest.isEmpty else { break }
            let taken = isBracketed ? Self.takeBracketed(&rest) : Self.takePlain(&rest)
            guard let (identifier, data) = taken, set(identifier, data, thisYear) else { return nil }
        }
        guard gtin != nil || batch != nil || expiry != nil else { return nil }
    }

    private static let longest = 400
    private static let separator: Character = "\u{1D}"

    private static func takeBracketed(_ rest: inout Substring) -> (Substring, Substring)? {
        guard rest.first == "(", let end = rest.prefix(6).firstIndex(of: ")") else { return nil }
        let identifier = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
        let data = rest.prefix { $0 != "(" && $0 != separator }
        rest = rest[data.endIndex...]
        return (identifier, data)
    }

    /// Lengths of what follows identifiers of fixed length (figure 7.8.4-2).
    private static let lengths: [Substring: Int] = [
        "00": 18, "01": 14, "02": 14, "11": 6, "12": 6, "13": 6, "15": 6, "16": 6, "17": 6, "20": 2,
    ]

    private static func takePlain(_ rest: inout Substring) -> (Substring, Substring)? {
        let identifier = rest.prefix(2)
        guard identifier.count == 2 else { return nil }
        rest = rest.dropFirst(2)
        if let length = lengths[identifier] {
            let data = rest.prefix(length)
            guard data.count == length else { return nil }
            rest = rest.dropFirst(length)
            return (identifier, data)
        }
        let data = rest.prefix { $0 != separator }
        rest = rest[data.endIndex...]
        return (identifier, data)
    }

    /// Whether what an identifier says is well formed; the first of each counts.
    private mutating func set(_ identifier: Substring, _ data: Substring, _ thisYear: Int) -> Bool {
        switch identifier {
        case "01":
            guard data.utf8.count == 14, data.utf8.allSatisfy({ (48...57).contains($0) }) else { return false }
            gtin = gtin ?? String(data)
        case "17":
            guard let date = Self.date(data, thisYear) else { return false }
            expiry = expiry ?? date
        case "10", "21":
            guard (1...20).contains(data.utf8.count), data.utf8.allSatisfy({ (0x21...0x7A).contains($0) }) else {
                return false
            }
            if identifier == "10" { batch = batch ?? String(data) } else { serial = serial ?? String(data) }
        default: return (2...4).contains(identifier.utf8.count) && data.utf8.count <= 90
        }
        return true
    }

    /// YYMMDD; the day 00 is the month's last, and so the month alone.
    private static func date(_ data: Substring, _ thisYear: Int) -> PartialDate? {
        guard data.utf8.count == 6, data.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = Int(typed: data, in: 0...999_999)
        else { return nil }
        let century = thisYear / 100 * 100
        let years = [century - 100, century, century + 100].map { $0 + number / 10_000 }
        guard let year = years.first(where: { ((thisYear - 49)...(thisYear + 50)).contains($0) }) else { return nil }
        let day = number % 100
        return PartialDate(year: year, month: number / 100 % 100, day: day == 0 ? nil : day)
    }
}
