import ArgumentParser
import BoundedJSON
import ByteCoding
import Foundation
import HealthCertificate
import Passkeys

/// `conformance passkeys`: what we say of passkeys' answers that somebody else made.
struct PasskeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkeys",
        abstract: "Verify passkeys' answers, read as a JSON array from standard input, a word for each.",
        discussion: """
            Each is an object: kind (create or get), rp, origin, challenge, verification (true or false), client-data, \
            and attestation, or credential, data, signature, user-handle, key, sign-count, backup-eligible. Bytes are \
            base64url. The word is 'accepted' or the code of the refusal.
            """)

    func run() throws {
        let input = FileHandle.standardInput.readDataToEndOfFile()
        guard let answers = try JSONValue(parsing: input).elements else {
            throw ValidationError("Standard input holds no JSON array.")
        }
        for answer in answers { print(Self.word(for: answer)) }
    }

    private static func word(for answer: JSONValue) -> String {
        func text(_ name: String) -> String { answer[name]?.text ?? "" }
        func bytes(_ name: String) -> [UInt8] { Base64URL.decode(text(name)) ?? [] }
        let expectation = CeremonyExpectation(
            relyingParty: text("rp"), origin: text("origin"), challenge: bytes("challenge"),
            requiresVerification: answer["verification"] == .bool(true))
        do throws(PasskeyError) {
            if text("kind") == "create" {
                let response = RegistrationResponse(
                    clientData: bytes("client-data"), attestationObject: bytes("attestation"))
                let passkey = try response.verified(expectation)
                return "accepted \(Base64URL.encode(passkey.credentialID)) \(passkey.signCount)"
            }
            let response = AssertionResponse(
                credentialID: bytes("credential"), clientData: bytes("client-data"),
                authenticatorData: bytes("data"), signature: bytes("signature"),
                userHandle: answer["user-handle"] == nil ? nil : bytes("user-handle"))
            let passkey = KnownPasskey(
                credentialID: bytes("known-credential"), publicKey: try PasskeyPublicKey(bytes("key")),
                signCount: UInt32(clamping: answer["sign-count"]?.wholeNumber(in: 0...0xFFFF_FFFF) ?? 0),
                isBackupEligible: answer["backup-eligible"] == .bool(true), userHandle: bytes("known-user"))
            return "accepted \(try response.verified(expectation, by: passkey).signCount)"
        } catch {
            return error.code.rawValue
        }
    }
}
