/// Reads numbers, points and grades: digits with a decimal comma or point.
struct NumberParser: FieldParser {
    /// What kind of number it is.
    enum Kind: Sendable {
        case number
        case points
        /// From 1.0 to 6.0, in tenths.
        case grade
    }

    /// The most that one reading of a number gives: a comma that is lost, `85`, leaves a number that is as good.
    private static let mostAlone = 0.94

    let kind: Kind
    let rules: RegionRules

    init(_ kind: Kind, rules: RegionRules = RegionRules()) { (self.kind, self.rules) = (kind, rules) }

    func candidates(in reading: RegionReading) -> [Candidate] {
        reading.lines.prefix(3).flatMap { line -> [Candidate] in
            let line = line.withoutBorders
            let text = line.text.prefix(DigitText.longest).filter { $0 != " " }
            let whole = HandStrokes.number(text)
            let digits = DigitText(whole)
            // What is left beside the digits may have been one: then both are given, and neither is certain.
            let isWhole = !digits.hasLetters
            let readings = isWhole ? [digits] : [DigitText(text, isGenerous: true), digits]
            return readings.enumerated().compactMap { place, digits in
                guard let (number, share) = number(digits) else { return nil }
                return Candidate(
                    value: number.description, text: text,
                    confidence: min(Self.mostAlone, line.confidence * digits.share * share * (place == 0 ? 1 : 0.4)),
                    isDoubtful: !isWhole || whole != text)
            }
        }
    }

    /// The one number in it, and what reading it leaves of the confidence; nil for none or several.
    private func number(_ digits: DigitText) -> (ExactDecimal, share: Double)? {
        let groups = digits.groups
        let joined: String
        switch groups.count {
        case 1: joined = groups[0].digits
        case 2 where Self.isDecimalMark(groups[1].before): joined = groups[0].digits + "." + groups[1].digits
        default: return nil
        }
        let minus = groups[0].before.hasSuffix("-") ? "-" : ""
        guard let number = ExactDecimal(minus + joined) else { return nil }
        if isPossible(number) { return (number, 1) }
        // A grade's comma is the mark that is lost first: 27 is 2.7.
        guard kind == .grade, joined.count == 2, let tenths = ExactDecimal(joined.prefix(1) + "." + joined.suffix(1)),
            isPossible(tenths)
        else { return nil }
        return (tenths, 0.85)
    }

    private static func isDecimalMark(_ text: String) -> Bool {
        (1...2).contains(text.count) && text.allSatisfy { ",.'`\u{2019}\u{B7}".contains($0) }
    }

    private func isPossible(_ number: ExactDecimal) -> Bool {
        if let least = rules.least, number < least { return false }
        if let most = rules.most, most < number { return false }
        switch kind {
        case .number: return true
        case .points: return number.tenThousandths >= 0 && number.tenThousandths <= 10_000 * 10_000
        case .grade:
            return number.tenThousandths % 1_000 == 0 && (10_000...60_000).contains(number.tenThousandths)
        }
    }
}
