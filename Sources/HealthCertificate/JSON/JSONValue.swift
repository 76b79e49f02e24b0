/// A JSON value as RFC 8259 defines it, integers and other numbers told apart.
///
/// <https://www.rfc-editor.org/rfc/rfc8259>
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent, within 64 bits.
    case integer(Int64)
    /// Any other number; always finite.
    case number(Double)
    /// Text.
    case string(String)
    /// A list of values.
    case array([JSONValue])
    /// Values by name; names are unique.
    case object([String: JSONValue])
}

extension JSONValue {
    /// The member of an object with that name, nil where there is none.
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The element of an array at that place, nil where there is none.
    public subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    /// The text of a string, else nil.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The elements of an array, else nil.
    public var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object, else nil.
    public var members: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The value of a number without a fraction (`3`, and `3.0` too), else nil.
    public var wholeNumber: Int64? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The value of any number as a floating-point one, else nil.
    public var floatingPoint: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }
}
