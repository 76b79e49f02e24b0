// Every module has this file, by a link to the one in Sources: a number from outside is read here, within its range, and
// the compiler refuses every other way to make one of a text, or a whole one of one with a fraction.

extension FixedWidthInteger {
    /// Reads a number that came from outside: a sign or none, at most 19 ASCII digits, within a range.
    ///
    /// No number exists that hasn't passed its range, so that what is reckoned with it can't end the process.
    init?(typed text: some StringProtocol, in range: ClosedRange<Self>) {
        var digits = Substring(text).utf8
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        guard (1...19).contains(digits.prefix(20).count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        let size = digits.reduce(Int128(0)) { $0 * 10 + Int128($1 - 0x30) }
        guard let number = Self(exactly: isNegative ? -size : size), range.contains(number) else { return nil }
        self = number
    }

    @available(*, deprecated, message: "Int(typed:in:) knows the range")
    init?(_ text: String) { return nil }

    @available(*, deprecated, message: "Int(typed:in:) knows the range")
    init?(_ text: some StringProtocol) { return nil }
}

extension FixedWidthInteger {
    /// A number without its fraction, or the end of the range that it is beyond; NaN is below all.
    init(_ number: Double, clampedTo range: ClosedRange<Self>) {
        guard number >= Double(range.lowerBound) else {
            self = range.lowerBound
            return
        }
        self = number < Double(range.upperBound) ? Self(number) : range.upperBound
    }
}

// The standard library's end the process where a number is too large.
extension Int {
    @available(*, deprecated, message: "Int(_:clampedTo:) knows the range")
    init(_ number: Double) { self = 0 }
}

extension Int64 {
    @available(*, deprecated, message: "Int64(_:clampedTo:) knows the range")
    init(_ number: Double) { self = 0 }
}

extension UInt32 {
    @available(*, deprecated, message: "UInt32(_:clampedTo:) knows the range")
    init(_ number: Double) { self = 0 }
}

extension UInt64 {
    @available(*, deprecated, message: "UInt64(_:clampedTo:) knows the range")
    init(_ number: Double) { self = 0 }
}

extension Double {
    /// Reads a number that came from outside, as Swift writes them, within a range.
    init?(typed text: some StringProtocol, in range: ClosedRange<Double>) {
        func read<Number: LosslessStringConvertible>(_ text: String) -> Number? { Number(text) }
        guard text.utf8.prefix(401).count <= 400, let number: Double = read(String(text)), range.contains(number) else {
            return nil
        }
        self = number
    }

    @available(*, deprecated, message: "Double(typed:in:) knows the range")
    init?(_ text: String) { return nil }

    @available(*, deprecated, message: "Double(typed:in:) knows the range")
    init?(_ text: Substring) { return nil }

    @available(*, deprecated, message: "Double(typed:in:) knows the range")
    init?(_ text: some StringProtocol) { return nil }
}

extension Collection {
    /// The place that somebody counts from 1; nil where there is none.
    func place(numbered text: some StringProtocol) -> Index? {
        guard !isEmpty, let number = Int(typed: text, in: 1...count) else { return nil }
        return index(startIndex, offsetBy: number - 1)
    }
}
