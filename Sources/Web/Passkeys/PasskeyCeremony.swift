import ByteCoding
import Foundation
package import Passkeys
package import Vault

/// What the script needs to ask the browser for a passkey, as the form's attributes.
package struct PasskeyCeremony: TemplateModel {
    package let site: PasskeySite
    package let challenge: [UInt8]
    /// Passkeys that may answer, or that must not be made again.
    package var known: [[UInt8]] = []
    /// Whose passkey is made.
    package var userHandle: [UInt8] = []
    package var name = ""

    package static let fields: [TemplateField<Self>] = [
        .text("site") { $0.site.domain }, .text("challenge") { Base64URL.encode($0.challenge) },
        .text("salt") { _ in Base64URL.encode(PasskeySecret.salt) },
        .text("known") { $0.known.map(Base64URL.encode).joined(separator: " ") },
        .text("user") { Base64URL.encode($0.userHandle) }, .text("name") { $0.name },
        .text("algorithms") { _ in
            PasskeyPublicKey.Algorithm.allCases.map { String($0.rawValue) }.joined(separator: " ")
        },
        // Given up a little before the server does.
        .text("seconds") { _ in String(Int(PasskeyChallenges.lifetime - 30, clampedTo: 0...3_600)) },
    ]
}

extension VisitorRequest {
    /// A new question to passkeys; nil where browsers have none.
    package func ceremony(_ purpose: PasskeyChallenges.Purpose) -> PasskeyCeremony? {
        passkeySite.map { PasskeyCeremony(site: $0, challenge: services.challenges.make(purpose, page: token)) }
    }

    /// What the answer in a form has to fit, if it answers a question of ours that is still open; it is closed then.
    package func expectation(
        _ purpose: PasskeyChallenges.Purpose, clientData: [UInt8], requiresVerification: Bool
    ) async -> CeremonyExpectation? {
        guard let site = passkeySite, let challenge = try? ClientData(clientData).challenge,
            services.challenges.take(challenge, purpose, page: token),
            await services.accounts.passkeys.isFirstAnswer(
                to: challenge, until: now.addingTimeInterval(PasskeyChallenges.lifetime))
        else { return nil }
        return CeremonyExpectation(
            relyingParty: site.domain, origin: site.origin, challenge: challenge,
            requiresVerification: requiresVerification)
    }
}

extension FormFields {
    /// The answer of a passkey; nil when a part is missing or is no base64url.
    package var assertion: AssertionResponse? {
        guard let credential = bytes("credential"), let clientData = bytes("client-data"),
            let data = bytes("authenticator-data"), let signature = bytes("signature")
        else { return nil }
        return AssertionResponse(
            credentialID: credential, clientData: clientData, authenticatorData: data, signature: signature,
            userHandle: bytes("user-handle"))
    }

    /// The answer that brings a new passkey.
    package var registration: RegistrationResponse? {
        guard let clientData = bytes("client-data"), let attestation = bytes("attestation") else { return nil }
        return RegistrationResponse(clientData: clientData, attestationObject: attestation)
    }

    /// What the passkey's PRF extension gave, if it has one.
    package var passkeySecret: PasskeySecret? { bytes("secret").flatMap { PasskeySecret($0) } }

    private func bytes(_ name: String) -> [UInt8]? {
        guard let text = self[name], !text.isEmpty, text.utf8.count <= 65_536 else { return nil }
        return Base64URL.decode(text)
    }
}
