/// What a signer signed and how, in terms that hold for COSE and JWS alike.
public struct SignedContent: Sendable, Hashable {
    /// The algorithm, or `nil` when the message names none that is known.
    public let algorithm: SignatureAlgorithm?
    /// The signer's key id, or `nil` when the message names none.
    public let keyID: [UInt8]?
    /// The bytes the signature covers.
    public let message: [UInt8]
    /// The signature; for ECDSA r and s side by side.
    public let signature: [UInt8]

    /// Makes signed content.
    public init(algorithm: SignatureAlgorithm?, keyID: [UInt8]?, message: [UInt8], signature: [UInt8]) {
        self.algorithm = algorithm
        self.keyID = keyID
        self.message = message
        self.signature = signature
    }
}
