import BoundedJSON
public import Foundation

/// A list of issuers of SMART Health Cards, as the VCI publishes one.
///
/// Two forms are read: the list of participants, without keys, and the daily snapshot, which has each issuer's keys
/// and lists of revoked cards. <https://github.com/the-commons-project/vci-directory>
public struct HealthCardDirectory: Sendable, Hashable {
    /// The issuers, in the list's order.
    public let issuers: [HealthCardIssuer]

    /// Reads a directory.
    ///
    /// - Parameters:
    ///   - bytes: JSON of at most 64 MiB: a list of issuers, or a snapshot with their keys.
    ///   - moment: when the keys' certificates are to be valid.
    /// - Throws: ``SmartHealthCardDeparture`` `directoryInvalid`, where an issuer has no address too.
    public init(parsing bytes: some Sequence<UInt8>, at moment: Date) throws(SmartHealthCardDeparture) {
        let limits = JSONLimits(bytes: 64 << 20, values: 4_000_000, depth: 16)
        guard let json = try? JSONValue(parsing: bytes, limits: limits) else {
            throw SmartHealthCardDeparture(.directoryInvalid)
        }
        try self.init(json, at: moment)
    }

    init(_ json: JSONValue, at moment: Date) throws(SmartHealthCardDeparture) {
        guard let entries = (json["issuerInfo"] ?? json["participating_issuers"])?.elements else {
            throw SmartHealthCardDeparture(.directoryInvalid)
        }
        var issuers: [HealthCardIssuer] = []
        for (index, entry) in entries.enumerated() {
            let path = "issuers[\(index)]"
            let issuer = entry["issuer"] ?? entry
            guard let address = issuer["iss"]?.text else {
                throw SmartHealthCardDeparture(.directoryInvalid, at: path + ".iss")
            }
            var keys: [HealthCardKey] = []
            for (index, key) in (entry["keys"]?.elements ?? []).enumerated() {
                keys.append(HealthCardKey(key, issuer: address, at: moment, path: "\(path).keys[\(index)]"))
            }
            var revocations: [HealthCardRevocations] = []
            for list in entry["crls"]?.elements ?? [] { revocations.append(try HealthCardRevocations(list)) }
            issuers.append(
                HealthCardIssuer(address: address, name: issuer["name"]?.text, keys: keys, revocations: revocations))
        }
        self.issuers = issuers
    }

    /// All issuers' keys as signers, for a ``TrustStore``.
    public var signers: [Signer] { issuers.flatMap(\.signers) }
}
