import CBORCoding
import ByteCoding
import Foundation
import HealthCertificate

/// Answers what a test file expects, step by step, each on the file's own bytes for that step.
///
/// Where a file leaves a step's bytes out, those of the step before are decoded.
struct DCCCheck {
    struct Result {
        let step: DCCTestCase.Step
        let expected: Bool
        /// Why the step doesn't hold; `nil` when it does.
        let fault: String?
    }

    private(set) var results: [Result] = []
    /// The steps that can't be answered here.
    private(set) var notAnswered: [DCCTestCase.Step] = []
    /// The steps that the file asks for without giving what they need.
    private(set) var unanswerable: [DCCTestCase.Step] = []

    private let testCase: DCCTestCase
    private let pictureTexts: [String]?

    /// Why a step fails.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// Answers every step of a case.
    ///
    /// - Parameter pictureTexts: The texts of the codes in its picture; `nil` when pictures can't be read.
    init(_ testCase: DCCTestCase, pictureTexts: [String]? = nil) {
        self.testCase = testCase
        self.pictureTexts = pictureTexts
        for (step, expected) in testCase.expectations {
            if step == .pictureDecode, testCase.picture == nil {
                unanswerable.append(step)
                continue
            }
            guard canCheck(step) else {
                notAnswered.append(step)
                continue
            }
            do {
                try check(step)
                results.append(Result(step: step, expected: expected, fault: nil))
            } catch {
                results.append(Result(step: step, expected: expected, fault: "\(error)"))
            }
        }
    }

    /// Pictures need their reader; an object can be encoded only where there is one.
    private func canCheck(_ step: DCCTestCase.Step) -> Bool {
        switch step {
        case .pictureDecode: pictureTexts != nil
        case .validObject, .encode: testCase.json != nil
        default: true
        }
    }

    private func check(_ step: DCCTestCase.Step) throws {
        switch step {
        case .pictureDecode: try pictureDecode()
        case .unprefix: try unprefix()
        case .base45: try base45()
        case .compression: try compression()
        case .verify: try verify()
        case .decode: try decode()
        case .validJSON: try validJSON()
        case .schema: try schema()
        case .validObject: try validObject()
        case .encode: try encode()
        case .expiration: try expiration()
        case .keyUsage: try keyUsage()
        }
    }

    // MARK: The steps

    private func pictureDecode() throws {
        let texts = pictureTexts ?? []
        guard !texts.isEmpty else { throw Failure("2DCODE holds no code that can be read") }
        guard let prefixed = testCase.prefixed?.trimmingCharacters(in: .newlines) else { return }
        guard texts.contains(prefixed) else { throw Failure("2DCODE differs from PREFIX") }
    }

    private func unprefix() throws {
        let text = try strippedPrefix()
        guard let base45 = testCase.base45 else { return }
        guard text == base45.trimmingCharacters(in: .newlines) else { throw Failure("PREFIX differs from BASE45") }
    }

    private func base45() throws {
        let bytes = try Base45.decode(testCase.base45?.trimmingCharacters(in: .newlines) ?? strippedPrefix())
        if let compressed = testCase.compressed, compressed != bytes { throw Failure("BASE45 differs from COMPRESSED") }
    }

    private func compression() throws {
        let bytes = try Zlib.inflate(compressed())
        if let cose = testCase.cose, cose != bytes { throw Failure("COMPRESSED differs from COSE") }
    }

    private func verify() throws { _ = try verifyingSigner() }

    private func decode() throws {
        let payload = try certificate().payload
        guard let cbor = testCase.cbor else { return }
        let expected = try CBOR(decoding: cbor).withinToken
        guard expected.isEquivalent(to: payload) else { throw Failure("COSE differs from CBOR") }
    }

    private func validJSON() throws {
        let payload = try payload()
        guard let json = testCase.json else { return }
        guard CBOR(json).withinToken.isEquivalent(to: payload) else { throw Failure("CBOR differs from JSON") }
    }

    private func schema() throws { try Self.requireSchema(payload()) }

    private func validObject() throws { try Self.requireSchema(testCase.json.map { CBOR($0).withinToken } ?? .null) }

    private func encode() throws {
        guard let json = testCase.json else { return }
        let encoded = try CBOR(decoding: CBOR(json).encoded)
        guard let cbor = testCase.cbor else { return }
        let expected = try CBOR(decoding: cbor).withinToken
        guard expected.isEquivalent(to: encoded.withinToken) else { throw Failure("JSON differs from CBOR") }
    }

    private func expiration() throws {
        if let fault = try certificate().timeFaults(at: moment()).first { throw Failure(fault.rawValue) }
    }

    private func keyUsage() throws {
        let signer = try verifyingSigner()
        let kinds = try certificate().claims.kinds
        guard signer.permittedKinds?.isSuperset(of: kinds) ?? true else { throw Failure("wrongKeyUsage") }
    }

    // MARK: Their parts

    private func strippedPrefix() throws -> String {
        let text = try (testCase.prefixed ?? Self.missing("PREFIX")).trimmingCharacters(in: .newlines)
        guard text.hasPrefix(SignedCertificate.dccPrefix) else { throw Failure("no prefix HC1:") }
        return String(text.dropFirst(SignedCertificate.dccPrefix.count))
    }

    private func compressed() throws -> [UInt8] {
        if let compressed = testCase.compressed { return compressed }
        return try Base45.decode(testCase.base45?.trimmingCharacters(in: .newlines) ?? strippedPrefix())
    }

    private func certificate() throws -> SignedCertificate {
        let cose = try testCase.cose ?? Zlib.inflate(compressed())
        return try SignedCertificate(cose: COSESign1(decoding: cose), text: testCase.prefixed ?? "")
    }

    private func payload() throws -> CBOR {
        if let cbor = testCase.cbor { return try CBOR(decoding: cbor).withinToken }
        return try certificate().payload
    }

    private func moment() throws -> Date {
        let clock = try testCase.clock ?? Self.missing("VALIDATIONCLOCK")
        guard let date = ClockText.parse(clock) else { throw Failure("the clock \"\(clock)\" can't be read") }
        return date
    }

    private func verifyingSigner() throws -> Signer {
        let signer = Signer(try SignerCertificate(der: testCase.certificate ?? Self.missing("CERTIFICATE")))
        let certificate = try certificate()
        guard TrustStore(signers: [signer]).candidates(for: certificate).contains(signer) else {
            let verifies = signer.verifies(certificate.signed) ? "though its key verifies the signature" : "nor its key"
            throw Failure("the signer's key id is not the certificate's, \(verifies)")
        }
        guard signer.verifies(certificate.signed) else { throw Failure("badSignature") }
        return signer
    }

    private static func requireSchema(_ payload: CBOR) throws {
        let faults = try DCCPayload(payload).departures.filter(\.isFault)
        guard faults.isEmpty else { throw Failure(faults.map(\.description).joined(separator: "; ")) }
    }

    private static func missing<Value>(_ name: String) throws -> Value { throw Failure("the file has no \(name)") }
}

extension CBOR {
    /// The payload, where a file gives the token or the health certificate claim around it.
    fileprivate var withinToken: CBOR {
        guard let map = mapValue, map["ver"] == nil else { return self }
        let claim = map[-260] ?? map["-260"] ?? self
        return claim.mapValue.flatMap { $0[1] ?? $0["1"] } ?? self
    }

    /// Whether two items say the same: order of members, tags, and whole numbers written as floats don't count.
    func isEquivalent(to other: CBOR) -> Bool {
        switch (untagged, other.untagged) {
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEquivalent(to: $1) }
        case (.map(let left), .map(let right)):
            left.pairs.count == right.pairs.count
                && left.pairs.allSatisfy { pair in
                    right.pairs.first { $0.key == pair.key }.map { pair.value.isEquivalent(to: $0.value) } ?? false
                }
        case (let left, let right):
            left == right || left.integerValue.map { $0 == right.integerValue } ?? false
        }
    }
}
