import BoundedJSON
import ByteCoding
public import Foundation

/// A SMART Health Link: where encrypted health data is, and the key that opens it.
///
/// A link holds no health data itself. It is read and shown here, never followed: a caller that wants what it leads to
/// fetches the files and gives them to ``SmartHealthLinkFile``. <https://docs.smarthealthit.org/smart-health-links/spec/>
public struct SmartHealthLink: Sendable, Hashable {
    /// How a link may be used.
    public enum Flag: Character, Sendable, Hashable, CaseIterable {
        /// The data may change over time.
        case longTerm = "L"
        /// A passcode is asked for.
        case passcode = "P"
        /// The link leads to a single file, without a manifest.
        case singleFile = "U"
    }

    /// Where the manifest or the single file is.
    public let address: String
    /// The key that opens the files, 32 bytes.
    public let key: [UInt8]
    /// Until when the link may be followed; nil for always.
    public let expiresAt: Date?
    /// How the link may be used.
    public let flags: Set<Flag>
    /// What the link is, in words of who made it.
    public let label: String?
    /// What departs from the specification and is no reason to refuse the link.
    public let findings: [SmartHealthCardDeparture]

    /// Whether a text is a link, alone or behind a viewer's address and `#`.
    public static func isLink(_ text: String) -> Bool { payloadText(in: text) != nil }

    /// Reads a link: `shlink:/` and its payload, alone or behind a viewer's address.
    ///
    /// - Throws: ``SmartHealthCardDeparture`` that names what is wrong.
    public init(_ text: String) throws(SmartHealthCardDeparture) {
        guard text.utf8.count <= 8_192 else { throw SmartHealthCardDeparture(.textTooLong) }
        guard let payload = Self.payloadText(in: text) else { throw SmartHealthCardDeparture(.notALink) }
        guard let bytes = Base64URL.decode(payload) else { throw SmartHealthCardDeparture(.invalidBase64URL) }
        try self.init(payload: bytes)
    }

    /// Reads a link's payload, a JSON object.
    ///
    /// - Throws: ``SmartHealthCardDeparture`` that names what is wrong.
    public init(payload bytes: some Sequence<UInt8>) throws(SmartHealthCardDeparture) {
        guard let json = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 8_192, depth: 8)),
            json.members != nil
        else { throw SmartHealthCardDeparture(.linkPayloadInvalid) }
        var findings: [SmartHealthCardDeparture] = []
        self.address = try Self.address(json["url"], &findings)
        guard let key = json["key"]?.text.flatMap({ Base64URL.decode($0) }), key.count == 32 else {
            throw SmartHealthCardDeparture(.linkKeyInvalid, at: "key")
        }
        self.key = key
        self.flags = try Self.flags(json["flag"])
        self.expiresAt = try Self.expiry(json["exp"])
        self.label = json["label"]?.text
        if let label, label.count > 80 { findings.append(SmartHealthCardDeparture(.linkLabelTooLong, at: "label")) }
        if let version = json["v"], version.wholeNumber(in: 1...1) == nil {
            throw SmartHealthCardDeparture(.linkVersionUnknown, at: "v")
        }
        self.findings = findings
    }

    /// Whether the link may still be followed at a moment.
    public func isExpired(at moment: Date) -> Bool {
        expiresAt.map { moment >= $0 } ?? false
    }

    private static func payloadText(in text: String) -> Substring? {
        let scheme = "shlink:/"
        let trimmed = text.drop(while: \.isWhitespace)
        if trimmed.prefix(scheme.count).lowercased() == scheme { return word(trimmed.dropFirst(scheme.count)) }
        guard trimmed.hasPrefix("https://") || trimmed.hasPrefix("http://"),
            let fragment = trimmed.firstIndex(of: "#").map({ trimmed[$0...].dropFirst() }), fragment.hasPrefix(scheme)
        else { return nil }
        return word(fragment.dropFirst(scheme.count))
    }

    private static func word(_ text: Substring) -> Substring {
        text.prefix { !$0.isWhitespace }
    }

    private static func address(
        _ json: JSONValue?, _ findings: inout [SmartHealthCardDeparture]
    ) throws(SmartHealthCardDeparture) -> String {
        guard let text = json?.text, text.hasPrefix("https://") || text.hasPrefix("http://") else {
            throw SmartHealthCardDeparture(.linkURLInvalid, at: "url")
        }
        if text.hasPrefix("http://") { findings.append(SmartHealthCardDeparture(.linkNotHTTPS, at: "url")) }
        if text.utf8.count > 128 { findings.append(SmartHealthCardDeparture(.linkURLTooLong, at: "url")) }
        return text
    }

    /// Letters in alphabetical order; a passcode and a single file rule each other out.
    private static func flags(_ json: JSONValue?) throws(SmartHealthCardDeparture) -> Set<Flag> {
        guard let json else { return [] }
        let letters = Array(json.text ?? "?")
        let flags = Set(letters.compactMap(Flag.init))
        guard flags.count == letters.count, letters == letters.sorted(),
            !flags.isSuperset(of: [.passcode, .singleFile])
        else { throw SmartHealthCardDeparture(.linkFlagInvalid, at: "flag") }
        return flags
    }

    private static func expiry(_ json: JSONValue?) throws(SmartHealthCardDeparture) -> Date? {
        guard let json else { return nil }
        guard let seconds = json.floatingPoint else { throw SmartHealthCardDeparture(.expInvalid, at: "exp") }
        guard seconds < 100_000_000_000 else { throw SmartHealthCardDeparture(.expInMilliseconds, at: "exp") }
        return Date(timeIntervalSince1970: seconds)
    }
}
