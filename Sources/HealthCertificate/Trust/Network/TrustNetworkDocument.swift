internal import BoundedJSON
internal import ByteCoding
internal import CivilDates
internal import Crypto
internal import Foundation

/// A DID document of the WHO's Global Digital Health Certification Network, in the one shape in which it publishes them.
///
/// Only this shape is read: three fixed contexts (or the first two, without the network's terms), keys of type
/// `JsonWebKey2020`, a proof of type `JsonWebSignature2020`. See
/// <https://smart.who.int/trust/concepts_did_gdhcn.html>.
struct TrustNetworkDocument {
    /// The most bytes that a document may have.
    static let longest = 16 << 20
    /// The most keys that a document may have.
    static let mostKeys = 4000

    let methods: [TrustNetworkMethod]
    /// When it was signed.
    let created: Date
    /// Whom the proof names as its maker.
    let signer: String
    private let signature: [UInt8]
    private let message: [UInt8]

    /// - Throws: ``HealthCertificateError`` of layer `trustList` for any other shape, named.
    init(parsing bytes: [UInt8]) throws(HealthCertificateError) {
        let limits = JSONLimits(bytes: Self.longest, values: 1_000_000, depth: 8)
        guard let json = try? JSONValue(parsing: bytes, limits: limits) else {
            throw TrustNetworkShape.fault(.corrupt, "the document is no JSON, or larger than such documents are")
        }
        let shape = try TrustNetworkShape(
            json, "the document", required: ["@context", "id", "controller", "verificationMethod", "proof"])
        let context = try TrustNetworkContext(shape["@context"])
        let (id, controller) = (try shape.identifier("id"), try shape.identifier("controller"))
        var quads = NQuads()
        quads.insert(.address(id), NQuads.Term.security("controller"), .address(controller))
        methods = try Self.methods(shape["verificationMethod"], of: id, context, into: &quads)
        let proof = try TrustNetworkProof(shape["proof"])
        (created, signer, signature) = (proof.created, proof.signer, proof.signature)
        message =
            Array(proof.header.utf8) + [UInt8(ascii: ".")] + SHA256.hash(data: proof.canonical)
            + SHA256.hash(data: quads.canonical)
    }

    private static func methods(
        _ json: JSONValue?, of id: String, _ context: TrustNetworkContext, into quads: inout NQuads
    ) throws(HealthCertificateError) -> [TrustNetworkMethod] {
        guard let elements = json?.elements else {
            throw TrustNetworkShape.fault(.wrongType, "the document's verificationMethod is no list")
        }
        guard elements.count <= mostKeys else {
            throw TrustNetworkShape.fault(.tooLong, "the document has more than \(mostKeys) keys")
        }
        var methods: [TrustNetworkMethod] = []
        for (index, element) in elements.enumerated() {
            if let reference = element.text {
                guard reference.hasPrefix("did:"), TrustNetworkShape.isPlain(reference), !reference.contains(" "),
                    !reference.contains(where: { "<>{}|^`".contains($0) })
                else { throw TrustNetworkShape.fault(.invalidValue, "verificationMethod[\(index)] is no identifier") }
                quads.insert(.address(id), NQuads.Term.security("verificationMethod"), .address(reference))
                continue
            }
            let method = try TrustNetworkMethod(
                element, hasLabels: context.valueSets != nil, path: "verificationMethod[\(index)]")
            quads.insert(.address(id), NQuads.Term.security("verificationMethod"), .address(method.id))
            method.insert(into: &quads, valueSets: context.valueSets ?? "")
            methods.append(method)
        }
        return methods
    }

    /// Whether the proof is the key's.
    ///
    /// The signature is in DER, not r and s side by side as a JSON Web Signature has them.
    func isSigned(by key: VerificationKey) -> Bool { key.isValid(signature, for: message, scheme: .ecdsa(.sha256)) }
}

/// The contexts of a document, which tell what its members mean.
struct TrustNetworkContext {
    /// What the names of the network's lists of codes end in: nothing, `-UAT` or `-DEV`; nil without such terms.
    let valueSets: String?

    private static let base = ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/jws-2020/v1"]

    init(_ json: JSONValue?) throws(HealthCertificateError) {
        let names = json?.elements?.compactMap(\.text) ?? []
        guard names.count == json?.elements?.count, Array(names.prefix(2)) == Self.base, names.count <= 3 else {
            throw TrustNetworkShape.fault(.unsupported, "the document's @context is not the trust network's")
        }
        guard names.count == 3 else {
            valueSets = nil
            return
        }
        let suffix = ["", "-UAT", "-DEV"].first { names[2] == "https://smart.who.int/trust/tng-context/v1\($0).jsonld" }
        guard let suffix else {
            throw TrustNetworkShape.fault(.unsupported, "the document's @context is not the trust network's")
        }
        valueSets = suffix
    }
}

/// The proof of a document ([JSON Web Signature 2020](https://www.w3.org/TR/vc-jws-2020/)).
struct TrustNetworkProof {
    let created: Date
    let signer: String
    let signature: [UInt8]
    /// The header as it was written, which the signature covers.
    let header: String
    /// The proof without its signature.
    let canonical: [UInt8]

    init(_ json: JSONValue?) throws(HealthCertificateError) {
        let shape = try TrustNetworkShape(
            json, "proof", required: ["type", "created", "nonce", "proofPurpose", "verificationMethod", "jws"])
        try shape.require("type", "JsonWebSignature2020")
        try shape.require("proofPurpose", "assertionMethod")
        let (moment, nonce) = (try shape.text("created"), try shape.text("nonce"))
        signer = try shape.identifier("verificationMethod")
        guard let created = Timestamp(moment).date else {
            throw TrustNetworkShape.fault(.invalidValue, "proof.created is no moment")
        }
        self.created = created
        (header, signature) = try Self.parts(shape.text("jws"))
        var quads = NQuads()
        quads.insert(.blank, NQuads.Term.type, .address(NQuads.Term.security("JsonWebSignature2020")))
        quads.insert(.blank, NQuads.Term.created, .typed(moment, type: NQuads.Term.dateTime))
        quads.insert(.blank, NQuads.Term.security("nonce"), .text(nonce))
        quads.insert(
            .blank, NQuads.Term.security("proofPurpose"), .address(NQuads.Term.security("assertionMethod")))
        quads.insert(.blank, NQuads.Term.security("verificationMethod"), .address(signer))
        canonical = quads.canonical
    }

    /// Header and signature of a detached JSON Web Signature whose payload is not in Base64
    /// ([RFC 7797](https://www.rfc-editor.org/rfc/rfc7797)).
    private static func parts(_ jws: String) throws(HealthCertificateError) -> (header: String, signature: [UInt8]) {
        let parts = jws.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, let header = Base64URL.decode(parts[0]),
            let signature = Base64URL.decode(parts[2])
        else { throw TrustNetworkShape.fault(.invalidValue, "proof.jws is no detached signature") }
        let wanted: JSONValue = ["b64": false, "crit": ["b64"], "alg": "ES256"]
        guard (try? JSONValue(parsing: header)) == wanted else {
            throw TrustNetworkShape.fault(.unsupported, "proof.jws has another header than b64=false and ES256")
        }
        return (String(parts[0]), signature)
    }
}
