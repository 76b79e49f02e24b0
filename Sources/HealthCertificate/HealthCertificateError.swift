/// Why bytes from outside could not be read: the layer that refused them, a code, and a reason in words.
///
/// Two errors are equal when layer and code are. The reason says what was expected and where, never what the
/// certificate holds, so that it may be logged.
public struct HealthCertificateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The wire format that a text passes on its way to a value, outermost first.
    public enum Layer: String, Sendable, CaseIterable {
        case prefix, base45, zlib, cbor, cose, cwt, payload
        case jws, fhir
        case certificate, trustList, revocationList, rules
    }

    /// What is wrong, in terms that hold for every layer.
    public enum Code: String, Sendable, CaseIterable {
        case tooLong, tooDeep, truncated, trailingBytes
        case invalidCharacter, invalidLength, invalidText, invalidValue
        case outOfRange, duplicateKey, missing, wrongType
        case unsupported, untrusted, corrupt
    }

    /// The layer that refused its input.
    public let layer: Layer
    /// What kind of fault it is.
    public let code: Code
    /// One sentence for the person who looks into it; holds nothing personal.
    public let reason: String

    /// Makes an error from its three parts.
    public init(_ layer: Layer, _ code: Code, _ reason: String) {
        self.layer = layer
        self.code = code
        self.reason = reason
    }

    /// Compares layer and code; the wording does not count.
    public static func == (left: Self, right: Self) -> Bool {
        left.layer == right.layer && left.code == right.code
    }

    /// The layer, the code and the reason on one line.
    public var description: String { "\(layer.rawValue): \(code.rawValue): \(reason)" }
}
