/// A code that the reader found on the page.
package struct ReadCode: Sendable, Hashable {
    package let box: ReadBox
    package let symbology: String
    /// Its text, with controls and FNC1 (group separator, U+001D) as characters.
    package let text: String

    package init(box: ReadBox, symbology: String, text: String) {
        (self.box, self.symbology, self.text) = (box, symbology, text)
    }
}
