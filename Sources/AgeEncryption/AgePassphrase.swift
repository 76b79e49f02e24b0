import CSodium
import Foundation
import Secrets

/// A passphrase in the form that goes into scrypt: UTF-8 of its NFC form.
///
/// The same word typed on two keyboards can be one or two code points for `ü`; NFC makes them one. `age` itself takes
/// what the terminal gives, which is NFC on every common system.
public struct AgePassphrase: Sendable {
    /// The longest passphrase in bytes of UTF-8.
    public static let maximumBytes = 1024

    let bytes: SecretBytes

    /// Takes the passphrase as typed, blanks included.
    ///
    /// Throws `unusablePassphrase` when it is empty or longer than ``maximumBytes``.
    public init(_ text: String) throws(AgeError) {
        guard !text.isEmpty else {
            throw AgeError(.unusablePassphrase, "The passphrase is empty.")
        }
        guard text.utf8.count <= Self.maximumBytes else {
            throw AgeError(.unusablePassphrase, "The passphrase is longer than \(Self.maximumBytes) bytes.")
        }
        bytes = SecretBytes(copying: Array(text.precomposedStringWithCanonicalMapping.utf8))
    }
}
