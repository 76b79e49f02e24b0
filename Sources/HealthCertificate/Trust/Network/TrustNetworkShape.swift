internal import BoundedJSON

/// Takes the members of a JSON object that has to have exactly these, and no others.
///
/// A member that JSON-LD would drop or read otherwise than we do would not be covered by the signature: it is refused.
struct TrustNetworkShape {
    private let members: JSONObject
    private let path: String

    /// - Throws: ``HealthCertificateError`` `trustList` where the value is no object, or has other members.
    init(
        _ json: JSONValue?, _ path: String, required: [String], optional: [String] = []
    ) throws(HealthCertificateError) {
        guard let members = json?.members else { throw Self.fault(.wrongType, "\(path) is no object") }
        for (name, _) in members where !required.contains(name) && !optional.contains(name) {
            let shown = name.utf8.count <= 40 && Self.isPlain(name) ? "\"\(name)\"" : "another member"
            throw Self.fault(.unsupported, "\(path) has \(shown), which such documents don't have")
        }
        for name in required where members[name] == nil {
            throw Self.fault(.missing, "\(path) has no \"\(name)\"")
        }
        (self.members, self.path) = (members, path)
    }

    subscript(name: String) -> JSONValue? { members[name] }

    /// A text of at most 1,000 printable ASCII characters, none of which N-Quads or JSON would escape.
    func text(_ name: String) throws(HealthCertificateError) -> String {
        guard let text = members[name]?.text, Self.isPlain(text), text.utf8.count <= 1000 else {
            throw Self.fault(.invalidValue, "\(path).\(name) is no plain text")
        }
        return text
    }

    /// The text, where it is exactly this one.
    func require(_ name: String, _ value: String) throws(HealthCertificateError) {
        guard members[name]?.text == value else {
            throw Self.fault(.unsupported, "\(path).\(name) is not \"\(value)\"")
        }
    }

    /// An identifier of a DID document or of one of its keys.
    func identifier(_ name: String) throws(HealthCertificateError) -> String {
        let text = try text(name)
        guard text.hasPrefix("did:"), !text.utf8.contains(where: { Self.notInAddresses.contains($0) }) else {
            throw Self.fault(.invalidValue, "\(path).\(name) is no identifier that starts with \"did:\"")
        }
        return text
    }

    private static let notInAddresses = Set(" <>\"{}|^`\\".utf8)

    /// Whether a text needs no escape anywhere.
    static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    static func fault(_ code: HealthCertificateError.Code, _ reason: String) -> HealthCertificateError {
        HealthCertificateError(.trustList, code, reason)
    }
}
