/// A number with four decimal places at most, kept exactly.
package struct ExactDecimal: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// How many ten-thousandths it is.
    package let tenThousandths: Int

    private init(tenThousandths: Int) { self.tenThousandths = tenThousandths }

    /// Reads digits with a comma or point among them; nil for more than 9 digits before it or 4 after.
    package init?(_ text: some StringProtocol) {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative ? text.dropFirst() : text[...]
        let parts = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard let whole = parts.first, parts.count <= 2, (1...9).contains(whole.utf8.count),
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        guard fraction.utf8.count <= 4, let high = Int(typed: whole, in: 0...999_999_999),
            let low = Int(typed: fraction + String(repeating: "0", count: 4 - fraction.utf8.count), in: 0...9_999)
        else { return nil }
        self.init(tenThousandths: (high * 10_000 + low) * (isNegative ? -1 : 1))
    }

    /// With a point, and no more places than it needs.
    package var description: String {
        var fraction = String(tenThousandths.magnitude % 10_000 + 10_000).dropFirst()
        while fraction.hasSuffix("0") { fraction.removeLast() }
        let sign = tenThousandths < 0 ? "-" : ""
        return sign + "\(tenThousandths.magnitude / 10_000)" + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    package static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
        ExactDecimal(tenThousandths: left.tenThousandths + right.tenThousandths)
    }

    package static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        left.tenThousandths < right.tenThousandths
    }

    package static let zero = ExactDecimal(tenThousandths: 0)
}
