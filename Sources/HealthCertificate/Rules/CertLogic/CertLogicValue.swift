public import BoundedJSON

/// What a CertLogic expression works on and evaluates to: a JSON value, or a date-time.
///
/// A number without a fraction is an ``integer(_:)`` however it was written, as in JavaScript.
public enum CertLogicValue: Sendable, Hashable {
    /// No value.
    case null
    /// A truth value.
    case bool(Bool)
    /// A number without a fraction.
    case integer(Int64)
    /// A number with a fraction; no operation takes it.
    case fraction(Double)
    /// Text.
    case string(String)
    /// A list of values.
    case array([CertLogicValue])
    /// Values by name.
    case object([String: CertLogicValue])
    /// A moment, as `plusTime` and `dccDateOfBirth` make it.
    case dateTime(CertLogicDateTime)

    /// The same value, its numbers told apart by their fraction.
    public init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .integer(let integer): self = .integer(integer)
        case .decimal:
            self =
                json.wholeNumber(in: JSONValue.exactNumbers).map { .integer(Int64($0)) }
                ?? .fraction(json.floatingPoint ?? .nan)
        case .string(let string): self = .string(string)
        case .array(let elements): self = .array(elements.map(Self.init))
        case .object(let members): self = .object([String: JSONValue](members).mapValues(Self.init))
        }
    }

    /// Whether the value counts as true or false in a decision; nil where it is neither.
    ///
    /// See 'Truthy and falsy values' of the CertLogic specification.
    public var truth: Bool? {
        switch self {
        case .null: false
        case .bool(let bool): bool
        case .integer(let integer): integer != 0
        case .string(let string): !string.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object(let members): !members.isEmpty
        case .fraction, .dateTime: nil
        }
    }

    /// The value as JSON; a date-time becomes its text in UTC.
    public var json: JSONValue {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .integer(let integer): .integer(integer)
        case .fraction(let fraction): .number(fraction)
        case .string(let string): .string(string)
        case .array(let elements): .array(elements.map(\.json))
        case .object(let members): JSONValue(members.mapValues(\.json))
        case .dateTime(let dateTime): .string(dateTime.description)
        }
    }
}
