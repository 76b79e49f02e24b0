import ByteCoding
import Foundation
import HealthCertificate
import Testing

private let hasNetwork = SharedData.has("gdhcn")

@Suite("The WHO's trust network", .timeLimit(.minutes(3)))
struct TrustNetworkTests {
    private static func files(_ folder: String) throws -> [TrustNetworkList.File] {
        let url = SharedData.url(folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".json") }
        return try names.sorted().map { .init(name: $0, bytes: try SharedData.bytes("\(folder)/\($0)")) }
    }

    private static func key(_ name: String) throws -> TrustNetworkKey {
        try TrustNetworkKey(parsing: SharedData.bytes("gdhcn/\(name)-signing-did.json"))
    }

    // Needs the reference data, which is not part of the project.
    @Test("every document of the test environment's list is verified, and its keys are read", .enabled(if: hasNetwork))
    func testEnvironment() throws {
        let list = try TrustNetworkList(Self.files("gdhcn/uat"), key: Self.key("uat"))
        #expect(list.refused == [])
        #expect(list.verified == 311)
        #expect(list.documents == 311)
        #expect(list.keys == 179)
        // Two are certified with SHA-1, one is on a brainpool curve.
        #expect(list.leftOut.count == 3)
        #expect(list.leftOut.contains { $0.reason.contains("1.3.36.3.3.2.8.1.1.7") })
        #expect(list.date == Date(timeIntervalSince1970: 1_787_421_602))
        try list.requireWhole()
    }

    @Test("a document with any one bit changed is refused", .enabled(if: hasNetwork))
    func oneBit() throws {
        let key = try Self.key("uat")
        var generator = SystemRandomNumberGenerator()
        for file in try Self.files("gdhcn/uat") {
            guard var bytes = file.bytes, bytes.count < 100_000 else { continue }
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] ^= 1 << Int.random(in: 0..<8, using: &generator)
            let list = try TrustNetworkList([.init(name: file.name, bytes: bytes)], key: key)
            #expect(list.refused.count == 1, "\(file.name): byte \(place)")
            #expect(list.signers.isEmpty)
            #expect(throws: HealthCertificateError(.trustList, .untrusted, "")) { try list.requireWhole() }
        }
    }

    @Test("documents of production are verified by its key, and by no other", .enabled(if: hasNetwork))
    func production() throws {
        let files = try Self.files("gdhcn/production-sample")
        let list = try TrustNetworkList(files, key: Self.key("prod"))
        #expect(list.verified == 7)
        #expect(list.signers.allSatisfy { $0.permittedFormats == [.euDCC] })
        #expect(try TrustNetworkList(files, key: Self.key("uat")).verified == 0)
    }

    @Test("one refused document, or one that can't be read, refuses the list", .enabled(if: hasNetwork))
    func whole() throws {
        let files = try Self.files("gdhcn/production-sample")
        let key = try Self.key("prod")
        for odd in [TrustNetworkList.File(name: "a", bytes: nil), .init(name: "a", bytes: Array("{}".utf8))] {
            let list = try TrustNetworkList(files + [odd], key: key)
            #expect(list.refused.map(\.file) == ["a"])
            #expect(throws: HealthCertificateError.self) { try list.requireWhole() }
        }
        #expect(throws: HealthCertificateError.self) { try TrustNetworkList([], key: key) }
    }

    @Test("a signing key that is none is refused")
    func signingKeys() {
        let point = #""kty":"EC","crv":"P-256","x":"VgS8MAfbsTcXnfKr-dRjnfumq7UP91ntO1cOlQ4hmrI""#
        let good = point + #","y":"2ryjnUatlK3kwDE_LHK7vFiQRJKPxKn31-KjYZlGrIE""#
        func read(_ jwk: String) throws -> TrustNetworkKey {
            try TrustNetworkKey(
                parsing: Array(#"{"verificationMethod":[{"id":"did:a","publicKeyJwk":{\#(jwk)}}]}"#.utf8))
        }
        #expect((try? read(good))?.thumbprint.utf8.count == 43)
        for wrong in [good + #","d":"AAAA""#, point, #""kty":"RSA","n":"AQAB","e":"AQAB""#] {
            #expect(throws: HealthCertificateError.self) { try read(wrong) }
        }
        #expect(throws: HealthCertificateError.self) { try TrustNetworkKey(parsing: Array("x".utf8)) }
    }
}
