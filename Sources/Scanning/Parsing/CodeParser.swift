/// Reads a code that is printed as characters: without blanks, of a pattern where there is one.
struct CodeParser: FieldParser {
    let rules: RegionRules

    func candidates(in reading: RegionReading) -> [Candidate] {
        reading.lines.prefix(3).compactMap { line in
            let written = line.text.filter { !$0.isWhitespace }.prefix(60)
            let text = String(written).replacing("\u{2013}", with: "-").replacing("\u{2014}", with: "-")
            guard text.count >= 2, let value = rules.pattern.map({ Self.fit(text, $0) }) ?? text else { return nil }
            let isChecked = rules.hasCheckDigit && CheckDigit.isRight(value.filter(\.isNumber))
            if rules.hasCheckDigit, !isChecked { return nil }
            return Candidate(
                value: value, text: line.text,
                confidence: isChecked ? 1 : min(ScanField.most, line.confidence))
        }
    }

    /// The text as the pattern has it, digits and letters told apart by it; nil where it doesn't fit.
    static func fit(_ text: String, _ pattern: String) -> String? {
        guard text.count == pattern.count else { return nil }
        var fitted = ""
        for (character, kind) in zip(text, pattern) {
            switch kind {
            case "9":
                let digit = DigitText(String(character)).text
                guard digit.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
                fitted += digit
            case "A":
                guard character.isLetter else { return nil }
                fitted += character.uppercased()
            case "*":
                guard character.isLetter || character.isNumber else { return nil }
                fitted += character.uppercased()
            default:
                guard character == kind else { return nil }
                fitted.append(character)
            }
        }
        return fitted
    }
}
