/// A text in which digits are expected: letters that look like one are taken for it.
struct DigitText {
    let text: String
    /// How many letters were taken for digits.
    let corrections: Int

    init(_ written: some StringProtocol) {
        var (text, corrections) = ("", 0)
        for character in written.prefix(Self.longest) {
            if let digit = Self.lookalikes[character] {
                text.append(digit)
                corrections += 1
            } else {
                text.append(character)
            }
        }
        (self.text, self.corrections) = (text, corrections)
    }

    /// In characters; nothing that has digits is longer.
    static let longest = 60

    /// What a correction leaves of the confidence.
    var share: Double {
        var share = 1.0
        for _ in 0..<corrections { share *= 0.94 }
        return share
    }

    private static let lookalikes: [Character: Character] = [
        "O": "0", "o": "0", "Q": "0", "D": "0", "I": "1", "l": "1", "|": "1", "!": "1", "Z": "2", "S": "5", "G": "6",
        "B": "8",
    ]

    /// The runs of digits in it, each with what stands before it.
    var groups: [(before: String, digits: String)] {
        var groups: [(before: String, digits: String)] = []
        var (before, digits) = ("", "")
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else {
                if !digits.isEmpty {
                    groups.append((before, digits))
                    (before, digits) = ("", "")
                }
                before.append(character)
            }
        }
        return digits.isEmpty ? groups : groups + [(before, digits)]
    }
}
