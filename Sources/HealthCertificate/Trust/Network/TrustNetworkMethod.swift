internal import BoundedJSON

/// One key of a DID document of the trust network, as the document has it: not looked into yet.
struct TrustNetworkMethod {
    let id: String
    let controller: String
    let jwk: JSONValue
    // The codes without their `#`.
    private let domain: String?
    private let participant: String?
    private let usage: String?

    /// What the network says of a key.
    struct Labels: Hashable {
        /// What it is for, such as `DCC` or `ICVP`.
        let domain: String
        /// The country or organisation, such as `DEU`.
        let participant: String
        /// `DSC` signs certificates, `CSCA` certifies signers.
        let usage: String
    }

    init(_ json: JSONValue, hasLabels: Bool, path: String) throws(HealthCertificateError) {
        // Where the context doesn't have them, a processor would drop them, and the signature not cover them.
        let shape = try TrustNetworkShape(
            json, path, required: ["id", "type", "controller", "publicKeyJwk"],
            optional: hasLabels ? ["domain", "participant", "keyusage"] : [])
        try shape.require("type", "JsonWebKey2020")
        id = try shape.identifier("id")
        controller = try shape.identifier("controller")
        jwk = shape["publicKeyJwk"] ?? .null
        try Self.requirePlain(jwk, path + ".publicKeyJwk")
        domain = try Self.code(shape, "domain", path)
        participant = try Self.code(shape, "participant", path)
        usage = try Self.code(shape, "keyusage", path)
    }

    /// What the network says of the key; nil unless it says all three.
    var labels: Labels? {
        guard let domain, let participant, let usage else { return nil }
        return Labels(domain: domain, participant: participant, usage: usage)
    }

    /// `{"code": "#DCC"}`: a fragment of the list of codes that the context names.
    private static func code(
        _ shape: TrustNetworkShape, _ name: String, _ path: String
    ) throws(HealthCertificateError) -> String? {
        guard shape[name] != nil else { return nil }
        let text = try TrustNetworkShape(shape[name], "\(path).\(name)", required: ["code"]).text("code")
        let code = text.dropFirst()
        guard text.first == "#", (1...64).contains(code.utf8.count),
            code.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || "-_.".utf8.contains($0)
            })
        else { throw TrustNetworkShape.fault(.invalidValue, "\(path).\(name).code is no code after a \"#\"") }
        return String(code)
    }

    /// Texts and lists of them without escapes: their JSON is the same in every writer.
    private static func requirePlain(_ jwk: JSONValue, _ path: String) throws(HealthCertificateError) {
        guard let members = jwk.members else { throw TrustNetworkShape.fault(.wrongType, "\(path) is no object") }
        for (name, value) in members {
            let texts = value.elements ?? [value]
            guard TrustNetworkShape.isPlain(name), texts.allSatisfy({ $0.text.map(TrustNetworkShape.isPlain) ?? false })
            else { throw TrustNetworkShape.fault(.unsupported, "\(path) has more than plain texts") }
        }
    }

    /// The statements that the document's signature covers.
    func insert(into quads: inout NQuads, valueSets suffix: String) {
        let key = NQuads.Node.address(id)
        quads.insert(key, NQuads.Term.type, .address(NQuads.Term.security("JsonWebKey2020")))
        quads.insert(key, NQuads.Term.security("controller"), .address(controller))
        quads.insert(
            key, NQuads.Term.security("publicKeyJwk"), .typed(jwk.compactText, type: NQuads.Term.json))
        for (name, code) in [("Domains", domain), ("Participants", participant), ("KeyUsage", usage)] {
            guard let code else { continue }
            let set = "https://smart.who.int/trust/ValueSet-\(name)\(suffix).jsonld"
            quads.insert(key, set, .address("\(set)#\(code)"))
        }
    }
}
