import CBORCoding
import Crypto
import Foundation
import Passkeys
import SoftAuthenticator
import Testing

@Suite("A new passkey", .timeLimit(.minutes(3)))
struct RegistrationTests {
    typealias Saying = SoftAuthenticator.Saying

    let challenge = SoftAuthenticator.challenge

    @Test(arguments: PasskeyPublicKey.Algorithm.allCases)
    func isTakenWithEachAlgorithm(_ algorithm: PasskeyPublicKey.Algorithm) throws {
        let authenticator = try SoftAuthenticator(algorithm)
        let saying = Saying {
            $0.flags = 0x1D
            $0.signCount = 0x0102_0304
        }
        let passkey = try authenticator.register(challenge, saying).verified(.usual())
        #expect(passkey.credentialID == authenticator.credentialID)
        #expect(passkey.publicKey.bytes == authenticator.key.coseKey)
        #expect(passkey.publicKey.algorithm == algorithm)
        #expect(passkey.signCount == 0x0102_0304)
        #expect(passkey.isVerified && passkey.isBackupEligible && passkey.isBackedUp)
        #expect(try PasskeyPublicKey(passkey.publicKey.bytes).algorithm == algorithm)
    }

    @Test func isTakenWithoutVerificationOnlyWhereThatIsAllowed() throws {
        let answer = try SoftAuthenticator().register(challenge, Saying { $0.flags = 0x01 })
        #expect(try !answer.verified(.usual(verification: false)).isVerified)
        #expect(throws: PasskeyError(.userNotVerified, "")) { try answer.verified(.usual()) }
    }

    @Test func isTakenWithExtensionsBehindTheKey() throws {
        var saying = Saying()
        saying.extensions = CBOR.map(try CBORMap([.init(.text("hmac-secret"), .bool(true))])).encoded
        #expect(throws: Never.self) { try SoftAuthenticator().register(challenge, saying).verified(.usual()) }
        saying.extensions = [0x01]
        #expect(throws: PasskeyError(.malformedAuthenticatorData, "")) {
            try SoftAuthenticator().register(challenge, saying).verified(.usual())
        }
    }

    static let wrong: [(PasskeyError.Code, @Sendable (inout Saying) -> Void)] = [
        (.wrongType, { $0.type = "webauthn.get" }),
        (.wrongOrigin, { $0.origin = "https://vaccinations.example.evil.example" }),
        (.wrongOrigin, { $0.origin = "http://vaccinations.example" }),
        (.wrongOrigin, { $0.origin = "https://vaccinations.example:8443" }),
        (.framed, { $0.crossOrigin = "true" }),
        (.malformedClientData, { $0.crossOrigin = #""false""# }),
        (.malformedClientData, { $0.crossOrigin = "false,\"type\":\"webauthn.create\"" }),
        (.framed, { $0.crossOrigin = "false,\"topOrigin\":\"https://evil.example\"" }),
        (.wrongRelyingParty, { $0.relyingParty = "example" }),
        (.userNotPresent, { $0.flags = 0x04 }),
        (.userNotVerified, { $0.flags = 0x01 }),
        (.wrongBackupState, { $0.flags = 0x15 }),
        (.malformedAuthenticatorData, { $0.trailing = [0] }),
    ]

    @Test(arguments: wrong.indices)
    func isRefusedForEachWrongSaying(_ index: Int) throws {
        let (code, bend) = Self.wrong[index]
        let answer = try SoftAuthenticator().register(challenge, Saying(bend))
        #expect(throws: PasskeyError(code, "")) { try answer.verified(.usual()) }
    }

    @Test func isRefusedForAnotherOrAShortChallenge() throws {
        let authenticator = try SoftAuthenticator()
        let other = try authenticator.register(Array("fedcba9876543210fedcba9876543210".utf8))
        #expect(throws: PasskeyError(.wrongChallenge, "")) { try other.verified(.usual()) }
        let answer = try authenticator.register([1, 2, 3])
        #expect(throws: PasskeyError(.wrongChallenge, "")) { try answer.verified(.usual(challenge: [1, 2, 3])) }
    }

    @Test func isTakenWithTheKeysSignatureOverItself() throws {
        let authenticator = try SoftAuthenticator()
        func answer(algorithm: Int64 = -7, bend: (inout [UInt8]) -> Void = { _ in }) throws -> RegistrationResponse {
            try authenticator.register(challenge, format: "packed") { data, client in
                var signature = try authenticator.key.signature(data + SHA256.hash(data: Data(client)))
                bend(&signature)
                return try CBORMap([.init(.text("alg"), .integer(algorithm)), .init(.text("sig"), .bytes(signature))])
            }
        }
        #expect(throws: Never.self) { try answer().verified(.usual()) }
        #expect(throws: PasskeyError(.wrongAttestation, "")) { try answer(algorithm: -8).verified(.usual()) }
        #expect(throws: PasskeyError(.wrongAttestation, "")) {
            try answer { $0[$0.count - 1] ^= 1 }.verified(.usual())
        }
        let saying = try authenticator.register(challenge) { _, _ in try CBORMap([.init(.text("x"), .null)]) }
        #expect(throws: PasskeyError(.wrongAttestation, "")) { try saying.verified(.usual()) }
        let certified = try authenticator.register(challenge, format: "fido-u2f") { _, _ in
            try CBORMap([.init(.text("x5c"), .array([])), .init(.text("sig"), .bytes([1]))])
        }
        #expect(throws: Never.self) { try certified.verified(.usual()) }
    }

    @Test func isRefusedWithAKeyThatIsNone() throws {
        let point = try SoftKey(.es256)
        let x = CBOR.bytes([UInt8](repeating: 1, count: 32))
        let keys: [(PasskeyError.Code, [UInt8])] = [
            (.malformedKey, SoftKey.cose([])),
            (.malformedKey, [0x01]),
            (.unsupportedKey, SoftKey.cose([(1, .integer(2)), (3, .integer(-35)), (-1, .integer(2)), (-2, x)])),
            // Not on the curve; another curve; a compressed point.
            (.malformedKey, SoftKey.cose([(1, .integer(2)), (3, .integer(-7)), (-1, .integer(1)), (-2, x), (-3, x)])),
            (.malformedKey, SoftKey.cose([(1, .integer(2)), (3, .integer(-7)), (-1, .integer(2)), (-2, x), (-3, x)])),
            (
                .malformedKey,
                SoftKey.cose([(1, .integer(2)), (3, .integer(-7)), (-1, .integer(1)), (-2, x), (-3, .bool(true))])
            ),
            (.malformedKey, SoftKey.cose([(1, .integer(2)), (3, .integer(-8)), (-1, .integer(6)), (-2, x)])),
            // RSA of 1,024 bits.
            (
                .malformedKey,
                SoftKey.cose([
                    (1, .integer(3)), (3, .integer(-257)), (-1, .bytes([UInt8](repeating: 0xC5, count: 128))),
                    (-2, .bytes([1, 0, 1])),
                ])
            ),
        ]
        let authenticator = try SoftAuthenticator()
        let front = authenticator.credentialData.dropLast(authenticator.key.coseKey.count)
        for (code, key) in keys {
            let answer = try authenticator.register(challenge, credential: front + key)
            #expect(throws: PasskeyError(code, ""), "\(key)") { try answer.verified(.usual()) }
        }
        #expect(throws: Never.self) {
            try authenticator.register(challenge, credential: front + point.coseKey).verified(.usual())
        }
    }

    @Test func isRefusedWhateverByteIsMissing() throws {
        let answer = try SoftAuthenticator().register(challenge)
        for length in 0..<answer.attestationObject.count {
            let cut = RegistrationResponse(
                clientData: answer.clientData, attestationObject: Array(answer.attestationObject[..<length]))
            #expect(throws: PasskeyError.self, "\(length) bytes") { try cut.verified(.usual()) }
        }
        let authenticator = try SoftAuthenticator()
        let whole = authenticator.data(Saying(), credential: authenticator.credentialData)
        #expect(throws: Never.self) { try AuthenticatorData(whole) }
        for length in 0..<whole.count {
            #expect(throws: PasskeyError.self, "\(length) bytes") { try AuthenticatorData(Array(whole[..<length])) }
        }
    }

    @Test func isRefusedWithAnIdThatIsEmptyOrTooLong() throws {
        for length in [0, 1024] {
            let authenticator = try SoftAuthenticator(credentialID: [UInt8](repeating: 7, count: length))
            #expect(throws: PasskeyError(.malformedAuthenticatorData, "")) {
                try authenticator.register(challenge).verified(.usual())
            }
        }
        let longest = try SoftAuthenticator(credentialID: [UInt8](repeating: 7, count: 1023))
        #expect(throws: Never.self) { try longest.register(challenge).verified(.usual()) }
    }

    @Test func isRefusedWithoutACredential() throws {
        let answer = try SoftAuthenticator().register(challenge, credential: [])
        #expect(throws: PasskeyError(.missingCredential, "")) { try answer.verified(.usual()) }
    }

    @Test(arguments: ["", "null", "[]", "{}", #"{"type":1,"challenge":"AA","origin":"x"}"#, "{", "\u{FEFF}{}"])
    func isRefusedWithClientDataThatIsNone(_ json: String) throws {
        let answer = RegistrationResponse(clientData: Array(json.utf8), attestationObject: [])
        #expect(throws: PasskeyError(.malformedClientData, "")) { try answer.verified(.usual()) }
    }

    @Test func isRefusedAtOnceWhenItIsHuge() throws {
        let many = [UInt8](repeating: UInt8(ascii: "["), count: 5_000_000)
        #expect(throws: PasskeyError(.malformedClientData, "")) {
            try RegistrationResponse(clientData: many, attestationObject: many).verified(.usual())
        }
        let authenticator = try SoftAuthenticator()
        let client = authenticator.clientData("webauthn.create", challenge)
        #expect(throws: PasskeyError(.malformedAttestation, "")) {
            try RegistrationResponse(clientData: client, attestationObject: many).verified(.usual())
        }
        #expect(throws: PasskeyError(.malformedAuthenticatorData, "")) { try AuthenticatorData(many) }
        #expect(throws: PasskeyError(.malformedKey, "")) { try PasskeyPublicKey(many) }
    }
}
