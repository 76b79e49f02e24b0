public import Foundation

extension SmartHealthCard {
    /// Judges the card as ``TrustStore/judge(_:at:)`` does, and by its issuer's lists of revoked cards.
    public func judge(
        by trust: TrustStore, revocations: [HealthCardRevocations] = [], at moment: Date
    ) -> Judgement {
        var trust = trust
        for list in revocations { trust.revocations.insert(list) }
        return trust.judge(certificate, at: moment)
    }

    /// Why the card's signer isn't among those that are trusted; nil where it is.
    public func signerFinding(in trust: TrustStore) -> SmartHealthCardDeparture? {
        guard trust.candidates(for: certificate).isEmpty else { return nil }
        let signers = trust.signers
        if !signers.contains(where: { $0.issuerAddress == certificate.issuer }) {
            return SmartHealthCardDeparture(.issuerUnknown, at: "iss")
        }
        let isOthers = signers.contains { $0.keyID == certificate.signed.keyID }
        return SmartHealthCardDeparture(isOthers ? .kidOfAnotherIssuer : .kidUnknown, at: "header.kid")
    }
}
