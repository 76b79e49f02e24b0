import ByteCoding
import Secrets

/// The one recipient of a file that is locked by a passphrase.
///
/// <https://age-encryption.org/v1#the-scrypt-recipient-type>
struct ScryptStanza {
    static let type = "scrypt"
    static let fileKeyBytes = 16

    let parameters: ScryptParameters
    let wrappedKey: [UInt8]

    /// Finds the scrypt recipient in a header.
    ///
    /// Throws `foreignRecipient`, `malformedHeader` or `workFactorTooHigh`.
    init(in header: AgeHeader, maximumWorkFactor: Int) throws(AgeError) {
        guard let stanza = header.stanzas.first(where: { $0.type == Self.type }) else {
            throw AgeError(.foreignRecipient, "This file is for the holder of a key, not for a passphrase.")
        }
        guard header.stanzas.count == 1 else {
            throw AgeError(.malformedHeader, "A file with a passphrase must not have other recipients.")
        }
        guard stanza.arguments.count == 2,
            let salt = Base64.decode(stanza.arguments[0].utf8, as: .unpadded),
            salt.count == ScryptParameters.saltBytes,
            stanza.body.count == Self.fileKeyBytes + AgePrimitives.tagBytes
        else {
            throw AgeError(.malformedHeader, "The passphrase recipient in the file's header is malformed.")
        }
        let workFactor = try Self.workFactor(stanza.arguments[1], maximum: min(maximumWorkFactor, 30))
        parameters = ScryptParameters(salt: salt, workFactor: workFactor)
        wrappedKey = stanza.body
    }

    /// Reads a decimal number without sign or leading zeros.
    private static func workFactor(_ text: String, maximum: Int) throws(AgeError) -> Int {
        let digits = text.utf8
        guard let first = digits.first, (0x31...0x39).contains(first),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else {
            throw AgeError(.malformedHeader, "The work factor in the file's header is not a number.")
        }
        guard let workFactor = Int(typed: text, in: 1...maximum) else {
            throw .workFactorTooHigh(most: maximum)
        }
        return workFactor
    }

    static func wrap(_ fileKey: SecretBytes, with key: PassphraseKey) -> Stanza {
        var body: [UInt8] = []
        fileKey.withBytes {
            let bytes = UnsafeRawBufferPointer(start: $0, count: fileKey.count)
            AgePrimitives.seal(bytes, key: key.key, nonce: zeroNonce, into: &body)
        }
        let salt = Base64.encode(key.parameters.salt, as: .unpadded)
        return Stanza(type: type, arguments: [salt, String(key.parameters.workFactor)], body: body)
    }

    /// Throws `wrongPassphrase`.
    func unwrap(with key: PassphraseKey) throws(AgeError) -> SecretBytes {
        var fileKey: [UInt8] = []
        let isRight = wrappedKey.withUnsafeBytes {
            AgePrimitives.open($0, key: key.key, nonce: Self.zeroNonce, into: &fileKey)
        }
        guard key.parameters == parameters, isRight else {
            throw AgeError(.wrongPassphrase, "The passphrase is wrong.")
        }
        return SecretBytes(copying: fileKey)
    }

    /// Always zero: each salt, and so each key, is used once.
    private static let zeroNonce = [UInt8](repeating: 0, count: AgePrimitives.nonceBytes)
}
