/// A word as the recogniser read it.
package struct ReadWord: Sendable, Hashable {
    /// Its line, from 0.
    package let line: Int
    package let box: ReadBox
    /// What the recogniser thinks of it, 0 to 1.
    package let confidence: Double
    package let text: String

    package init(line: Int, box: ReadBox, confidence: Double, text: String) {
        (self.line, self.box, self.confidence, self.text) = (line, box, confidence, text)
    }

    /// Whether it has neither a letter nor a digit.
    var isBorder: Bool { !text.contains { $0.isLetter || $0.isNumber } }
}
