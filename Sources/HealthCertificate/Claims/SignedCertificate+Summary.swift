extension SignedCertificate {
    /// The certificate as a list shows it: holder and times, its last statement and the first test that wasn't negative.
    ///
    /// Nothing of what was signed is in it, so that many of them take little memory; it can't be verified any more.
    public var summary: SignedCertificate {
        let finding = claims.entries.firstIndex { if case .test(let test) = $0 { !test.isNegative } else { false } }
        let shown = Set([finding, claims.entries.indices.last].compactMap(\.self)).sorted()
        return SignedCertificate(
            format: format, text: "", claims: HealthClaims(holder: holder, entries: shown.map { claims.entries[$0] }),
            issuer: issuer, issuedAt: issuedAt, expiresAt: expiresAt, notBefore: notBefore,
            schemaVersion: schemaVersion,
            signed: SignedContent(algorithm: signed.algorithm, keyID: signed.keyID, message: [], signature: []),
            revocationID: revocationID, isJudged: isJudged)
    }
}

extension Judgement {
    /// The judgement with the first warning of each kind.
    public var summary: Judgement {
        var kinds: Set<Int> = []
        return Judgement(
            faults: faults, warnings: warnings.filter { kinds.insert($0.kind).inserted }, signer: signer,
            moment: moment,
            changesAt: changesAt)
    }
}

extension Warning {
    /// What it is about, whatever it is found in.
    fileprivate var kind: Int {
        switch self {
        case .unknownCode: 0
        case .departure: 1
        case .issuerDiffersFromSigner: 2
        case .notPrequalified: 3
        case .noDose: 4
        case .notJudged: 5
        }
    }
}
