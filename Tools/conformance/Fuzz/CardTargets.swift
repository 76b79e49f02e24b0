import CBORCoding
import ByteCoding
import Foundation
import HealthCertificate

/// Certificates of the WHO's and of Europe's pilot, and the documents of the WHO's trust network.
enum CardTargets {
    static func all() throws -> [FuzzTarget] {
        let did = #"{"verificationMethod":[{"id":"did:web:a","publicKeyJwk":{"kty":"EC","crv":"P-256",\#(point)}}]}"#
        let networkKey = try TrustNetworkKey(parsing: Array(did.utf8))
        return [
            FuzzTarget(name: "icvp", inputs: try [object, list, versioned].map { try claims(kind: -6, $0) }) { bytes in
                judge(COSESign1(protected: CBORMap(), payload: bytes, signature: []))
            },
            FuzzTarget(name: "ddcc", inputs: [try claims(kind: 3, ddcc)]) { bytes in
                judge(COSESign1(protected: CBORMap(), payload: bytes, signature: []))
            },
            FuzzTarget(name: "evc", inputs: [try card.encoded]) { bytes in
                let text = Base45.encode((try? Zlib.deflate(bytes)) ?? [])
                guard let certificate = try? SignedCertificate(text: text) else { return }
                _ = TrustStore().judge(certificate, at: Date(timeIntervalSince1970: 0)).evidence
            },
            FuzzTarget(name: "gdhcn", inputs: [Array(document.utf8)]) { bytes in
                let list = try? TrustNetworkList([.init(name: "did.json", bytes: bytes)], key: networkKey)
                _ = try? list?.requireWhole()
                _ = try? TrustNetworkKey(parsing: bytes)
            },
        ]
    }

    private static func judge(_ message: COSESign1) {
        guard let certificate = try? SignedCertificate(cose: message, text: "") else { return }
        _ = TrustStore().judge(certificate, at: Date(timeIntervalSince1970: 0)).evidence
    }

    private static func map(_ pairs: [(CBOR, CBOR)]) throws -> CBOR {
        .map(try CBORMap(pairs.map { CBORMap.Pair($0.0, $0.1) }))
    }

    private static func texts(_ pairs: [String: CBOR]) throws -> CBOR {
        try map(pairs.map { (.text($0.key), $0.value) })
    }

    private static func claims(kind: Int64, _ payload: CBOR) throws -> [UInt8] {
        try map([(.integer(6), .integer(1_700_000_000)), (.integer(-260), map([(.integer(kind), payload)]))]).encoded
    }

    private static let point =
        #""x":"VgS8MAfbsTcXnfKr-dRjnfumq7UP91ntO1cOlQ4hmrI","y":"2ryjnUatlK3kwDE_LHK7vFiQRJKPxKn31-KjYZlGrIE""#

    private static var dose: CBOR {
        get throws {
            try texts([
                "vp": .text("YellowFeverProductd8a09f80301dc05e124f99ffe7711fc0"), "dt": .text("2020-03-01"),
                "vls": .text("2020-03-11"), "bo": .text("A1"), "is": .text("Clinic"), "tg": .text("1D47"),
            ])
        }
    }

    private static func holder(_ more: [String: CBOR]) throws -> CBOR {
        try texts(["n": .text("Ada Lovelace"), "dob": .text("1990-05-01")].merging(more) { first, _ in first })
    }

    private static var object: CBOR { get throws { try holder(["v": dose]) } }
    private static var list: CBOR { get throws { try holder(["v": .array([dose, dose])]) } }
    private static var versioned: CBOR { get throws { try holder(["vx": .array([dose]), "v": .text("2.0")]) } }

    private static var ddcc: CBOR {
        get throws {
            try texts([
                "name": .text("Ada Lovelace"), "birthDate": .text("1990-05-01"),
                "vaccination": texts(["vaccine": texts(["code": .text("XM68M6")]), "date": .text("2021-05-01")]),
            ])
        }
    }

    /// A European Vaccination Card's message, with a map as its content.
    private static var card: CBOR {
        get throws {
            let dose = try texts(["a": .integer(365), "mp": .integer(1234), "reg": .text("LU")])
            let payload = try texts([
                "ver": .text("1.0.0"), "nam": texts(["fnt": .text("LOVELACE"), "gnt": .text("ADA")]),
                "dob": .text("2000-01-01"), "v": .array([dose]),
            ])
            return .tagged(
                18,
                .array([
                    .bytes(try map([(.integer(1), .integer(-7))]).encoded), try map([(.integer(4), .text("BIM26A"))]),
                    payload, .bytes(Array(repeating: 1, count: 64)),
                ]))
        }
    }

    private static let document = #"""
        {"@context":["https://www.w3.org/ns/did/v1","https://w3id.org/security/suites/jws-2020/v1","https://smart.who.int/trust/tng-context/v1.jsonld"],"id":"did:web:a","controller":"did:web:a","verificationMethod":["did:web:b",{"id":"did:web:a#AAAAAAAAAAA=","type":"JsonWebKey2020","controller":"did:web:a","publicKeyJwk":{"kty":"EC","kid":"AAAAAAAAAAA=","x5c":["MIIB"],"crv":"P-256","x":"AAAA","y":"AAAA"},"domain":{"code":"#DCC"},"participant":{"code":"#DEU"},"keyusage":{"code":"#DSC"}}],"proof":{"type":"JsonWebSignature2020","created":"2026-08-22T18:00:22Z","nonce":"FoGkmw","proofPurpose":"assertionMethod","verificationMethod":"did:web:a","jws":"eyJiNjQiOmZhbHNlLCJjcml0IjpbImI2NCJdLCJhbGciOiJFUzI1NiJ9..AAAA"}}
        """#
}
