import ByteCoding
package import Foundation
import Secrets

/// That somebody opened a link: when, and who they said they were.
package struct HealthLinkOpening: Sendable, Equatable {
    /// So many are kept of a link: nobody washes a name out of the list by asking again.
    package static let (first, last) = (10, 40)
    /// Unicode scalars of a recipient that are kept.
    private static let longest = 64

    package let time: Date
    /// In their own words.
    package let recipient: String

    init(time: Date, recipient: String) {
        self.time = time
        let plain = recipient.unicodeScalars.filter { $0.properties.generalCategory != .control }
        self.recipient = String(String.UnicodeScalarView(plain.prefix(Self.longest)))
    }

    /// Sealed for whoever has the private key; all are of the same length.
    func seal(to publicKey: [UInt8]) -> [UInt8]? {
        let words = Array(recipient.utf8)
        let padding = [UInt8](repeating: 0, count: 4 * Self.longest - words.count)
        let seconds = UInt64(time.timeIntervalSince1970, clampedTo: 0...1 << 40)
        return SealedBox.seal(
            seconds.bigEndianBytes + UInt32(clamping: words.count).bigEndianBytes + words + padding, to: publicKey)
    }

    /// Nil for what is damaged or was sealed for another key.
    init?(opening sealed: [UInt8], privateKey: [UInt8]) {
        guard let plain = SealedBox.open(sealed, privateKey: privateKey), plain.count == 12 + 4 * Self.longest,
            let seconds = UInt64(bigEndianBytes: Array(plain.prefix(8))),
            let length = UInt32(bigEndianBytes: Array(plain[8..<12])), length <= 4 * Self.longest
        else { return nil }
        self.init(
            time: Date(timeIntervalSince1970: Double(seconds)),
            recipient: String(decoding: plain[12..<(12 + Int(length))], as: UTF8.self))
    }
}
