import Algorithms
import HealthCertificate

/// A certificate's text as somebody pasted it, perhaps wrapped over several lines.
///
/// A blank is one of Base45's characters. So a blank at the end or the beginning of a line may belong to the certificate,
/// or to the program that wrapped it, or have been eaten by that: the reading that can be unpacked is the right one.
struct WrappedText {
    /// The lines in a row, without blanks around each.
    private(set) var tidy: String
    /// The lines in a row as they are.
    private var exact: String
    /// The lines with a blank between them.
    private var spaced: String
    /// The line that it began with, with all blanks.
    private let whole: String
    private var isTried = true

    /// Nil for a line of blanks.
    init?(_ line: Substring) {
        let start = line.trimmingPrefix(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        tidy = String(start[...end])
        (exact, spaced, whole) = (String(start), tidy, String(line))
    }

    /// Takes the next line.
    ///
    /// - Parameter isTried: Whether other readings than the tidy one are looked at, which takes time.
    mutating func append(_ line: WrappedText, isTried: Bool) {
        tidy += line.tidy
        exact += line.whole
        spaced += " " + line.tidy
        self.isTried = isTried
    }

    /// Whether it can be read as a certificate.
    var isWhole: Bool { isTried && readings.contains(where: Self.isReadable) }

    /// The text of the certificate; the tidy one where none can be read.
    var text: String {
        guard isTried, readings.count > 1 else { return tidy }
        return readings.first(where: Self.isReadable) ?? tidy
    }

    private var readings: [String] { Array([tidy, exact, spaced].uniqued()) }

    /// None is tried any more once nobody waits for it.
    private static func isReadable(_ text: String) -> Bool {
        !Task.isCancelled && (try? SignedCertificate(text: text)) != nil
    }
}
