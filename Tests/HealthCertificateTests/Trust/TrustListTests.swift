import Foundation
import HealthCertificate
import Testing

@Suite("Trust lists", .timeLimit(.minutes(3)))
struct TrustListTests {
    static let noon = IssuingTests.noon

    /// A signer, and a key that signs lists.
    private let signer: SignerCertificate
    private let listKey: SigningKey
    private let listSigner: SignerCertificate

    init() throws {
        signer = try IssuingTests.issuer().certificate
        listKey = try SigningKey(new: .p256)
        listSigner = try CertificateRequest(
            country: "SE", commonName: "Lists", notBefore: Self.noon, notAfter: Self.noon + 1,
            serialNumber: Array(1...8)
        ).certificate(for: listKey)
    }

    private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    private func base64URL(_ bytes: [UInt8]) -> String {
        base64(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private var gatewayEntries: String {
        """
        [{"kid": "\(base64(signer.keyID))", "certificateType": "DSC", "country": "DE", "rawData": "\(base64(signer.der))"},
         {"kid": "AAAAAAAAAAA=", "certificateType": "CSCA", "country": "DE", "rawData": "\(base64(listSigner.der))"},
         {"kid": "AAAAAAAAAAA=", "certificateType": "UPLOAD", "country": "DE", "rawData": "AAAA"}]
        """
    }

    private func signedLines(_ json: String) throws -> [UInt8] {
        Array((base64(try listKey.sign(Array(json.utf8))) + "\n" + json).utf8)
    }

    private func token(_ json: String, header: String = #"{"alg":"ES256"}"#) throws -> [UInt8] {
        let message = base64URL(Array(header.utf8)) + "." + base64URL(Array(json.utf8))
        return Array((message + "." + base64URL(try listKey.sign(Array(message.utf8)))).utf8)
    }

    private func key() throws -> TrustListKey {
        TrustListKey(try VerificationKey(subjectPublicKeyInfo: listKey.subjectPublicKeyInfo))
    }

    @Test("Germany's list is read with the key that signed it, with or without a line break at its end")
    func german() throws {
        let bytes = try signedLines(#"{"certificates": \#(gatewayEntries)}"#)
        for bytes in [bytes, bytes + [0x0A], bytes + [0x0D, 0x0A]] {
            let list = try TrustList(reading: bytes, key: key())
            #expect(list.format == .german)
            #expect(list.isSigned)
            #expect(list.signers.map(\.certificate) == [signer])
            #expect(list.signers.map(\.country) == ["DE"])
            #expect(list.authorities == [listSigner])
        }
    }

    @Test("a list that was changed, or signed by another, or not signed at all is refused")
    func tampered() throws {
        let bytes = try signedLines(#"{"certificates": \#(gatewayEntries)}"#)
        let untrusted = HealthCertificateError(.trustList, .untrusted, "")
        for place in [5, bytes.count / 2, bytes.count - 1] {
            var changed = bytes
            changed[place] ^= 1
            #expect(throws: untrusted) { try TrustList(reading: changed, key: key()) }
        }
        let other = TrustListKey(try VerificationKey(subjectPublicKeyInfo: SigningKey(new: .p256).subjectPublicKeyInfo))
        #expect(throws: untrusted) { try TrustList(reading: bytes, key: other) }
        #expect(throws: untrusted) { try TrustList(reading: bytes) }
        #expect(throws: untrusted) { try TrustList(reading: Array(gatewayEntries.utf8), key: key()) }
        #expect(throws: untrusted) { try TrustList(reading: Array(signer.pem.utf8), key: key()) }
        #expect(try TrustList(readingUnverified: bytes).signers.count == 1)
    }

    @Test("the gateway's array, PEM and DER are read bare")
    func bare() throws {
        #expect(try TrustList(reading: Array(gatewayEntries.utf8)).format == .gateway)
        let pem = try TrustList(reading: Array(("note\n" + signer.pem + listSigner.pem).utf8))
        #expect(pem.format == .pem)
        #expect(pem.signers == [Signer(signer), Signer(listSigner)])
        let der = try TrustList(reading: signer.der + listSigner.der)
        #expect(der.format == .der)
        #expect(der.signers == pem.signers)
    }

    @Test("Sweden's token is read, with the usages that it states, and with a certificate that vouches for its signer")
    func swedish() throws {
        let kid = base64(signer.keyID)
        let json = """
            {"iss": "x", "exp": 1800000100, "dsc_trust_list": {"DE": {"eku": {"\(kid)": ["1.3.6.1.4.1.0.1847.2021.1.1"]},
             "keys": [{"kid": "\(kid)", "kty": "EC", "x5c": ["\(base64(signer.der))"]}]}}}
            """
        let list = try TrustList(reading: token(json), key: key())
        #expect(list.format == .swedish)
        #expect(list.expiresAt == Self.noon + 100)
        #expect(list.signers.first?.country == "DE")
        #expect(list.signers.first?.permittedKinds == [.test])
        #expect(list.signers.first?.keyID == signer.keyID)

        let header = #"{"alg":"ES256","x5c":["\#(base64(listSigner.der))"]}"#
        #expect(try TrustList(reading: token(json, header: header), key: TrustListKey(listSigner)).count == 1)
        #expect(throws: HealthCertificateError(.trustList, .untrusted, "")) {
            try TrustList(reading: token(json, header: header), key: TrustListKey(signer))
        }
        #expect(throws: HealthCertificateError(.trustList, .untrusted, "")) {
            try TrustList(reading: token(json, header: #"{"alg":"none"}"#), key: key())
        }
    }

    @Test("a key whose certificate is another key's is left out", arguments: [true, false])
    func otherCertificate(isOwn: Bool) throws {
        let own = try VerificationKey(point: [4] + COSETests.x + COSETests.y)
        #expect(own != signer.key)
        let numbers =
            isOwn
            ? "" : #""crv": "P-256", "x": "\#(base64URL(COSETests.x))", "y": "\#(base64URL(COSETests.y))", "#
        let json = #"{"keys": [{"kid": "AAAA", "kty": "EC", \#(numbers)"x5c": ["\#(base64(signer.der))"]}]}"#
        let list = try TrustList(reading: Array(json.utf8))
        #expect(list.signers.count == (isOwn ? 1 : 0))
        #expect(list.refusals.count == (isOwn ? 0 : 1))
    }

    @Test("a private key refuses the file that it stands in, whatever stands beside it")
    func privateKeys() throws {
        let pem = "-----BEGIN CERTIFICATE-----\n\(base64(signer.der))\n-----END CERTIFICATE-----\n"
        #expect(try TrustList(reading: Array(pem.utf8)).count == 1)
        for text in [
            pem + "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----", #"{"keys":[{"d":"AAAA"}]}"#,
        ] {
            let error = #expect(throws: HealthCertificateError(.trustList, .untrusted, "")) {
                try TrustList(reading: Array(text.utf8))
            }
            #expect(error?.reason.contains("PRIVATE KEY") == true)
        }
    }

    @Test("lists of EU certificates let nobody sign anything else; of bare certificates the importer says it")
    func families() throws {
        let german = try TrustList(
            readingUnverified: signedLines(#"{"certificates":[{"rawData":"\#(base64(signer.der))"}]}"#))
        #expect(german.signers.map(\.permittedFormats) == [[.euDCC]])
        #expect(german.permitting([.icvp]).signers.map(\.permittedFormats) == [[.euDCC]])
        let bare = try TrustList(reading: signer.der)
        #expect(bare.signers.map(\.permittedFormats) == [nil])
        #expect(bare.permitting([.icvp]).signers.map(\.permittedFormats) == [[.icvp]])
    }

    @Test("a list's signer may be certified by the authority that is given as key")
    func chainedListSigner() throws {
        let authorityKey = try SigningKey(new: .p384)
        let authority = try CertificateRequest(
            country: "CH", commonName: "Root", notBefore: Self.noon, notAfter: Self.noon + 1, isAuthority: true,
            serialNumber: Array(1...8)
        ).certificate(for: authorityKey)
        let leaf = try CertificateRequest(
            country: "CH", commonName: "Leaf", notBefore: Self.noon, notAfter: Self.noon + 1,
            serialNumber: Array(2...9)
        ).certificate(for: listKey, signedBy: .init(certificate: authority, key: authorityKey))
        let header = #"{"alg":"ES256","x5c":["\#(base64(leaf.der))"]}"#
        let json = #"{"certs": [{"keyId": "AAECAwQFBgc=", "use": "tv", "alg": "ES256", \#(webKey)}]}"#
        let list = try TrustList(reading: token(json, header: header), key: TrustListKey(authority))
        #expect(list.format == .swiss)
        #expect(list.signers.first?.keyID == Array(0...7))
        #expect(list.signers.first?.permittedKinds == [.test, .vaccination])
        #expect(list.signers.first?.key == signer.key)
    }

    private var webKey: String {
        let point = Array(IssuerPoint.of(signer))
        return #""crv": "P-256", "x": "\#(base64(Array(point[1...32])))", "y": "\#(base64(Array(point[33...])))""#
    }

    @Test("the Dutch list is read, several keys under one id, each with its kinds")
    func dutch() throws {
        let first = base64(listKey.subjectPublicKeyInfo)
        let json =
            #"{"eu_keys": {"AAECAwQFBgc=": [{"subjectPk": "\#(first)", "keyUsage": ["t", "r"]}, {"subjectPk": "\#(first)", "keyUsage": []}, {"subjectPk": "AA=="}]}}"#
        let list = try TrustList(reading: Array(json.utf8))
        #expect(list.format == .dutch)
        #expect(list.signers.map(\.permittedKinds) == [[.test, .recovery], nil])
        #expect(list.refusals.map(\.index) == [2])
    }

    @Test("signers that no authority certified are left out where authorities are given")
    func authorities() throws {
        let list = try TrustList(reading: Array(signer.pem.utf8))
        #expect(list.certified(by: [signer]).signers.count == 1)
        let filtered = list.certified(by: [listSigner])
        #expect(filtered.signers.isEmpty)
        #expect(filtered.refusals.count == 1)
    }

    @Test(
        "what is no list is refused",
        arguments: [
            ("", HealthCertificateError.Code.invalidValue), ("[]", .missing), ("{}", .unsupported),
            ("[1]", .invalidValue),
            ("{\"certificates\": []}", .missing), ("-----BEGIN CERTIFICATE-----", .missing),
            ("{\"certs\": {}}", .invalidValue),
        ])
    func refused(text: String, code: HealthCertificateError.Code) {
        #expect(throws: HealthCertificateError(.trustList, code, "")) { try TrustList(reading: Array(text.utf8)) }
    }

    // Needs the reference data, which is not part of the project.
    @Test("the published lists load whole", .enabled(if: SharedData.has("dcc/trustlists")))
    func published() throws {
        let key = try String(
            contentsOf: SharedData.url("dcc/trustlists/dsc-with-signature.pubkey.pem"), encoding: .utf8)
        let signed = try SharedData.bytes("dcc/trustlists/dsc-with-signature.json")
        let list = try TrustList(reading: signed, key: TrustListKey(pem: key))
        #expect(list.signers.count == 122)
        #expect(list.refusals.isEmpty)
        let production = try TrustList(reading: SharedData.bytes("dcc/trustlists/dsc-production-2023.json"))
        #expect(production.signers.count == 829)
        #expect(production.refusals.isEmpty)
        #expect(Set(production.signers.compactMap(\.country)).count == 77)
        #expect(throws: HealthCertificateError(.trustList, .untrusted, "")) {
            try TrustList(
                reading: signed.map { $0 == UInt8(ascii: "L") ? UInt8(ascii: "M") : $0 }, key: TrustListKey(pem: key))
        }
    }
}

/// The uncompressed point at the end of a P-256 SubjectPublicKeyInfo.
private enum IssuerPoint {
    static func of(_ certificate: SignerCertificate) -> [UInt8] {
        let marker: [UInt8] = [0x03, 0x42, 0x00, 0x04]
        let der = certificate.der
        let start = der.indices.first { der[$0...].starts(with: marker) } ?? 0
        return Array(der[(start + 3)...].prefix(65))
    }
}
