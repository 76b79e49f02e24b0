internal import SwiftASN1

/// The extensions of an X.509 certificate that decide about health certificates; the others are not looked at.
struct CertificateExtensions {
    private(set) var extendedKeyUsages: [String] = []
    private(set) var isAuthority = false

    private enum Identifier {
        static let extendedKeyUsage = "2.5.29.37"
        static let basicConstraints = "2.5.29.19"
    }

    /// Looks for the extensions among the optional fields at a certificate's end.
    init(_ optionalFields: some Sequence<ASN1Node>) {
        let tag = ASN1Identifier(tagWithNumber: 3, tagClass: .contextSpecific)
        for field in optionalFields where field.identifier == tag {
            for entry in field.children.first?.children ?? [] { read(entry.children) }
        }
    }

    private mutating func read(_ parts: [ASN1Node]) {
        guard let identifier = parts.first?.objectIdentifier, let value = parts.last,
            [Identifier.extendedKeyUsage, Identifier.basicConstraints].contains(identifier),
            let node = try? BER.parse(value.octets)
        else { return }
        if identifier == Identifier.extendedKeyUsage {
            extendedKeyUsages += node.children.compactMap(\.objectIdentifier)
        } else {
            isAuthority = node.children.first.map { $0.identifier == .boolean && $0.primitiveBytes != [0] } ?? false
        }
    }
}
