import BoundedJSON
import ByteCoding
internal import Foundation

/// An issuer's list of revoked cards, one for each of its keys.
///
/// <https://spec.smarthealth.cards/#revocation>
public struct HealthCardRevocations: Sendable, Hashable {
    /// The key whose cards the list is about.
    public let keyIdentifier: String
    /// How often the list was changed; a higher number is newer.
    public let counter: Int64
    /// The cards by their revocation identifier, each with the moment before which it must have been issued to be
    /// revoked, in seconds since 1970; nil for whenever.
    private let cards: [String: Double?]

    /// Reads a list.
    ///
    /// - Throws: ``SmartHealthCardDeparture`` `revocationListInvalid`; a list with an unknown method is refused too.
    public init(parsing bytes: some Sequence<UInt8>) throws(SmartHealthCardDeparture) {
        guard let json = try? JSONValue(parsing: bytes) else { throw SmartHealthCardDeparture(.revocationListInvalid) }
        try self.init(json)
    }

    init(_ json: JSONValue) throws(SmartHealthCardDeparture) {
        guard let kid = json["kid"]?.text, json["method"]?.text == "rid",
            let counter = json["ctr"]?.wholeNumber(in: JSONValue.exactNumbers),
            let entries = json["rids"]?.elements
        else { throw SmartHealthCardDeparture(.revocationListInvalid) }
        var cards: [String: Double?] = [:]
        for entry in entries {
            guard let (identifier, moment) = entry.text.flatMap(Self.entry) else {
                throw SmartHealthCardDeparture(.revocationListInvalid, at: "rids")
            }
            // Of two moments the later one revokes more, and none revokes all.
            if let known = cards[identifier] {
                cards.updateValue(known.flatMap { known in moment.map { max(known, $0) } }, forKey: identifier)
            } else {
                cards.updateValue(moment, forKey: identifier)
            }
        }
        self.keyIdentifier = kid
        self.counter = Int64(counter)
        self.cards = cards
    }

    /// How many cards are revoked.
    public var count: Int { cards.count }

    /// An identifier, and after a full stop a moment in seconds.
    private static func entry(_ text: String) -> (String, Double?)? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard !parts[0].isEmpty, parts[0].utf8.allSatisfy({ Base64URL.isCharacter($0) }) else { return nil }
        guard parts.count == 2 else { return (String(parts[0]), nil) }
        guard let moment = Double(typed: parts[1], in: -1e12...1e12) else { return nil }
        return (String(parts[0]), moment)
    }

    /// Whether a card is revoked by this list.
    public func contains(_ card: SmartHealthCard) -> Bool { contains(card.certificate) }

    /// Whether the certificate is a card that is revoked by this list.
    func contains(_ certificate: SignedCertificate) -> Bool {
        guard certificate.signed.keyID == keyID, let identifier = certificate.revocationID,
            let limit = cards[identifier]
        else { return false }
        guard let limit, let issuedAt = certificate.issuedAt else { return true }
        return issuedAt.timeIntervalSince1970 < limit
    }

    /// The key's id as certificates and lists compare it.
    var keyID: [UInt8] { KeyIdentifier.bytes(keyIdentifier) }
}
