/// A JSON value as it stood in the text: members keep their order, numbers their digits.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    /// A long text of plain ASCII, such as a file in Base64, left where it stands.
    case ascii(ArraySlice<UInt8>)
    case array([JSONValue])
    case object(JSONObject)

    package var string: String? {
        switch self {
        case .string(let text): text
        case .ascii(let bytes): String(decoding: bytes, as: UTF8.self)
        default: nil
        }
    }

    package var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value when it is a whole number that fits; `1.0` and `1e2` are not written as one.
    package var int: Int? {
        if case .number(let digits) = self { Int(digits) } else { nil }
    }

    /// The member of an object; nil for everything else.
    package subscript(key: String) -> JSONValue? { object?[key] }
}

/// A JSON object: members in the order of the text, no name twice.
package struct JSONObject: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    package private(set) var members: [(name: String, value: JSONValue)]

    package init(_ members: [(name: String, value: JSONValue)] = []) {
        self.members = members
    }

    /// Leaves out what is nil.
    package init(dictionaryLiteral elements: (String, JSONValue?)...) {
        members = elements.compactMap { name, value in value.map { (name, $0) } }
    }

    package subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    package mutating func append(_ name: String, _ value: JSONValue?) {
        if let value { members.append((name, value)) }
    }

    package static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
        lhs.members.elementsEqual(rhs.members) { $0.name == $1.name && $0.value == $1.value }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(integerLiteral value: Int) { self = .number(String(value)) }
    package init(dictionaryLiteral elements: (String, JSONValue?)...) {
        self = .object(JSONObject(elements.compactMap { name, value in value.map { (name, $0) } }))
    }

    init(_ text: String) { self = .string(text) }
    init?(_ text: String?) {
        guard let text else { return nil }
        self = .string(text)
    }
    init(_ number: Int) { self = .number(String(number)) }
    init?(_ number: Int?) {
        guard let number else { return nil }
        self = .number(String(number))
    }
}
