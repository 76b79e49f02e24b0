import ByteCoding
import CBORCoding
import CivilDates
import Foundation
import HealthCertificate

/// The layers of EU certificates, and what trust is read from.
enum CertificateTargets {
    static func all() throws -> [FuzzTarget] {
        let samples = try Samples()
        let listKey = TrustListKey(try SignerCertificate(der: samples.certificates[0]))
        return [
            FuzzTarget(name: "base45", inputs: samples.texts.map { Array($0.utf8.dropFirst(4)) }) { bytes in
                if let decoded = try? Base45.decode(bytes) { _ = Base45.encode(decoded) }
            },
            FuzzTarget(name: "zlib", inputs: samples.compressed) { bytes in
                _ = try? Zlib.inflate(bytes)
                _ = try? Zlib.inflate(bytes, format: .raw)
            },
            FuzzTarget(name: "cbor", inputs: samples.messages + samples.tokens) { bytes in
                if let item = try? CBOR(decoding: bytes) { _ = item.encoded }
            },
            FuzzTarget(name: "cose", inputs: samples.messages) { bytes in
                if let message = try? COSESign1(decoding: bytes) { _ = try? SignedCertificate(cose: message, text: "") }
            },
            FuzzTarget(name: "dcc", inputs: samples.tokens) { bytes in
                let message = COSESign1(protected: CBORMap(), payload: bytes, signature: [])
                guard let certificate = try? SignedCertificate(cose: message, text: "") else { return }
                _ = TrustStore().judge(certificate, at: Date(timeIntervalSince1970: 0))
                _ = certificate.holder.isSame(as: samples.holder)
                _ = DCCPayload.encode(certificate.claims)
            },
            FuzzTarget(name: "text", inputs: samples.texts.map { Array($0.utf8) }) { bytes in
                _ = try? SignedCertificate(text: String(decoding: bytes, as: UTF8.self))
            },
            FuzzTarget(name: "x509", inputs: samples.certificates) { bytes in
                if let certificate = try? SignerCertificate(der: bytes) { _ = Signer(certificate) }
            },
            FuzzTarget(name: "trustlist", inputs: samples.lists) { bytes in
                _ = try? TrustList(readingUnverified: bytes)
                _ = try? RevocationList(reading: bytes)
            },
            FuzzTarget(name: "cms", inputs: [SignedMessage.bytes]) { bytes in
                let signature = Base64.encode(bytes)
                let dutch = #"{"payload":"e30=","signature":"\#(signature)"}"#
                let gateway = #"[{"certificateType":"CSCA","rawData":"e30=","signature":"\#(signature)"}]"#
                for list in [dutch, gateway] { _ = try? TrustList(reading: Array(list.utf8), key: listKey) }
            },
        ]
    }

    /// Good inputs, newly made.
    private struct Samples {
        var texts: [String] = []
        var compressed: [[UInt8]] = []
        var messages: [[UInt8]] = []
        var tokens: [[UInt8]] = []
        var certificates: [[UInt8]] = []
        var lists: [[UInt8]] = []
        let holder = Holder(
            name: PersonName(
                family: "Müller-Groß", given: "Änne", standardFamily: "MUELLER<GROSS", standardGiven: "AENNE"),
            dateOfBirth: CertificateDate("1964-08-12"))

        init() throws {
            let start = Date(timeIntervalSince1970: 1_700_000_000)
            for kind in SigningKey.Kind.allCases {
                let key = try SigningKey(new: kind)
                let certificate = try CertificateRequest(
                    country: "DE", commonName: "Fuzz", organization: "Test", notBefore: start, notAfter: start + 1,
                    permittedKinds: [.test, .vaccination, .recovery], serialNumber: Array(1...8)
                ).certificate(for: key)
                let issuer = try CertificateIssuer(key: key, certificate: certificate)
                certificates.append(certificate.der)
                for entry in Self.entries {
                    try add(
                        issuer.issue(
                            HealthClaims(holder: holder, entries: [entry]), issuedAt: start, expiresAt: start + 1))
                }
            }
            lists = Self.lists(certificates)
        }

        private mutating func add(_ text: String) throws {
            texts.append(text)
            compressed.append(try Base45.decode(String(text.dropFirst(4))))
            messages.append(try Zlib.inflate(compressed[compressed.count - 1]))
            tokens.append(try COSESign1(decoding: messages[messages.count - 1]).payload)
        }

        private static func lists(_ certificates: [[UInt8]]) -> [[UInt8]] {
            let texts = certificates.map { Base64.encode($0) }
            let gateway = texts.map {
                #"{"certificateType":"DSC","country":"DE","kid":"AAAAAAAAAAA=","rawData":"\#($0)"}"#
            }
            .joined(separator: ",")
            let swedish =
                #"{"dsc_trust_list":{"DE":{"eku":{},"keys":[{"kid":"AAAA","x5c":["\#(texts[0])"]}]}},"exp":1}"#
            let dutch = #"{"eu_keys":{"AAAAAAAAAAA=":[{"subjectPk":"\#(texts[0])","keyUsage":["t"]}]}}"#
            let revoked = #"{"hashType":"UCI","kid":"UNKNOWN_KID","entries":[{"hash":"AAAAAAAAAAAAAAAAAAAAAA=="}]}"#
            return [#"{"certificates":[\#(gateway)]}"#, "[\(gateway)]", swedish, dutch, revoked].map { Array($0.utf8) }
        }

        private static let entries: [HealthClaims.Entry] = [
            .vaccination(
                VaccinationEntry(
                    target: Coding(code: "840539006"), vaccine: Coding(code: "1119349007"),
                    product: Coding(code: "EU/1/20/1528"), manufacturer: Coding(code: "ORG-100030215"), dose: 2,
                    total: 2, date: CertificateDate("2021-06-01"), country: "DE", issuer: "Test",
                    identifier: "URN:UVCI:01:DE:1#A")),
            .test(
                TestResult(
                    target: Coding(code: "840539006"), type: Coding(code: "LP6464-4"), name: "PCR",
                    sampledAt: Timestamp("2021-06-01T10:00:00Z"), result: Coding(code: "260415000"), centre: "Test",
                    country: "DE", issuer: "Test", identifier: "URN:UVCI:01:DE:2#B")),
            .recovery(
                Recovery(
                    target: Coding(code: "840539006"), firstPositive: CertificateDate("2021-01-01"),
                    validFrom: CertificateDate("2021-01-15"), validUntil: CertificateDate("2021-06-30"), country: "DE",
                    issuer: "Test", identifier: "URN:UVCI:01:DE:3#C")),
        ]
    }
}
