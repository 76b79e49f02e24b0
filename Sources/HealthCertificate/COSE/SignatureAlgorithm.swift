/// The signature algorithms that health certificates are signed with.
public enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// ECDSA with SHA-256 ([RFC 9053 section 2.1](https://www.rfc-editor.org/rfc/rfc9053#section-2.1)).
    case es256 = "ES256"
    /// ECDSA with SHA-384.
    case es384 = "ES384"
    /// ECDSA with SHA-512.
    case es512 = "ES512"
    /// RSASSA-PSS with SHA-256 ([RFC 8230 section 2](https://www.rfc-editor.org/rfc/rfc8230#section-2)).
    case ps256 = "PS256"
    /// RSASSA-PSS with SHA-384.
    case ps384 = "PS384"
    /// RSASSA-PSS with SHA-512.
    case ps512 = "PS512"

    /// The algorithm's number in the COSE registry.
    public var coseIdentifier: Int64 {
        switch self {
        case .es256: -7
        case .es384: -35
        case .es512: -36
        case .ps256: -37
        case .ps384: -38
        case .ps512: -39
        }
    }

    /// Looks an algorithm up by its number in the COSE registry.
    public init?(coseIdentifier: Int64) {
        guard let match = Self.allCases.first(where: { $0.coseIdentifier == coseIdentifier }) else { return nil }
        self = match
    }

    /// Whether the algorithm is ECDSA, whose signatures are two numbers of equal length.
    public var isECDSA: Bool {
        switch self {
        case .es256, .es384, .es512: true
        case .ps256, .ps384, .ps512: false
        }
    }
}
