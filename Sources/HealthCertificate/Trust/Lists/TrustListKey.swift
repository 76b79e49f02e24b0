/// The key that a trust list has to be signed with: a bare key, or a certificate that the signer chains to.
public struct TrustListKey: Sendable, Hashable {
    let key: VerificationKey
    /// The certificate, when the key came in one; signers that it certified are accepted too.
    let anchor: SignerCertificate?

    /// Takes a bare key.
    public init(_ key: VerificationKey) {
        self.key = key
        anchor = nil
    }

    /// Takes a certificate, either the signer's own or one above it.
    public init(_ certificate: SignerCertificate) {
        key = certificate.key
        anchor = certificate
    }

    /// Reads a key from PEM: a public key (`PUBLIC KEY`) or a certificate (`CERTIFICATE`).
    ///
    /// - Throws: ``HealthCertificateError`` of layer `certificate` when the text holds neither.
    public init(pem: String) throws(HealthCertificateError) {
        if let der = PEM.blocks("CERTIFICATE", in: pem).first {
            self.init(try SignerCertificate(der: der))
        } else if let der = PEM.blocks("PUBLIC KEY", in: pem).first {
            self.init(try VerificationKey(subjectPublicKeyInfo: der))
        } else {
            throw HealthCertificateError(.certificate, .missing, "no public key and no certificate in PEM")
        }
    }

    /// The key of the list's signer, when the certificates that came with the list lead from it to the anchor.
    func signerKey(chain: [SignerCertificate]) -> VerificationKey? {
        guard let leaf = chain.first, let anchor else { return nil }
        if leaf == anchor { return leaf.key }
        var current = leaf
        // Each step must lead to another certificate of the chain, so it ends.
        for _ in 0...chain.count {
            if current.isIssued(by: anchor) { return leaf.key }
            let above = chain.first { $0 != current && $0.isAuthority && current.isIssued(by: $0) }
            guard let above else { return nil }
            current = above
        }
        return nil
    }
}
