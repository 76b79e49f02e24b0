/// A text in which digits are expected: letters that look like one are taken for it.
struct DigitText {
    let text: String
    /// What the corrections leave of the confidence.
    let share: Double

    /// - Parameter isGenerous: whether what looks like a digit only by some hands is taken for one too.
    init(_ written: some StringProtocol, isGenerous: Bool = false) {
        var (text, share) = ("", 1.0)
        for character in written.prefix(Self.longest) {
            if let digit = Self.lookalikes[character] {
                text.append(digit)
                share *= 0.94
            } else if isGenerous, let digits = Self.byHand[character] {
                text += digits
                share *= 0.75
            } else {
                text.append(character)
            }
        }
        (self.text, self.share) = (text, share)
    }

    /// In characters; nothing that has digits is longer.
    static let longest = 60

    /// Whether something is left that may be a digit and wasn't taken for one.
    var hasLetters: Bool { text.contains { $0.isLetter || Self.byHand[$0] != nil } }

    private static let lookalikes: [Character: Character] = [
        "O": "0", "o": "0", "Q": "0", "D": "0", "I": "1", "l": "1", "|": "1", "!": "1", "Z": "2", "S": "5", "G": "6",
        "B": "8",
    ]

    private static let byHand: [Character: String] = [
        "\\": "1", "(": "1", "L": "1", "i": "1", "t": "1", "J": "1", "r": "1", "N": "11", "M": "11", "W": "11",
        "z": "2", "?": "2",
        "A": "4", "y": "4", "s": "5", "b": "6", "e": "6", "\u{20AC}": "6", "T": "7", "%": "8", "g": "9", "q": "9",
        "a": "9",
        "U": "0", "C": "0", "c": "0",
    ]

    /// The runs of digits in it, each with what is before it.
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
