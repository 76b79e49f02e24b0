/// What a passkey's answer has to fit: whose it is, from which page, to which question.
package struct CeremonyExpectation: Sendable {
    /// The relying party: a domain name, such as `vaccinations.example` or `localhost`.
    package let relyingParty: String
    /// The origin of our pages as browsers write it, such as `https://vaccinations.example`.
    package let origin: String
    /// The bytes that were asked to be signed; at least 16.
    package let challenge: [UInt8]
    /// Whether the authenticator has to have checked who is there, by PIN or by body.
    package let requiresVerification: Bool

    package init(relyingParty: String, origin: String, challenge: [UInt8], requiresVerification: Bool) {
        self.relyingParty = relyingParty
        self.origin = origin
        self.challenge = challenge
        self.requiresVerification = requiresVerification
    }
}
