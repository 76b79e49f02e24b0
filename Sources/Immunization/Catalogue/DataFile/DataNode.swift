/// One value of a JSON data file that remembers where it stood.
///
/// Numbers keep their text until they are asked for, so that `1` is an integer and `1.5` isn't. A key may stand in an
/// object only once. JSON: RFC 8259, https://www.rfc-editor.org/rfc/rfc8259
public struct DataNode: Sendable {
    /// What kinds of values JSON has.
    public indirect enum Value: Sendable {
        /// The literal `null`.
        case null
        /// The literals `true` and `false`.
        case bool(Bool)
        /// A number, as it was written.
        case number(String)
        /// A string, its escapes resolved.
        case string(String)
        /// An array's elements in order.
        case array([DataNode])
        /// An object's members in the file's order.
        case object([(key: String, node: DataNode)])
    }

    /// The value itself.
    public let value: Value

    /// The name of the file that the value stands in.
    public let file: String

    /// The line on which the value begins, counted from 1.
    public let line: Int

    /// Where in the document the value stands, such as `vaccines[3].kind`.
    public let path: String

    /// Reads a whole document.
    ///
    /// - Parameters:
    ///   - json: UTF-8 bytes, without a byte order mark.
    ///   - file: a name for messages.
    ///   - limits: how large and deep it may be.
    /// - Throws: ``DataFault`` when it is too large, too deep, not UTF-8, not JSON, or has a key twice in one object.
    public init(json: [UInt8], file: String, limits: DataLimits = DataLimits()) throws(DataFault) {
        var reader = try DataReader(json: json, file: file, limits: limits)
        self = try reader.document()
    }

    init(value: Value, file: String, line: Int, path: String) {
        self.value = value
        self.file = file
        self.line = line
        self.path = path
    }

    /// A fault at this place.
    public func fault(_ reason: String) -> DataFault {
        DataFault(file: file, line: line, path: path, reason: reason)
    }

    /// Whether the value is `null`.
    public var isNull: Bool {
        if case .null = value { true } else { false }
    }

    /// The value as a string that isn't empty.
    public func string() throws(DataFault) -> String {
        guard case .string(let text) = value else { throw fault("should be text") }
        guard !text.isEmpty else { throw fault("should not be empty") }
        return text
    }

    /// The value as a whole number.
    public func integer() throws(DataFault) -> Int {
        guard case .number(let text) = value, let number = Int(text) else { throw fault("should be a whole number") }
        return number
    }

    /// The value as true or false.
    public func bool() throws(DataFault) -> Bool {
        guard case .bool(let flag) = value else { throw fault("should be true or false") }
        return flag
    }

    /// The value as a list.
    public func array() throws(DataFault) -> [DataNode] {
        guard case .array(let nodes) = value else { throw fault("should be a list") }
        return nodes
    }

    /// The value as a list of strings that aren't empty.
    public func strings() throws(DataFault) -> [String] {
        var strings: [String] = []
        for node in try array() { strings.append(try node.string()) }
        return strings
    }

    /// The value as an object, to be read key by key.
    public func object() throws(DataFault) -> DataObject {
        guard case .object(let members) = value else { throw fault("should be an object") }
        return DataObject(node: self, members: members)
    }
}
