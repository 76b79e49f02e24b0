import BoundedJSON

/// One value of a JSON data file that remembers where it was.
///
/// Numbers keep their text until they are asked for, so that `1` is an integer and `1.5` isn't. An object may have
/// a key only once.
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

    /// The name of the value's file.
    public let file: String

    /// The line on which the value begins, counted from 1.
    public let line: Int

    /// Where in the document the value is, such as `vaccines[3].kind`.
    public let path: String

    /// Reads a whole document.
    ///
    /// - Parameters:
    ///   - json: UTF-8 bytes.
    ///   - file: a name for messages.
    ///   - limits: how large and deep it may be.
    /// - Throws: ``DataFault`` when it is too large, too deep, not UTF-8, not JSON, or has a key twice in one object.
    public init(json: [UInt8], file: String, limits: DataLimits = DataLimits()) throws(DataFault) {
        let bounds = JSONLimits(bytes: limits.bytes, values: limits.values, depth: limits.depth)
        do throws(JSONError) {
            let (value, offsets) = try JSONValue.withOffsets(parsing: json, limits: bounds)
            var lines = Lines(json, offsets: offsets)
            self.init(value, file: file, path: "", lines: &lines)
        } catch {
            let line = json.prefix(error.offset).count { $0 == 0x0A } + 1
            let count: [String: any CustomStringConvertible] = limits.count(error.code).map { ["count": $0] } ?? [:]
            throw DataFault(file: file, line: line, path: error.path, DataFault.Code(error.code), count)
        }
    }

    private init(_ json: JSONValue, file: String, path: String, lines: inout Lines) {
        (self.file, self.path, line) = (file, path, lines.next())
        switch json {
        case .null: value = .null
        case .bool(let bool): value = .bool(bool)
        case .integer(let integer): value = .number(String(integer))
        case .decimal(let digits): value = .number(digits)
        case .string(let text): value = .string(text)
        case .array(let elements):
            var nodes: [DataNode] = []
            for element in elements {
                nodes.append(DataNode(element, file: file, path: "\(path)[\(nodes.count)]", lines: &lines))
            }
            value = .array(nodes)
        case .object(let members):
            var nodes: [(key: String, node: DataNode)] = []
            for (name, member) in members {
                let path = path.isEmpty ? name : "\(path).\(name)"
                nodes.append((name, DataNode(member, file: file, path: path, lines: &lines)))
            }
            value = .object(nodes)
        }
    }

    /// The lines on which a document's values begin, in the order of the values.
    private struct Lines {
        private let json: [UInt8]
        private var offsets: ArraySlice<Int>
        private var (line, offset) = (1, 0)

        init(_ json: [UInt8], offsets: [Int]) {
            (self.json, self.offsets) = (json, offsets[...])
        }

        mutating func next() -> Int {
            let end = offsets.popFirst() ?? offset
            line += json[offset..<end].count { $0 == 0x0A }
            offset = end
            return line
        }
    }

    /// A fault at this place.
    public func fault(
        _ code: DataFault.Code, _ arguments: [String: any CustomStringConvertible] = [:]
    ) -> DataFault {
        DataFault(file: file, line: line, path: path, code, arguments)
    }

    /// Whether the value is `null`.
    public var isNull: Bool {
        if case .null = value { true } else { false }
    }

    /// The value as a string that isn't empty.
    public func string() throws(DataFault) -> String {
        guard case .string(let text) = value else { throw fault(.notText) }
        guard !text.isEmpty else { throw fault(.empty) }
        return text
    }

    /// Two of them multiplied, and any of them in days, are numbers still.
    private static let numbers = -999_999_999...999_999_999

    /// The value as a whole number of at most nine digits.
    public func integer() throws(DataFault) -> Int {
        guard case .number(let text) = value, let number = Int(typed: text, in: Self.numbers) else {
            throw fault(.notWholeNumber)
        }
        return number
    }

    /// The value as true or false.
    public func bool() throws(DataFault) -> Bool {
        guard case .bool(let flag) = value else { throw fault(.notTrueOrFalse) }
        return flag
    }

    /// The value as a list.
    public func array() throws(DataFault) -> [DataNode] {
        guard case .array(let nodes) = value else { throw fault(.notList) }
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
        guard case .object(let members) = value else { throw fault(.notObject) }
        return DataObject(node: self, members: members)
    }
}

extension DataFault.Code {
    fileprivate init(_ code: JSONError.Code) {
        self =
            switch code {
            case .tooLarge: .tooLarge
            case .tooManyValues, .tooManyNames: .tooManyValues
            case .tooDeep: .tooDeep
            case .unexpectedEnd, .cancelled: .earlyEnd
            case .unexpectedCharacter: .notJson
            case .trailingCharacters: .textAfterEnd
            case .invalidNumber, .numberOutOfRange: .malformedNumber
            case .invalidEscape: .malformedEscape
            case .controlCharacter: .controlCharacter
            case .invalidUTF8: .notUtf8
            case .duplicateName: .keyTwice
            }
    }
}

extension DataLimits {
    /// The limit that a fault speaks of.
    fileprivate func count(_ code: JSONError.Code) -> Int? {
        switch code {
        case .tooLarge: bytes
        case .tooManyValues: values
        case .tooDeep: depth
        default: nil
        }
    }
}
