/// Reads JSON bytes into nodes: strict, bounded in size and depth, counting lines.
struct DataReader {
    private let bytes: [UInt8]
    private let file: String
    private let limits: DataLimits
    private var position = 0
    private var line = 1

    init(json: [UInt8], file: String, limits: DataLimits) throws(DataFault) {
        bytes = json
        self.file = file
        self.limits = limits
        guard json.count <= limits.bytes else {
            throw DataFault(file: file, line: 1, path: "", reason: "is larger than \(limits.bytes) bytes")
        }
    }

    mutating func document() throws(DataFault) -> DataNode {
        let node = try value(path: "", depth: 0)
        skipSpace()
        guard position == bytes.count else { throw fault("has text after its end", path: "") }
        return node
    }

    private func fault(_ reason: String, path: String) -> DataFault {
        DataFault(file: file, line: line, path: path, reason: reason)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            if byte == 0x0A { line += 1 }
            position += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(path: String, depth: Int) throws(DataFault) -> DataNode {
        guard depth <= limits.depth else { throw fault("is nested deeper than \(limits.depth) levels", path: path) }
        skipSpace()
        let start = line
        let value: DataNode.Value
        switch next {
        case UInt8(ascii: "{"): value = .object(try object(path: path, depth: depth))
        case UInt8(ascii: "["): value = .array(try array(path: path, depth: depth))
        case UInt8(ascii: "\""): value = .string(try string(path: path))
        case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte): value = .number(try number(path: path))
        default: value = try literal(path: path)
        }
        return DataNode(value: value, file: file, line: start, path: path)
    }

    private mutating func literal(path: String) throws(DataFault) -> DataNode.Value {
        let literals: [(String, DataNode.Value)] = [("true", .bool(true)), ("false", .bool(false)), ("null", .null)]
        for (text, value) in literals where bytes[position...].starts(with: text.utf8) {
            position += text.utf8.count
            return value
        }
        throw fault(next == nil ? "ends too early" : "is not JSON here", path: path)
    }

    private mutating func array(path: String, depth: Int) throws(DataFault) -> [DataNode] {
        position += 1
        skipSpace()
        if take(UInt8(ascii: "]")) { return [] }
        var nodes: [DataNode] = []
        repeat {
            nodes.append(try value(path: "\(path)[\(nodes.count)]", depth: depth + 1))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw fault("lacks a comma or a closing bracket", path: path) }
        return nodes
    }

    private mutating func object(path: String, depth: Int) throws(DataFault) -> [(key: String, node: DataNode)] {
        position += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return [] }
        var members: [(key: String, node: DataNode)] = []
        var keys: Set<String> = []
        repeat {
            skipSpace()
            let key = try string(path: path)
            guard keys.insert(key).inserted else { throw fault("has \u{201C}\(key)\u{201D} twice", path: path) }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault("lacks a colon after \u{201C}\(key)\u{201D}", path: path) }
            members.append((key, try value(path: path.isEmpty ? key : "\(path).\(key)", depth: depth + 1)))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw fault("lacks a comma or a closing brace", path: path) }
        return members
    }

    private mutating func number(path: String) throws(DataFault) -> String {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits(path: path) }
        if take(UInt8(ascii: ".")) { try digits(path: path) }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits(path: path)
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits(path: String) throws(DataFault) {
        let start = position
        while let byte = next, Self.isDigit(byte) { position += 1 }
        guard position > start else { throw fault("has a number without digits", path: path) }
    }
}

extension DataReader {
    private mutating func string(path: String) throws(DataFault) -> String {
        guard take(UInt8(ascii: "\"")) else { throw fault("should have text in quotes here", path: path) }
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw fault("has text that is not UTF-8", path: path)
                }
                return string
            case UInt8(ascii: "\\"): text.append(contentsOf: String(try escape(path: path)).utf8)
            case 0..<0x20: throw fault("has a control character or a line break inside quotes", path: path)
            default: text.append(byte)
            }
        }
        throw fault("lacks a closing quote", path: path)
    }

    private mutating func escape(path: String) throws(DataFault) -> Character {
        let simple: [UInt8: Character] = [
            UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
            UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
        ]
        guard let byte = next else { throw fault("ends inside an escape", path: path) }
        position += 1
        if let character = simple[byte] { return character }
        guard byte == UInt8(ascii: "u") else { throw fault("has an unknown escape", path: path) }
        var code = try codeUnit(path: path)
        if (0xD800..<0xDC00).contains(code), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let low = try codeUnit(path: path)
            guard (0xDC00..<0xE000).contains(low) else { throw fault("has half a surrogate pair", path: path) }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw fault("has half a surrogate pair", path: path) }
        return Character(scalar)
    }

    private mutating func codeUnit(path: String) throws(DataFault) -> UInt32 {
        guard bytes.count - position >= 4,
            let digits = String(validating: bytes[position..<position + 4], as: UTF8.self),
            digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }), let code = UInt32(digits, radix: 16)
        else { throw fault("has an escape without four hexadecimal digits", path: path) }
        position += 4
        return code
    }
}
