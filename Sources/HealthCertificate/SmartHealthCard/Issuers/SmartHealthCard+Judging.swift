public import Foundation

extension SmartHealthCard {
    /// Judges the card as ``TrustStore/judge(_:at:)`` does, and by its issuer's lists of revoked cards.
    public func judge(
        by trust: TrustStore, revocations: [HealthCardRevocations] = [], at moment: Date
    ) -> Judgement {
        let judgement = trust.judge(certificate, at: moment)
        guard judgement.signer != nil, revocations.contains(where: { $0.contains(self) }) else { return judgement }
        return Judgement(
            faults: [.revoked] + judgement.faults.filter { $0 != .revoked }, warnings: judgement.warnings,
            signer: judgement.signer, moment: moment, changesAt: judgement.changesAt)
    }

    /// Why the card's signer isn't among those that are trusted; nil where it is.
    public func signerFinding(in trust: TrustStore) -> SmartHealthCardFinding? {
        guard trust.candidates(for: certificate).isEmpty else { return nil }
        let signers = trust.signers
        if !signers.contains(where: { $0.issuerAddress == certificate.issuer }) {
            return SmartHealthCardFinding(.issuerUnknown, at: "iss")
        }
        let isOthers = signers.contains { $0.keyID == certificate.signed.keyID }
        return SmartHealthCardFinding(isOthers ? .kidOfAnotherIssuer : .kidUnknown, at: "header.kid")
    }
}
