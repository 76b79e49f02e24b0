internal import SwiftASN1

/// Whom an X.509 certificate names as its subject or issuer.
public struct DistinguishedName: Sendable, Hashable {
    /// ISO 3166 alpha-2, in capitals.
    public let country: String?
    /// The organization.
    public let organization: String?
    /// The name that it goes by.
    public let commonName: String?
    /// The name as it was encoded; equal bytes are the same name.
    public let encoded: [UInt8]

    init(_ node: ASN1Node) {
        var values: [String: String] = [:]
        for set in node.children {
            for attribute in set.children where attribute.children.count == 2 {
                guard let type = attribute.children[0].objectIdentifier, values[type] == nil else { continue }
                values[type] = attribute.children[1].stringValue
            }
        }
        country = values["2.5.4.6"]?.uppercased()
        organization = values["2.5.4.10"]
        commonName = values["2.5.4.3"]
        encoded = Array(node.encodedBytes)
    }

    /// The common name, else the organization, else nothing.
    public var display: String { commonName ?? organization ?? "" }
}
