import Secrets

/// Writes an age file that a passphrase opens, as its content comes.
///
/// Give it content with ``write(_:into:)`` as often as needed, then call ``finish(into:)``; each appends the bytes of
/// the file that are ready. It holds 64 KiB of content at most. <https://age-encryption.org/v1>
public struct AgeWriter: Sendable {
    private var payload: PayloadWriter
    private var armor: ArmorEncoder?
    private var unsent: [UInt8]

    /// Starts a file.
    ///
    /// - `key`: from ``PassphraseKey/derive(from:_:)`` or ``ScryptGate/derive(from:_:)``; a key is for one file only.
    /// - `isArmored`: text that survives mail, a third larger, instead of bytes.
    public init(key: PassphraseKey, isArmored: Bool = false, using generator: inout some RandomNumberGenerator) {
        let fileKey = SecretBytes(copying: generator.bytes(ScryptStanza.fileKeyBytes))
        self.init(fileKey: fileKey, wrappedBy: key, salt: generator.bytes(PayloadWriter.saltBytes))
        armor = isArmored ? ArmorEncoder() : nil
    }

    private init(fileKey: SecretBytes, wrappedBy key: PassphraseKey, salt: [UInt8]) {
        unsent = AgeHeader.encoded(fileKey: fileKey, wrappedBy: key) + salt
        payload = PayloadWriter(fileKey: fileKey, salt: salt)
    }

    /// Adds content.
    public mutating func write(_ bytes: some AgeBytes, into output: inout [UInt8]) {
        payload.write(bytes.slice, into: &unsent)
        flush(into: &output)
    }

    /// Ends the file; the writer is of no use afterwards.
    public mutating func finish(into output: inout [UInt8]) {
        payload.finish(into: &unsent)
        flush(into: &output)
        armor?.finish(into: &output)
    }

    private mutating func flush(into output: inout [UInt8]) {
        if armor == nil {
            output += unsent
        } else {
            armor?.encode(unsent, into: &output)
        }
        unsent.removeAll(keepingCapacity: true)
    }
}
