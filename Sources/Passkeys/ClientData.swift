import BoundedJSON
internal import ByteCoding

/// What the browser says of a ceremony, as the authenticator signed it
/// ([WebAuthn section 5.8.1](https://www.w3.org/TR/webauthn-3/#dictionary-client-data)).
package struct ClientData: Sendable {
    /// The two ceremonies that there are for us.
    package enum Ceremony: String, Sendable { case create = "webauthn.create", get = "webauthn.get" }

    /// The most bytes that are read; browsers write about 200.
    package static let longest = 4096

    package let type: String
    package let challenge: [UInt8]
    package let origin: String
    /// Whether the page was in another site's frame.
    package let isFramed: Bool

    /// Reads the JSON.
    ///
    /// - Throws: `malformedClientData`.
    package init(_ json: [UInt8]) throws(PasskeyError) {
        guard json.count <= Self.longest else {
            throw PasskeyError(.malformedClientData, "the client data is too long")
        }
        let limits = JSONLimits(bytes: Self.longest, values: 100, depth: 8, refusesDuplicateNames: true)
        guard let value = try? JSONValue(parsing: json, limits: limits), value.members != nil,
            let type = value["type"]?.text, let origin = value["origin"]?.text,
            let challenge = value["challenge"]?.text.flatMap({ Base64URL.decode($0) })
        else { throw PasskeyError(.malformedClientData, "the client data is no object with type, challenge, origin") }
        switch value["crossOrigin"] {
        case nil, .bool(false): isFramed = value["topOrigin"] != nil
        case .bool(true): isFramed = true
        default: throw PasskeyError(.malformedClientData, "crossOrigin is neither true nor false")
        }
        self.type = type
        self.challenge = challenge
        self.origin = origin
    }

    /// Compares with what was asked for.
    ///
    /// - Throws: `wrongType`, `wrongChallenge`, `wrongOrigin`, `framed`.
    func check(_ ceremony: Ceremony, _ expectation: CeremonyExpectation) throws(PasskeyError) {
        guard type == ceremony.rawValue else {
            throw PasskeyError(.wrongType, "the answer is of another ceremony")
        }
        guard expectation.challenge.count >= 16, challenge == expectation.challenge else {
            throw PasskeyError(.wrongChallenge, "the answer is to another challenge")
        }
        guard origin == expectation.origin else {
            throw PasskeyError(.wrongOrigin, "the answer was given to another site's page")
        }
        // Our pages are never in frames, so an answer from within one is not for us.
        guard !isFramed else { throw PasskeyError(.framed, "the answer was given inside another site's page") }
    }
}
