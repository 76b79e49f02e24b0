public import BoundedJSON

extension CBOR {
    /// The item that a JSON value stands for ([RFC 8949 section 6.2](https://www.rfc-editor.org/rfc/rfc8949#section-6.2)).
    ///
    /// Members are put in the order of their names, since JSON gives them none.
    public init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .integer(let integer): self = .integer(integer)
        case .decimal: self = .float(json.floatingPoint ?? .nan)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .array(elements.map { CBOR($0) })
        case .object(let members):
            let pairs = members.sorted { $0.name < $1.name }.map { CBORMap.Pair(.text($0.name), CBOR($0.value)) }
            self = .map(CBORMap(distinct: pairs))
        }
    }
}
