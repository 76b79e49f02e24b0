internal import CBORCoding
internal import Crypto
internal import Foundation

/// What the authenticator says of itself and of the person before it
/// ([WebAuthn section 6.1](https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data)).
package struct AuthenticatorData: Sendable {
    /// One byte of yes and no.
    package struct Flags: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Somebody was there.
        package static let userPresent = Flags(rawValue: 1)
        /// It was the right person, by PIN or by body.
        package static let userVerified = Flags(rawValue: 1 << 2)
        /// The passkey may be copied to other devices.
        package static let backupEligible = Flags(rawValue: 1 << 3)
        /// It has been.
        package static let backedUp = Flags(rawValue: 1 << 4)
        static let attestedCredential = Flags(rawValue: 1 << 6)
        static let extensions = Flags(rawValue: 1 << 7)
    }

    /// The most bytes that are read; an RSA key makes about 500.
    static let longest = 8192

    /// SHA-256 of the relying party's id, 32 bytes.
    let relyingPartyHash: [UInt8]
    package let flags: Flags
    /// How often the passkey signed; 0 when the authenticator doesn't count.
    package let signCount: UInt32
    /// The new passkey, in an answer to its creation.
    package let credential: AttestedCredential?

    /// Reads the bytes, to the last.
    ///
    /// - Throws: `malformedAuthenticatorData`, `malformedKey`, `unsupportedKey`.
    package init(_ bytes: [UInt8]) throws(PasskeyError) {
        guard (37...Self.longest).contains(bytes.count) else {
            throw PasskeyError(.malformedAuthenticatorData, "the authenticator data is too short or too long")
        }
        relyingPartyHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = Array(bytes[37...])
        credential = flags.contains(.attestedCredential) ? try AttestedCredential(takenFrom: &rest) : nil
        if flags.contains(.extensions) {
            guard case .map = try Self.takeItem(from: &rest) else {
                throw PasskeyError(.malformedAuthenticatorData, "the extensions are no map")
            }
        }
        guard rest.isEmpty else {
            throw PasskeyError(.malformedAuthenticatorData, "bytes follow the authenticator data")
        }
    }

    /// Takes the CBOR item that the bytes begin with.
    static func takeItem(from bytes: inout [UInt8]) throws(PasskeyError) -> CBOR {
        guard let (item, length) = try? CBOR.decodingPrefix(of: bytes) else {
            throw PasskeyError(.malformedAuthenticatorData, "the authenticator data holds no right CBOR")
        }
        bytes.removeFirst(length)
        return item
    }

    /// Compares with what was asked for.
    ///
    /// - Throws: `wrongRelyingParty`, `userNotPresent`, `userNotVerified`, `wrongBackupState`.
    func check(_ expectation: CeremonyExpectation) throws(PasskeyError) {
        guard relyingPartyHash == Array(SHA256.hash(data: Data(expectation.relyingParty.utf8))) else {
            throw PasskeyError(.wrongRelyingParty, "the passkey is another site's")
        }
        guard flags.contains(.userPresent) else { throw PasskeyError(.userNotPresent, "nobody was there") }
        guard flags.contains(.userVerified) || !expectation.requiresVerification else {
            throw PasskeyError(.userNotVerified, "the authenticator did not check who is there")
        }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
            throw PasskeyError(.wrongBackupState, "the passkey is copied, yet can't be")
        }
    }
}
