internal import ByteCoding
package import CBORCoding
package import Passkeys

internal import Crypto
internal import Foundation

/// An authenticator in software for tests: one passkey, every part of its answers to be bent.
package struct SoftAuthenticator: Sendable {
    /// What an answer says; the defaults are right.
    package struct Saying: Sendable {
        package var type: String?
        package var origin = SoftAuthenticator.origin
        package var crossOrigin: String? = "false"
        package var relyingParty = SoftAuthenticator.relyingParty
        /// UP, UV; AT and ED are set as they are needed.
        package var flags: UInt8 = 0x05
        package var signCount: UInt32 = 0
        package var extensions: [UInt8] = []
        package var trailing: [UInt8] = []

        /// - Parameter bend: makes it say something else.
        package init(_ bend: (inout Saying) -> Void = { _ in }) { bend(&self) }
    }

    package static let origin = "https://vaccinations.example"
    package static let relyingParty = "vaccinations.example"
    /// What it is asked to sign.
    package static let challenge = Array("0123456789abcdef0123456789abcdef".utf8)

    package let key: SoftKey
    package let credentialID: [UInt8]
    package let userHandle: [UInt8]

    package init(
        _ algorithm: PasskeyPublicKey.Algorithm = .es256, credentialID: [UInt8] = Array("a credential's id".utf8),
        userHandle: [UInt8] = Array("whose it is".utf8)
    ) throws {
        self.init(key: try SoftKey(algorithm), credentialID: credentialID, userHandle: userHandle)
    }

    /// One whose key is known already.
    package init(key: SoftKey, credentialID: [UInt8], userHandle: [UInt8]) {
        self.key = key
        self.credentialID = credentialID
        self.userHandle = userHandle
    }

    package func clientData(_ type: String, _ challenge: [UInt8], _ saying: Saying = Saying()) -> [UInt8] {
        let crossOrigin = saying.crossOrigin.map { #","crossOrigin":\#($0)"# } ?? ""
        let challenge = Base64URL.encode(challenge)
        let type = saying.type ?? type
        return Array(
            #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(saying.origin)"\#(crossOrigin)}"#.utf8)
    }

    /// Attested credential data: model, length, id, key.
    package var credentialData: [UInt8] {
        [UInt8](repeating: 0, count: 16) + [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 255)]
            + credentialID + key.coseKey
    }

    package func data(_ saying: Saying, credential: [UInt8] = []) -> [UInt8] {
        var flags = saying.flags
        if !credential.isEmpty { flags |= 0x40 }
        if !saying.extensions.isEmpty { flags |= 0x80 }
        let count = (0..<4).map { UInt8(truncatingIfNeeded: saying.signCount >> (24 - 8 * $0)) }
        return Array(SHA256.hash(data: Data(saying.relyingParty.utf8))) + [flags] + count + credential
            + saying.extensions + saying.trailing
    }

    /// The answer to the wish for a new passkey, with the statement that `statement` makes of data and client data.
    package func register(
        _ challenge: [UInt8], _ saying: Saying = Saying(), format: String = "none", credential: [UInt8]? = nil,
        statement: ([UInt8], [UInt8]) throws -> CBORMap = { _, _ in CBORMap() }
    ) throws -> RegistrationResponse {
        let data = data(saying, credential: credential ?? credentialData)
        let client = clientData("webauthn.create", challenge, saying)
        let map = try CBORMap([
            .init(.text("fmt"), .text(format)), .init(.text("attStmt"), .map(try statement(data, client))),
            .init(.text("authData"), .bytes(data)),
        ])
        return RegistrationResponse(clientData: client, attestationObject: CBOR.map(map).encoded)
    }

    /// The answer to the wish for a sign.
    package func sign(_ challenge: [UInt8], _ saying: Saying = Saying()) throws -> AssertionResponse {
        let client = clientData("webauthn.get", challenge, saying)
        let data = data(saying)
        return AssertionResponse(
            credentialID: credentialID, clientData: client, authenticatorData: data,
            signature: try key.signature(data + SHA256.hash(data: Data(client))), userHandle: userHandle)
    }
}

extension CeremonyExpectation {
    /// What a site expects that asked ``SoftAuthenticator/challenge``.
    package static func usual(
        verification: Bool = true, site: String = SoftAuthenticator.relyingParty,
        challenge: [UInt8] = SoftAuthenticator.challenge
    ) -> CeremonyExpectation {
        CeremonyExpectation(
            relyingParty: site, origin: SoftAuthenticator.origin, challenge: challenge,
            requiresVerification: verification)
    }
}
