public import Foundation

/// The signers that are trusted, and what was revoked; judges certificates.
///
/// Key ids are only 8 bytes, so several signers may have the same one: each is tried.
public struct TrustStore: Sendable {
    private var signersByKeyID: [[UInt8]: [Signer]] = [:]
    /// What was revoked.
    public var revocations: RevocationList
    /// The value sets that codes are looked up in.
    public var valueSets: ValueSets

    /// The most signers that are tried for one certificate.
    private static let mostCandidates = 32

    /// Makes a store; an empty one knows no issuer.
    public init(
        signers: some Sequence<Signer> = [], revocations: RevocationList = RevocationList(),
        valueSets: ValueSets = .standard
    ) {
        self.revocations = revocations
        self.valueSets = valueSets
        for signer in signers { insert(signer) }
    }

    /// Trusts one more signer; one that is there already is not added twice.
    public mutating func insert(_ signer: Signer) {
        if signersByKeyID[signer.keyID]?.contains(signer) == true { return }
        signersByKeyID[signer.keyID, default: []].append(signer)
    }

    /// Every signer, in no order.
    public var signers: [Signer] { signersByKeyID.values.flatMap(\.self) }

    /// How many signers there are.
    public var count: Int { signersByKeyID.values.reduce(0) { $0 + $1.count } }

    /// The signers who may have made the certificate, judged by key id and issuer alone.
    ///
    /// For a certificate without a key id those of its country are tried.
    public func candidates(for certificate: SignedCertificate) -> [Signer] {
        let named: [Signer]
        if let keyID = certificate.signed.keyID, !keyID.isEmpty {
            // Some write more of the hash than its first 8 bytes.
            named = signersByKeyID[keyID] ?? signersByKeyID[Array(keyID.prefix(8))] ?? []
        } else {
            named = signers.filter { $0.country == nil || $0.country == certificate.issuer }
        }
        let fitting = named.filter { $0.belongs(toIssuerOf: certificate) }
        return Array(fitting.prefix(Self.mostCandidates))
    }

    /// Judges a certificate at a moment.
    ///
    /// Judged are signature, revocation, key usage, content, and whether certificate and signer are in force. Of
    /// several signers whose key verifies the signature, one that leaves no fault is preferred.
    public func judge(_ certificate: SignedCertificate, at moment: Date) -> Judgement {
        guard certificate.isJudged else {
            return Judgement(
                faults: [.unknownIssuer], warnings: [.notJudged], signer: nil, moment: moment, changesAt: nil)
        }
        let candidates = candidates(for: certificate)
        var best: (signer: Signer, faults: [Verdict])?
        var turns: [Date] = []
        for signer in candidates where signer.verifies(certificate.signed) {
            let faults = certificate.faults(signedBy: signer, at: moment, revocations: revocations)
            turns += certificate.turns(signedBy: signer)
            if best.map({ faults.count < $0.faults.count }) ?? true { best = (signer, faults) }
            if faults.isEmpty { break }
        }
        var warnings = certificate.departures.map(Warning.departure)
        if certificate.format == .euDCC { warnings += valueSets.unknownCodes(in: certificate.claims) }
        if certificate.format == .evc, certificate.claims.entries.isEmpty { warnings.append(.noDose) }
        warnings += certificate.lacksPrequalification.map(Warning.notPrequalified)
        if let best, certificate.differsInCountry(from: best.signer) { warnings.append(.issuerDiffersFromSigner) }
        var faults = best?.faults ?? [candidates.isEmpty ? .unknownIssuer : .badSignature]
        // An identifier is blocked whoever signed it.
        if best == nil, candidates.isEmpty, revocations.contains(certificate) { faults.append(.revoked) }
        return Judgement(
            faults: faults,
            warnings: warnings, signer: best?.signer, moment: moment, changesAt: turns.filter { $0 > moment }.min())
    }
}

extension Signer {
    /// Whether this signer made the signature.
    public func verifies(_ signed: SignedContent) -> Bool {
        guard let algorithm = signed.algorithm else { return false }
        return key.isValid(signed.signature, for: signed.message, algorithm: algorithm)
    }
}

extension SignedCertificate {
    /// Everything that is wrong with a certificate whose signature is this signer's, the gravest first.
    fileprivate func faults(signedBy signer: Signer, at moment: Date, revocations: RevocationList) -> [Verdict] {
        var faults: [Verdict] = []
        if revocations.contains(self) { faults.append(.revoked) }
        let permitted = signer.permittedKinds
        if !signer.permits(format) || permitted.map({ !$0.isSuperset(of: claims.kinds) }) ?? false {
            faults.append(.wrongKeyUsage)
        }
        if !hasMeaning || !lacksPrequalification.isEmpty { faults.append(.invalidContent) }
        faults += timeFaults(at: moment)
        if let start = signer.notBefore, moment < start { faults.append(.signerNotYetValid) }
        if let end = signer.notAfter, moment > end { faults.append(.signerExpired) }
        return faults
    }

    /// Whether there is someone to speak of, and something said that a statement of its kind has to say.
    ///
    /// A European Vaccination Card has all doses of somebody, which may be none.
    private var hasMeaning: Bool {
        (!claims.entries.isEmpty || format == .evc) && !holder.name.display.isEmpty
            && !departures.contains(where: \.isStructural)
    }

    /// Whether the certificate itself is not yet or no longer in force at a moment; its signer is not looked at.
    public func timeFaults(at moment: Date) -> [Verdict] {
        var faults: [Verdict] = []
        if isBeforeItsTime(moment) { faults.append(.notYetValid) }
        if ends.contains(where: { moment >= $0 }) { faults.append(.expired) }
        return faults
    }

    private func isBeforeItsTime(_ moment: Date) -> Bool { starts.contains { moment < $0 } }

    /// The moments before which it isn't in force yet.
    ///
    /// Clocks are compared to the second: some issuers write fractions that others cut off.
    public var starts: [Date] {
        [issuedAt, notBefore, protectionStart].compactMap { start in
            start.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
        }
    }

    /// The moments from which on it isn't in force any more.
    public var ends: [Date] { [expiresAt, protectionEnd].compactMap(\.self) }

    /// The moments from which on time judges otherwise.
    fileprivate func turns(signedBy signer: Signer) -> [Date] {
        // A signer holds at its last moment.
        let end = signer.notAfter.map { Date(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate.nextUp) }
        return starts + ends + [signer.notBefore, end].compactMap(\.self)
    }

    fileprivate func differsInCountry(from signer: Signer) -> Bool {
        guard format == .euDCC, let issuer, let country = signer.country else { return false }
        return issuer.uppercased() != country.uppercased()
    }
}
