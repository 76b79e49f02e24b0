/// A number as a data file writes it: exact, with as many places as it was published with.
///
/// Never a binary fraction: `0.10` stays `0.10`, and 0.13 less 0.23 is −0.10.
package struct PublishedNumber: Sendable, Hashable {
    /// The most digits before the point.
    private static let mostWhole = 15
    /// The most digits after it.
    private static let mostPlaces = 22

    /// The number without its point.
    private let digits: Int128
    /// How many of the digits are after the point.
    package let places: Int

    private init(digits: Int128, places: Int) { (self.digits, self.places) = (digits, places) }

    /// A whole number.
    package init(_ whole: Int) { self.init(digits: Int128(whole), places: 0) }

    /// Reads `0.25`, `1e+05` and the like; nil for a sign before it, for a bare point and beyond 15 digits before the point
    /// or 22 after it.
    package init?(_ text: some StringProtocol) {
        var exponent = 0
        var mantissa = text[...]
        if let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }) {
            guard let number = Self.exponent(text[text.index(after: mark)...]) else { return nil }
            (exponent, mantissa) = (number, text[..<mark])
        }
        let parts = mantissa.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } }) else {
            return nil
        }
        let fraction = parts.count == 2 ? parts[1].count : 0
        let places = max(0, fraction - exponent)
        let all = parts.joined().drop { $0 == 48 }
        // Digits that an exponent moves before the point.
        let moved = max(0, exponent - fraction)
        guard all.count + moved <= Self.mostWhole + places, places <= Self.mostPlaces else { return nil }
        var digits: Int128 = 0
        for digit in all { digits = digits * 10 + Int128(digit - 48) }
        self.init(digits: digits * Self.power(moved), places: places)
    }

    private static func exponent(_ text: some StringProtocol) -> Int? {
        let number = text.hasPrefix("+") || text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard (1...2).contains(number.utf8.count), number.utf8.allSatisfy({ (48...57).contains($0) }),
            let value = Int(typed: number, in: 0...mostPlaces)
        else { return nil }
        return text.hasPrefix("-") ? -value : value
    }

    private static func power(_ count: Int) -> Int128 {
        (0..<count).reduce(1) { power, _ in power * 10 }
    }

    private func digits(at places: Int) -> Int128 { digits * Self.power(places - self.places) }

    /// The difference, with the places of whichever has more.
    package static func - (left: Self, right: Self) -> Self {
        let places = max(left.places, right.places)
        return Self(digits: left.digits(at: places) - right.digits(at: places), places: places)
    }

    /// Whether it is below zero.
    package var isNegative: Bool { digits < 0 }
    /// Whether it is zero, however it is written.
    package var isZero: Bool { digits == 0 }

    /// For drawing alone: nearly the number.
    package var approximate: Double {
        Double(digits) / Double(Self.power(places))
    }
}

extension PublishedNumber: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        let places = max(left.places, right.places)
        return left.digits(at: places) < right.digits(at: places)
    }

    /// By value: 0.1 is 0.10.
    package static func == (left: Self, right: Self) -> Bool { !(left < right) && !(right < left) }

    package func hash(into hasher: inout Hasher) {
        var (digits, places) = (digits, places)
        while places > 0, digits % 10 == 0 { (digits, places) = (digits / 10, places - 1) }
        hasher.combine(digits)
        hasher.combine(places)
    }
}

extension PublishedNumber: CustomStringConvertible {
    /// With a point, all its places and no exponent.
    package var description: String {
        let text = String(digits.magnitude)
        let sign = digits < 0 ? "-" : ""
        guard places > 0 else { return sign + text }
        let padded = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
        return sign + padded.dropLast(places) + "." + padded.suffix(places)
    }
}

extension PublishedNumber {
    /// Rounded half away from zero to so many places; one with fewer stays as it is.
    package func rounded(to places: Int) -> PublishedNumber {
        guard places < self.places else { return self }
        let unit = Self.power(self.places - places)
        let half = digits < 0 ? -unit / 2 : unit / 2
        return PublishedNumber(digits: (digits + half) / unit, places: places)
    }
}
