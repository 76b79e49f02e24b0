internal import BoundedJSON

/// One key of a DID document of the trust network, as the document has it: not looked into yet.
struct TrustNetworkMethod {
    let id: String
    let controller: String
    let jwk: JSONValue
    /// The codes without their `#`; nil in documents without the network's context.
    let labels: Labels?

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
        let labelNames = hasLabels ? ["domain", "participant", "keyusage"] : []
        let shape = try TrustNetworkShape(
            json, path, required: ["id", "type", "controller", "publicKeyJwk"] + labelNames)
        try shape.require("type", "JsonWebKey2020")
        id = try shape.identifier("id")
        controller = try shape.identifier("controller")
        jwk = shape["publicKeyJwk"] ?? .null
        try Self.requirePlain(jwk, path + ".publicKeyJwk")
        guard hasLabels else {
            labels = nil
            return
        }
        labels = Labels(
            domain: try Self.code(shape, "domain", path), participant: try Self.code(shape, "participant", path),
            usage: try Self.code(shape, "keyusage", path))
    }

    /// `{"code": "#DCC"}`: a fragment of the list of codes that the context names.
    private static func code(
        _ shape: TrustNetworkShape, _ name: String, _ path: String
    ) throws(HealthCertificateError) -> String {
        let text = try TrustNetworkShape(shape[name], "\(path).\(name)", required: ["code"]).text("code")
        let code = text.dropFirst()
        guard text.first == "#", (1...64).contains(code.utf8.count),
            code.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2D })
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
        guard let labels else { return }
        let codes = [
            ("Domains", labels.domain), ("Participants", labels.participant), ("KeyUsage", labels.usage),
        ]
        for (name, code) in codes {
            let set = "https://smart.who.int/trust/ValueSet-\(name)\(suffix).jsonld"
            quads.insert(key, set, .address("\(set)#\(code)"))
        }
    }
}
