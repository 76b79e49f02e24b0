/// The check digit of GS1 keys (GS1 General Specifications 7.9): weights 3 and 1 from the right.
///
/// <https://www.gs1.org/services/how-calculate-check-digit-manually>
package enum CheckDigit {
    /// Whether the last of 2 to 20 digits is the one that the others ask for.
    package static func isRight(_ digits: some StringProtocol) -> Bool {
        let numbers = digits.utf8.compactMap { (48...57).contains($0) ? Int($0) - 48 : nil }
        guard numbers.count == digits.utf8.count, (2...20).contains(numbers.count) else { return false }
        let sum = numbers.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
        return sum % 10 == 0
    }
}
