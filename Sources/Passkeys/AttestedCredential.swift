internal import CBORCoding

/// A new passkey as its authenticator names it
/// ([WebAuthn section 6.5.1](https://www.w3.org/TR/webauthn-3/#sctn-attested-credential-data)).
package struct AttestedCredential: Sendable {
    /// The longest id that the standard allows.
    package static let longestID = 1023

    /// The authenticator's model, 16 bytes; zeros when it doesn't tell.
    package let model: [UInt8]
    /// 1 to 1023 bytes.
    package let id: [UInt8]
    package let publicKey: PasskeyPublicKey

    /// Takes it from the front of the bytes.
    init(takenFrom bytes: inout [UInt8]) throws(PasskeyError) {
        let malformed = PasskeyError(.malformedAuthenticatorData, "the credential ends beyond the bytes")
        guard bytes.count > 18 else { throw malformed }
        let length = Int(bytes[16]) << 8 | Int(bytes[17])
        guard (1...Self.longestID).contains(length) else {
            throw PasskeyError(.malformedAuthenticatorData, "the credential's id is empty or too long")
        }
        guard bytes.count > 18 + length else { throw malformed }
        model = Array(bytes[..<16])
        id = Array(bytes[18..<18 + length])
        bytes.removeFirst(18 + length)
        let start = bytes
        let item = try AuthenticatorData.takeItem(from: &bytes)
        publicKey = try PasskeyPublicKey(item, bytes: Array(start.dropLast(bytes.count)))
    }
}
