import ByteCoding
package import HealthCertificate
package import Web

/// Finds the certificates in a text that a person pasted: each on lines of its own, or wrapped over several.
package enum CertificateText {
    /// The most certificates of one import.
    package static let maximum = 20

    /// The text of each certificate, in order.
    ///
    /// A line that doesn't begin one goes on the one before it, since mail programs wrap long lines. A text without any
    /// beginning comes back whole, for the decoder to say what is wrong.
    package static func split(_ text: String) -> [String] {
        var parts: [WrappedText] = []
        var isAfterGap = true
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            guard let content = WrappedText(line) else {
                isAfterGap = true
                continue
            }
            if let last = parts.last, !begins(content.tidy[...], after: last, isAfterGap) {
                parts[parts.count - 1].append(content, isTried: parts.count <= maximum)
            } else {
                parts.append(content)
            }
            isAfterGap = false
        }
        return parts.map(\.text)
    }

    /// Whether a line begins a certificate, or goes on the one before.
    ///
    /// A European Vaccination Card begins with three characters that may also be in the middle of any other text.
    private static func begins(_ line: Substring, after last: WrappedText, _ isAfterGap: Bool) -> Bool {
        if hasPrefix(line) { return true }
        return SignedCertificate.beginsVaccinationCard(line) && (isAfterGap || last.isWhole)
    }

    /// The certificates in a file that is no picture: its text, or the cards of a `.smart-health-card` file; nil for
    /// any other file.
    package static func texts(inFile bytes: [UInt8]) -> [String]? {
        guard bytes.count <= mostFileBytes, let text = String(typed: bytes, as: UTF8.self) else { return nil }
        if let file = try? SmartHealthCardFile(bytes) {
            let cards = file.cards.compactMap { $0.card?.certificate.text }
            return cards.isEmpty ? nil : cards
        }
        let parts = split(text.trimmingPrefix("\u{FEFF}").description)
        return parts.first.map { begins($0[...]) } == true ? parts : nil
    }

    private static let mostFileBytes = 256 * 1024

    /// Whether a certificate of a family that we know begins here.
    static func begins(_ line: Substring) -> Bool {
        hasPrefix(line) || SignedCertificate.beginsVaccinationCard(line)
    }

    /// Whether a text begins as an EU certificate or one of the WHO's, a SMART Health Card's code, or a bare JSON Web
    /// Signature.
    private static func hasPrefix(_ line: Substring) -> Bool {
        let start = line.prefix(5).uppercased()
        return start.hasPrefix("HC") && start.contains(":") || start.hasPrefix("SHC:/") || line.hasPrefix("eyJ")
    }

    /// The texts of a certificate's QR codes: one, but for a SMART Health Card that is cut into several.
    package static func codes(of text: String) -> [String] {
        guard text.prefix(4).lowercased() == "shc:" else { return [text] }
        return text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// The words for a text that is no certificate, by the layer that refused it.
    package static func fault(_ error: HealthCertificateError, _ words: Localizer) -> String {
        if error.layer == .prefix, error.code == .missing { return words[.`certificates.fault.chunks`] }
        if error.code == .tooLong { return words[.`certificates.fault.too-large`] }
        let layer = error.layer == .cwt ? .payload : error.layer
        return layers.contains(layer) ? words.text(messageID(layer)) : words[.`certificates.fault.other`]
    }

    /// Those that have words of their own.
    private static let layers: [HealthCertificateError.Layer] = [.prefix, .base45, .zlib, .cbor, .cose, .payload]
    package static var messageIDs: [String] { layers.map(messageID) }

    private static func messageID(_ layer: HealthCertificateError.Layer) -> String { "certificates.fault.\(layer)" }
}
