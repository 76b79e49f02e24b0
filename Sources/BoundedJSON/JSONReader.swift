extension JSONValue {
    /// Reads one JSON text, strictly and within limits.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8; white space around the value and a byte order mark are skipped (RFC 8259 section 8.1).
    ///   - limits: how much is read at most.
    /// - Throws: ``JSONError`` with the first fault and its place.
    public init(parsing bytes: some Sequence<UInt8>, limits: JSONLimits = .standard) throws(JSONError) {
        var reader = JSONReader(bytes: Array(bytes), limits: limits)
        self = try reader.readText()
    }

    /// Reads one JSON text, and the byte at which each of its values begins: the outermost first, in their order.
    public static func withOffsets(
        parsing bytes: [UInt8], limits: JSONLimits = .standard
    ) throws(JSONError) -> (value: JSONValue, offsets: [Int]) {
        var reader = JSONReader(bytes: bytes, limits: limits)
        reader.offsets = []
        let value = try reader.readText()
        return (value, reader.offsets ?? [])
    }

    /// How many values a text has at most, without reading any: those between the signs that begin and part them.
    ///
    /// So the memory that reading it takes is known before it begins.
    public static func mostValues(in bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { bytes in
            var (values, isInString, isEscaped) = (1, false, false)
            for byte in bytes {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\"") {
                    isInString.toggle()
                } else if isInString {
                    isEscaped = byte == UInt8(ascii: "\\")
                } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
                    values += 1
                }
            }
            return values
        }
    }

    /// Reads one JSON text from a string, as ``init(parsing:limits:)`` does from bytes.
    public init(parsing text: String, limits: JSONLimits = .standard) throws(JSONError) {
        try self.init(parsing: text.utf8, limits: limits)
    }
}

/// A recursive-descent reader over bytes; its depth is bounded, so its stack is too.
struct JSONReader {
    let bytes: [UInt8]
    let limits: JSONLimits
    var index = 0
    /// Where values begin, if that is asked for.
    fileprivate var offsets: [Int]?
    private var valuesLeft: Int

    init(bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
        self.valuesLeft = limits.values
    }

    mutating func readText() throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        skipWhiteSpace()
        let value = try readValue(depth: 0)
        skipWhiteSpace()
        guard index == bytes.count else { throw JSONError(.trailingCharacters, at: index) }
        return value
    }

    private mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
        valuesLeft -= 1
        guard valuesLeft >= 0 else { throw JSONError(.tooManyValues, at: index) }
        if valuesLeft.isMultiple(of: 4_096) { try checkCancellation() }
        offsets?.append(index)
        switch peek {
        case UInt8(ascii: "{"): return try readObject(depth: depth)
        case UInt8(ascii: "["): return try readArray(depth: depth)
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readLiteral("true", .bool(true))
        case UInt8(ascii: "f"): return try readLiteral("false", .bool(false))
        case UInt8(ascii: "n"): return try readLiteral("null", .null)
        case nil: throw JSONError(.unexpectedEnd, at: index)
        default: return try readNumber()
        }
    }

    private mutating func readArray(depth: Int) throws(JSONError) -> JSONValue {
        try enter(depth)
        var elements: [JSONValue] = []
        if closes(with: UInt8(ascii: "]")) { return .array([]) }
        while true {
            skipWhiteSpace()
            do throws(JSONError) {
                elements.append(try readValue(depth: depth + 1))
            } catch {
                throw error.inside(elements.count)
            }
            skipWhiteSpace()
            if closes(with: UInt8(ascii: "]")) { return .array(elements) }
            try expect(UInt8(ascii: ","))
        }
    }

    private mutating func readObject(depth: Int) throws(JSONError) -> JSONValue {
        try enter(depth)
        var members = JSONObject()
        var names: Set<String> = []
        if closes(with: UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipWhiteSpace()
            let start = index
            guard peek == UInt8(ascii: "\"") else { throw unexpected() }
            let name = try readString()
            skipWhiteSpace()
            try expect(UInt8(ascii: ":"))
            skipWhiteSpace()
            let value: JSONValue
            do throws(JSONError) {
                value = try readValue(depth: depth + 1)
            } catch {
                throw error.inside(name)
            }
            guard names.count < limits.names else { throw JSONError(.tooManyNames, at: start) }
            if names.insert(name).inserted {
                members.append(name, value)
            } else {
                if limits.refusesDuplicateNames { throw JSONError(.duplicateName, at: start).inside(name) }
                members[name] = value
            }
            skipWhiteSpace()
            if closes(with: UInt8(ascii: "}")) { return .object(members) }
            try expect(UInt8(ascii: ","))
        }
    }

    private mutating func readLiteral(_ literal: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for offset in 0..<literal.utf8CodeUnitCount {
            try expect(literal.utf8Start[offset])
        }
        return value
    }
}

extension JSONReader {
    /// Ends what its task has been cancelled for: long texts ask now and then.
    func checkCancellation() throws(JSONError) {
        if Task.isCancelled { throw JSONError(.cancelled, at: index) }
    }

    /// The byte at the cursor, nil at the end.
    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard peek == byte else { throw unexpected() }
        index += 1
    }

    /// The error for a byte that isn't allowed at the cursor.
    func unexpected() -> JSONError {
        JSONError(peek == nil ? .unexpectedEnd : .unexpectedCharacter, at: index)
    }

    mutating func skipWhiteSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func enter(_ depth: Int) throws(JSONError) {
        guard depth < limits.depth else { throw JSONError(.tooDeep, at: index) }
        index += 1
        skipWhiteSpace()
    }

    private mutating func closes(with byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }
}
