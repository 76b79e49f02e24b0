/// One data item of the Concise Binary Object Representation ([RFC 8949](https://www.rfc-editor.org/rfc/rfc8949)).
///
/// Integers are those that fit `Int64`; a wider one is refused at decoding. Whether an item was of definite or
/// indefinite length, and how wide its head was, is not kept.
public enum CBOR: Sendable, Hashable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map(CBORMap)
    indirect case tagged(UInt64, CBOR)
    case bool(Bool)
    case null
    case undefined
    /// A simple value that has no meaning of its own: 0 to 19, or 32 to 255.
    case simple(UInt8)
    /// A floating-point number; half and single precision are widened.
    case float(Double)
}

extension CBOR {
    /// The item without the tags around it.
    public var untagged: CBOR {
        var item = self
        while case .tagged(_, let inner) = item { item = inner }
        return item
    }

    /// The text, when the item is one, tagged or not.
    public var textValue: String? {
        if case .text(let text) = untagged { text } else { nil }
    }

    /// The bytes, when the item is a byte string, tagged or not.
    public var bytesValue: [UInt8]? {
        if case .bytes(let bytes) = untagged { bytes } else { nil }
    }

    /// The elements, when the item is an array, tagged or not.
    public var arrayValue: [CBOR]? {
        if case .array(let elements) = untagged { elements } else { nil }
    }

    /// The map, when the item is one, tagged or not.
    public var mapValue: CBORMap? {
        if case .map(let map) = untagged { map } else { nil }
    }

    /// The whole number within a range; a float counts when it has no fraction.
    public func wholeNumber(in range: ClosedRange<Int>) -> Int? {
        integerValue.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    }

    /// The whole number, when the item is one; a float counts when it has no fraction.
    ///
    /// It is compared, and nothing else: ``wholeNumber(in:)`` is for what is reckoned with.
    public var integerValue: Int64? {
        switch untagged {
        case .integer(let value): value
        case .float(let value): Int64(exactly: value)
        default: nil
        }
    }
}
