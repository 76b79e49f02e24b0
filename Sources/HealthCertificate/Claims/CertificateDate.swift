public import CivilDates

/// A date as a certificate writes it: `1964`, `1964-08`, `1964-08-12`, empty, or no date at all.
public struct CertificateDate: Sendable, Hashable, CustomStringConvertible {
    /// The date as the certificate writes it.
    public let text: String
    /// What it says; `nil` when the text is empty or no date.
    ///
    /// A time of day after `T` is left out, since some issuers write one.
    public let date: PartialDate?

    /// Reads a date; what can't be read as one keeps its text.
    public init(_ text: String) {
        self.text = text
        date = PartialDate(String(text.prefix { $0 != "T" }))
    }

    /// The text as the certificate has it.
    public var description: String { text }
}
