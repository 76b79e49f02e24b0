import BoundedJSON
import ByteCoding
import Foundation
import HealthCertificate

/// One file of the test data, as it is found: keys misspelt, hex in either case, clocks in many formats.
struct DCCTestCase {
    /// What a file expects of one step.
    enum Step: String, CaseIterable {
        case validObject = "VALIDOBJECT"
        case encode = "ENCODE"
        case pictureDecode = "PICTUREDECODE"
        case unprefix = "UNPREFIX"
        case base45 = "B45DECODE"
        case compression = "COMPRESSION"
        case verify = "VERIFY"
        case decode = "DECODE"
        case validJSON = "VALIDJSON"
        case schema = "SCHEMAVALIDATION"
        case expiration = "EXPIRATIONCHECK"
        case keyUsage = "KEYUSAGE"
    }

    let json: JSONValue?
    let cbor: [UInt8]?
    let cose: [UInt8]?
    let compressed: [UInt8]?
    let base45: String?
    let prefixed: String?
    let picture: [UInt8]?
    let certificate: [UInt8]?
    let clock: String?
    let expectations: [(step: Step, expected: Bool)]

    /// Reads a file, or returns `nil` when it is no test case.
    init?(file: URL) {
        guard let data = try? Data(contentsOf: file) else { return nil }
        let limits = JSONLimits(refusesDuplicateNames: false)
        guard let top = try? JSONValue(parsing: data, limits: limits), case .object(let members) = top,
            let results = Self.member("EXPECTEDRESULTS", of: members)?.members
        else { return nil }
        let context = Self.member("TESTCTX", of: members)?.members ?? [:]
        json = Self.member("JSON", of: members)
        cbor = Self.member("CBOR", of: members)?.text.flatMap(Self.bytes)
        cose = Self.member("COSE", of: members)?.text.flatMap(Self.bytes)
        compressed = Self.member("COMPRESSED", of: members)?.text.flatMap(Self.bytes)
        base45 = Self.member("BASE45", of: members)?.text
        prefixed = Self.member("PREFIX", of: members)?.text
        picture = Self.member("2DCODE", of: members)?.text.flatMap(Self.base64)
        certificate = Self.member("CERTIFICATE", of: context)?.text.flatMap(Self.certificate)
        clock = Self.member("VALIDATIONCLOCK", of: context).map { $0.text ?? $0.compactText }
        expectations = Step.allCases.compactMap { step in
            Self.member("EXPECTED\(step.rawValue)", of: results).flatMap(Self.truth).map { (step, $0) }
        }
    }

    // MARK: Tolerant reading

    private static func truth(_ value: JSONValue) -> Bool? {
        switch value {
        case .bool(let truth): truth
        case .string(let text): ["true": true, "false": false][text.lowercased()]
        default: nil
        }
    }

    /// The member of a name, else of the nearest name that is at most two letters off and no other known one.
    private static func member(_ name: String, of members: JSONObject) -> JSONValue? {
        if let exact = members[name] { return exact }
        let known = Set(
            ["JSON", "CBOR", "COSE", "COMPRESSED", "BASE45", "PREFIX", "2DCODE", "TESTCTX", "EXPECTEDRESULTS"]
                + ["VERSION", "SCHEMA", "CERTIFICATE", "VALIDATIONCLOCK", "DESCRIPTION"]
                + Step.allCases.map { "EXPECTED\($0.rawValue)" })
        let near = members.filter { key, _ in
            let key = key.uppercased().filter { $0.isLetter || $0.isNumber }
            return key == name || !known.contains(key) && name.count > 6 && distance(key, name) <= 2
        }
        return near.min { distance($0.name, name) < distance($1.name, name) }?.value
    }

    /// How many letters have to be changed, added or left out to get from one text to the other.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        guard abs(left.count - right.count) <= 4 else { return 5 }
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let change = diagonal + (character == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }

    /// Hex in either case, with white space anywhere; else Base64.
    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.filter { !$0.isWhitespace }
        guard !digits.isEmpty else { return nil }
        return Hex.decode(digits) ?? base64(text)
    }

    private static func base64(_ text: String) -> [UInt8]? {
        let body = text.hasPrefix("data:") ? String(text.drop { $0 != "," }.dropFirst()) : text
        return Base64.decodeLoosely(body)
    }

    private static func certificate(_ text: String) -> [UInt8]? {
        if text.contains("-----BEGIN") { return (try? SignerCertificate.all(pem: text))?.first?.der }
        guard let bytes = bytes(text) else { return nil }
        // Some files have PEM once more in Base64.
        return bytes.first == 0x30 ? bytes : certificate(String(decoding: bytes, as: UTF8.self), nested: true)
    }

    private static func certificate(_ text: String, nested: Bool) -> [UInt8]? {
        (try? SignerCertificate.all(pem: text))?.first?.der
    }
}
