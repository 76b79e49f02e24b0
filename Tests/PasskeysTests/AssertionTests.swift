import Foundation
import Passkeys
import SoftAuthenticator
import Testing

@Suite("A passkey's sign", .timeLimit(.minutes(3)))
struct AssertionTests {
    typealias Saying = SoftAuthenticator.Saying

    let challenge = SoftAuthenticator.challenge

    private func known(_ authenticator: SoftAuthenticator, signCount: UInt32 = 0) throws(PasskeyError) -> KnownPasskey {
        KnownPasskey(
            credentialID: authenticator.credentialID, publicKey: try PasskeyPublicKey(authenticator.key.coseKey),
            signCount: signCount, isBackupEligible: false, userHandle: authenticator.userHandle)
    }

    @Test(arguments: PasskeyPublicKey.Algorithm.allCases)
    func isTakenWithEachAlgorithmAndFromNoOtherKey(_ algorithm: PasskeyPublicKey.Algorithm) throws {
        let authenticator = try SoftAuthenticator(algorithm)
        let answer = try authenticator.sign(challenge, Saying { $0.signCount = 8 })
        let used = try answer.verified(.usual(), by: known(authenticator, signCount: 7))
        #expect(used == UsedPasskey(signCount: 8, isVerified: true, isBackedUp: false))
        let other = try SoftAuthenticator(algorithm)
        #expect(throws: PasskeyError(.wrongSignature, "")) { try answer.verified(.usual(), by: known(other)) }
    }

    static let wrong: [(PasskeyError.Code, @Sendable (inout Saying) -> Void)] = [
        (.wrongType, { $0.type = "webauthn.create" }),
        (.wrongType, { $0.type = "payment.get" }),
        (.wrongOrigin, { $0.origin = "https://evil.example" }),
        (.framed, { $0.crossOrigin = "true" }),
        (.wrongRelyingParty, { $0.relyingParty = "evil.example" }),
        (.userNotPresent, { $0.flags = 0x04 }),
        (.userNotVerified, { $0.flags = 0x01 }),
        (.wrongBackupState, { $0.flags = 0x0D }),
        (.malformedAuthenticatorData, { $0.trailing = [0] }),
    ]

    @Test(arguments: wrong.indices)
    func isRefusedForEachWrongSaying(_ index: Int) throws {
        let (code, bend) = Self.wrong[index]
        let authenticator = try SoftAuthenticator()
        let answer = try authenticator.sign(challenge, Saying(bend))
        #expect(throws: PasskeyError(code, "")) { try answer.verified(.usual(), by: known(authenticator)) }
    }

    @Test func isRefusedForAnotherChallengeCredentialOrUser() throws {
        let authenticator = try SoftAuthenticator()
        let other = try authenticator.sign(Array("fedcba9876543210fedcba9876543210".utf8))
        #expect(throws: PasskeyError(.wrongChallenge, "")) {
            try other.verified(.usual(), by: known(authenticator))
        }
        let answer = try authenticator.sign(challenge)
        func bent(id: [UInt8], user: [UInt8]?) -> AssertionResponse {
            AssertionResponse(
                credentialID: id, clientData: answer.clientData, authenticatorData: answer.authenticatorData,
                signature: answer.signature, userHandle: user)
        }
        #expect(throws: PasskeyError(.wrongCredential, "")) {
            try bent(id: [1], user: nil).verified(.usual(), by: known(authenticator))
        }
        #expect(throws: PasskeyError(.wrongUser, "")) {
            try bent(id: answer.credentialID, user: [1]).verified(.usual(), by: known(authenticator))
        }
        // A security key may leave the user out.
        #expect(throws: Never.self) {
            try bent(id: answer.credentialID, user: nil).verified(.usual(), by: known(authenticator))
        }
    }

    /// Every bit is covered by the signature, or by a comparison before it.
    @Test(arguments: PasskeyPublicKey.Algorithm.allCases)
    func isRefusedWhateverBitIsFlipped(_ algorithm: PasskeyPublicKey.Algorithm) throws {
        let authenticator = try SoftAuthenticator(algorithm)
        let answer = try authenticator.sign(challenge)
        let passkey = try known(authenticator)
        func refuses(_ client: [UInt8], _ data: [UInt8], _ signature: [UInt8]) -> Bool {
            let bent = AssertionResponse(
                credentialID: answer.credentialID, clientData: client, authenticatorData: data, signature: signature,
                userHandle: answer.userHandle)
            return (try? bent.verified(.usual(), by: passkey)) == nil
        }
        #expect(!refuses(answer.clientData, answer.authenticatorData, answer.signature))
        for index in answer.clientData.indices {
            var bent = answer.clientData
            bent[index] ^= 1 << UInt8(index % 8)
            #expect(refuses(bent, answer.authenticatorData, answer.signature), "client data \(index)")
        }
        for index in answer.authenticatorData.indices {
            var bent = answer.authenticatorData
            bent[index] ^= 1 << UInt8(index % 8)
            #expect(refuses(answer.clientData, bent, answer.signature), "authenticator data \(index)")
        }
        for index in answer.signature.indices {
            var bent = answer.signature
            bent[index] ^= 1 << UInt8(index % 8)
            #expect(refuses(answer.clientData, answer.authenticatorData, bent), "signature \(index)")
        }
        for signature in [[], [UInt8](repeating: 0, count: 1_000_000)] as [[UInt8]] {
            #expect(refuses(answer.clientData, answer.authenticatorData, signature))
        }
    }

    @Test(
        arguments: [
            (0, 0, true), (0, 1, true), (1, 2, true), (7, 7, false), (7, 6, false), (7, 0, false),
            (UInt32.max, UInt32.max, false), (UInt32.max - 1, UInt32.max, true),
        ] as [(UInt32, UInt32, Bool)])
    func countsUpwards(_ known: UInt32, _ count: UInt32, _ isTaken: Bool) throws {
        #expect(SignCount.isPlausible(count, after: known) == isTaken)
        let authenticator = try SoftAuthenticator()
        let answer = try authenticator.sign(challenge, Saying { $0.signCount = count })
        let result = Result { () throws(PasskeyError) in
            try answer.verified(.usual(), by: try self.known(authenticator, signCount: known))
        }
        switch result {
        case .success(let used): #expect(isTaken && used.signCount == count)
        case .failure(let error): #expect(!isTaken && error == PasskeyError(.wrongSignCount, ""))
        }
    }
}
