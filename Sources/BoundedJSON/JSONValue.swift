/// A JSON value as RFC 8259 defines it: members keep their order, numbers beyond 64-bit integers their digits.
///
/// <https://www.rfc-editor.org/rfc/rfc8259>
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent, within 64 bits.
    case integer(Int64)
    /// Any other number, as it was written; a double can hold it.
    case decimal(String)
    /// Text.
    case string(String)
    /// A list of values.
    case array([JSONValue])
    /// Values by name.
    case object(JSONObject)

    /// A number with a fraction; JSON has no infinity and no NaN, which become `null`.
    public static func number(_ number: Double) -> JSONValue {
        guard number.isFinite else { return .null }
        if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return .decimal("\(whole).0") }
        return .decimal("\(number)")
    }
}

extension JSONValue {
    /// The member of an object with that name, nil where there is none.
    public subscript(name: String) -> JSONValue? { members?[name] }

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
    public var members: JSONObject? {
        if case .object(let members) = self { members } else { nil }
    }

    /// Whether a literal is `true`, nil where the value is neither `true` nor `false`.
    public var isTrue: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The whole numbers that a double tells apart: what every reader of JSON agrees on.
    public static var exactNumbers: ClosedRange<Int> { -(1 << 53)...1 << 53 }

    /// The value of a number without a fraction (`3`, and `3.0` too) within a range, else nil.
    public func wholeNumber(in range: ClosedRange<Int>) -> Int? {
        let number: Int? =
            switch self {
            case .integer(let integer): Int(exactly: integer)
            case .decimal: floatingPoint.flatMap { Int(exactly: $0) }
            default: nil
            }
        return number.flatMap { range.contains($0) ? $0 : nil }
    }

    /// The value of any number as a floating-point one, else nil.
    public var floatingPoint: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .decimal(let digits): Double(typed: digits, in: -JSONReader.largest...JSONReader.largest)
        default: nil
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral
{
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// An object; what is nil is left out.
    public init(dictionaryLiteral elements: (String, JSONValue?)...) { self = .object(JSONObject(present: elements)) }

    /// A string, nil where there is no text.
    public init?(_ text: String?) {
        guard let text else { return nil }
        self = .string(text)
    }

    /// An integer, nil where there is no number.
    public init?(_ number: Int?) {
        guard let number else { return nil }
        self = .integer(Int64(number))
    }

    /// An object of members without an order, which are put in that of their names.
    public init(_ members: [String: JSONValue]) { self = .object(JSONObject(members)) }
}
