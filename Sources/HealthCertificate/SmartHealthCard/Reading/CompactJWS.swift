import BoundedJSON
import ByteCoding

/// A JSON Web Signature in compact form, taken apart: header, payload and signature between full stops.
///
/// <https://www.rfc-editor.org/rfc/rfc7515#section-7.1>
struct CompactJWS: Sendable, Hashable {
    let text: String
    let header: JSONValue
    /// The payload as it was signed, still deflated where `zip` says so.
    let payload: [UInt8]
    let signature: [UInt8]
    /// What the signature is over: header and payload as written, with the full stop between.
    let message: [UInt8]

    /// Longest text that is read, in characters.
    static let longestText = 100_000

    /// Takes a JWS apart.
    ///
    /// - Throws: ``SmartHealthCardDeparture``: `notAJWS`, `invalidBase64URL`, `headerNotJSON` or `textTooLong`.
    init(_ text: some Collection<UInt8>) throws(SmartHealthCardDeparture) {
        guard text.count <= Self.longestText else { throw SmartHealthCardDeparture(.textTooLong) }
        let bytes = Array(text)
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { throw SmartHealthCardDeparture(.notAJWS) }
        guard let header = Base64URL.decode(parts[0]) else {
            throw SmartHealthCardDeparture(.invalidBase64URL, at: "header")
        }
        guard let payload = Base64URL.decode(parts[1]) else {
            throw SmartHealthCardDeparture(.invalidBase64URL, at: "payload")
        }
        guard let signature = Base64URL.decode(parts[2]) else {
            throw SmartHealthCardDeparture(.invalidBase64URL, at: "signature")
        }
        guard let json = try? JSONValue(parsing: header, limits: JSONLimits(bytes: 8_192, depth: 8)),
            json.members != nil
        else { throw SmartHealthCardDeparture(.headerNotJSON, at: "header") }
        self.text = String(decoding: bytes, as: UTF8.self)
        self.header = json
        self.payload = payload
        self.signature = signature
        self.message = Array(bytes[..<parts[1].endIndex])
    }

    /// Where header and signature depart from what SMART Health Cards ask for.
    var findings: [SmartHealthCardDeparture] {
        headerFindings(for: "alg", wants: "ES256", missing: .headerAlgMissing, wrong: .headerAlgWrong)
            + headerFindings(for: "zip", wants: "DEF", missing: .headerZipMissing, wrong: .headerZipWrong)
            + headerFindings(for: "kid", wants: nil, missing: .headerKidMissing, wrong: .headerKidWrong)
            // No header is understood that could be critical (RFC 7515 section 4.1.11).
            + (header["crit"] == nil ? [] : [SmartHealthCardDeparture(.headerCritical, at: "header.crit")])
            + signatureFindings
    }

    private func headerFindings(
        for name: String, wants value: String?, missing: SmartHealthCardDeparture.Code,
        wrong: SmartHealthCardDeparture.Code
    ) -> [SmartHealthCardDeparture] {
        let path = "header.\(name)"
        guard let member = header[name] else { return [SmartHealthCardDeparture(missing, at: path)] }
        guard let text = member.text, !text.isEmpty else { return [SmartHealthCardDeparture(wrong, at: path)] }
        if name == "alg", text.lowercased() == "none" { return [SmartHealthCardDeparture(.headerAlgNone, at: path)] }
        return value == nil || text == value ? [] : [SmartHealthCardDeparture(wrong, at: path)]
    }

    /// A signature is r and s, 32 bytes each; many libraries wrap them in DER instead.
    private var signatureFindings: [SmartHealthCardDeparture] {
        if signature.count == 64 { return [] }
        let isDER = 8...72 ~= signature.count && signature[0] == 0x30 && Int(signature[1]) == signature.count - 2
        return [SmartHealthCardDeparture(isDER ? .derSignature : .signatureLengthWrong, at: "signature")]
    }

    /// The payload's JSON text, unpacked.
    ///
    /// - Returns: the text, and a finding where it wasn't packed as it should be, yet could be read.
    func unpackedPayload() throws(SmartHealthCardDeparture) -> (text: [UInt8], findings: [SmartHealthCardDeparture]) {
        do {
            return (try Zlib.inflate(payload, format: .raw, limit: Self.largestPayload), [])
        } catch {
            if case .tooLong = error { throw SmartHealthCardDeparture(.payloadTooLarge, at: "payload") }
        }
        if let text = try? Zlib.inflate(payload, format: .zlib, limit: Self.largestPayload) {
            return (text, [SmartHealthCardDeparture(.zlibWrapped, at: "payload")])
        }
        if payload.first == UInt8(ascii: "{") {
            return (payload, [SmartHealthCardDeparture(.notDeflated, at: "payload")])
        }
        throw SmartHealthCardDeparture(.invalidDeflate, at: "payload")
    }

    /// The most that a payload may unpack to, in bytes: a hundred doses as the largest real cards have them.
    static let largestPayload = Zlib.largestOutput
}
