import BoundedJSON
public import Foundation

/// An issuer of SMART Health Cards with its keys: whose cards are trusted.
public struct HealthCardIssuer: Sendable, Hashable {
    /// The issuer's address, which its cards state.
    public let address: String
    /// The issuer's name in words.
    public let name: String?
    /// The issuer's keys, those that can't be used among them.
    public let keys: [HealthCardKey]
    /// The issuer's lists of revoked cards.
    public let revocations: [HealthCardRevocations]

    /// Makes an issuer.
    public init(
        address: String, name: String? = nil, keys: [HealthCardKey] = [], revocations: [HealthCardRevocations] = []
    ) {
        self.address = address
        self.name = name
        self.keys = keys
        self.revocations = revocations
    }

    /// Whether a text may be an issuer's address: over https, without white space, and without a slash at its end.
    package static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("https://") && text.utf8.count > 8 && !text.hasSuffix("/")
            && !text.contains(where: \.isWhitespace)
    }

    /// Makes an issuer of its key set, the content of its `/.well-known/jwks.json`.
    ///
    /// - Parameters:
    ///   - address: the issuer's address; the keys' certificates have to name it.
    ///   - name: what people call the issuer, if known.
    ///   - bytes: the key set, JSON of at most 1 MiB.
    ///   - moment: when the keys' certificates are to be valid.
    /// - Throws: ``SmartHealthCardDeparture`` `keySetInvalid`.
    public init(
        address: String, name: String? = nil, keySet bytes: some Sequence<UInt8>, at moment: Date
    ) throws(SmartHealthCardDeparture) {
        let keys = try Self.keys(inSet: bytes, issuer: address, at: moment)
        self.init(address: address, name: name, keys: keys)
    }

    /// Reads the keys of a key set.
    ///
    /// - Parameters:
    ///   - bytes: the key set, JSON of at most 1 MiB.
    ///   - issuer: the address that the keys' certificates must be for; nil where it isn't known.
    ///   - moment: when the keys' certificates are to be valid.
    /// - Throws: ``SmartHealthCardDeparture`` `keySetInvalid` where it isn't an object with a `keys` array.
    public static func keys(
        inSet bytes: some Sequence<UInt8>, issuer: String?, at moment: Date
    ) throws(SmartHealthCardDeparture) -> [HealthCardKey] {
        guard let json = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 1 << 20, depth: 16)),
            let keys = json["keys"]?.elements
        else { throw SmartHealthCardDeparture(.keySetInvalid) }
        return keys.enumerated().map { index, key in
            HealthCardKey(key, issuer: issuer, at: moment, path: "keys[\(index)]")
        }
    }

    /// The issuer's keys as signers, for a ``TrustStore``.
    public var signers: [Signer] { keys.compactMap { $0.signer(issuer: address, name: name) } }
}
