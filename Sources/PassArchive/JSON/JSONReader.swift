/// Reads JSON text of strangers: strict (RFC 8259), bounded in size, depth and count, no name twice in an object.
package struct JSONReader {
    private let limits: ArchiveLimits
    private var text: ArraySlice<UInt8>
    private var values = 0

    private init(_ text: [UInt8], limits: ArchiveLimits) {
        self.text = text[...]
        self.limits = limits
    }

    /// Reads one value that is the whole text; throws `malformed` or `tooLarge`.
    package static func read(
        _ text: [UInt8], limits: ArchiveLimits = ArchiveLimits()
    ) throws(ArchiveError) -> JSONValue {
        guard text.count <= limits.bytes else {
            throw ArchiveError(.tooLarge, "The document is larger than \(limits.bytes >> 20) MiB.")
        }
        var reader = JSONReader(text, limits: limits)
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { reader.text = text[3...] }
        let value = try reader.readValue(depth: 0)
        reader.skipBlanks()
        guard reader.text.isEmpty else { throw reader.malformed("something after its end") }
        return value
    }

    private mutating func readValue(depth: Int) throws(ArchiveError) -> JSONValue {
        values += 1
        guard depth <= limits.depth, values <= limits.values else {
            throw ArchiveError(.tooLarge, "The document holds too many values, or too many inside each other.")
        }
        skipBlanks()
        switch text.first {
        case UInt8(ascii: "{"): return .object(try readObject(depth: depth))
        case UInt8(ascii: "["): return .array(try readArray(depth: depth))
        case UInt8(ascii: "\""):
            if let text = readLongText() { return text }
            return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        case .some: return .number(try readNumber())
        case nil: throw malformed("an early end")
        }
    }

    private mutating func readObject(depth: Int) throws(ArchiveError) -> JSONObject {
        var object = JSONObject()
        var names: Set<String> = []
        text = text.dropFirst()
        if skip(UInt8(ascii: "}")) { return object }
        repeat {
            skipBlanks()
            guard text.first == UInt8(ascii: "\"") else { throw malformed("a member without a name") }
            let name = try readString()
            guard names.insert(name).inserted else { throw malformed("a member twice") }
            guard skip(UInt8(ascii: ":")) else { throw malformed("a member without a colon") }
            object.append(name, try readValue(depth: depth + 1))
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "}")) else { throw malformed("an object that does not end") }
        return object
    }

    private mutating func readArray(depth: Int) throws(ArchiveError) -> [JSONValue] {
        var array: [JSONValue] = []
        text = text.dropFirst()
        if skip(UInt8(ascii: "]")) { return array }
        repeat {
            array.append(try readValue(depth: depth + 1))
        } while skip(UInt8(ascii: ","))
        guard skip(UInt8(ascii: "]")) else { throw malformed("an array that does not end") }
        return array
    }

    private mutating func readString() throws(ArchiveError) -> String {
        text = text.dropFirst()
        var bytes: [UInt8] = []
        while true {
            let plain = plainCount()
            bytes += text.prefix(plain)
            text = text.dropFirst(plain)
            guard let stop = text.popFirst() else { throw malformed("a text that does not end") }
            if stop == UInt8(ascii: "\"") { break }
            guard stop == UInt8(ascii: "\\") else { throw malformed("a control character in a text") }
            bytes += String(try readEscape()).utf8
        }
        guard let string = String(validating: bytes, as: UTF8.self) else { throw malformed("a text that is not UTF-8") }
        return string
    }

    /// From here on a text is not copied, if it is plain ASCII without escapes.
    private static let longText = 64 << 10

    private mutating func readLongText() -> JSONValue? {
        let rest = text.dropFirst()
        // Most texts are short, and their end is near.
        guard rest.count > Self.longText, !rest.prefix(256).contains(UInt8(ascii: "\"")) else { return nil }
        let count = rest.withUnsafeBytes { bytes in
            bytes.firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 >= 0x80 } ?? bytes.count
        }
        guard count > Self.longText, count < rest.count, rest[rest.startIndex + count] == UInt8(ascii: "\"") else {
            return nil
        }
        text = rest.dropFirst(count + 1)
        return .ascii(rest.prefix(count))
    }

    /// How many bytes come before the next quote, backslash or control character.
    private func plainCount() -> Int {
        text.withUnsafeBytes { bytes in
            var count = 0
            while count < bytes.count {
                let byte = bytes[count]
                if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
                count += 1
            }
            return count
        }
    }

    private mutating func readEscape() throws(ArchiveError) -> Character {
        switch text.popFirst() {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return Character(try readScalar())
        default: throw malformed("an unknown escape in a text")
        }
    }

    private mutating func readScalar() throws(ArchiveError) -> Unicode.Scalar {
        var code = try readHex()
        if (0xD800..<0xDC00).contains(code), text.starts(with: "\\u".utf8) {
            text = text.dropFirst(2)
            let low = try readHex()
            guard (0xDC00..<0xE000).contains(low) else { throw malformed("half a character in a text") }
            code = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw malformed("half a character in a text") }
        return scalar
    }

    private mutating func readHex() throws(ArchiveError) -> UInt32 {
        let digits = text.prefix(4)
        text = text.dropFirst(4)
        guard digits.count == 4, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
            let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw malformed("an unknown escape in a text") }
        return code
    }

    private mutating func readNumber() throws(ArchiveError) -> String {
        let start = text
        skipOne("-")
        let whole = skipDigits()
        var isNumber = whole.count == 1 || whole.count > 1 && whole.first != UInt8(ascii: "0")
        if skipOne(".") { isNumber = !skipDigits().isEmpty && isNumber }
        if skipOne("eE") {
            skipOne("+-")
            isNumber = !skipDigits().isEmpty && isNumber
        }
        let number = start.prefix(start.count - text.count)
        guard isNumber, number.count <= 40 else { throw malformed("something that is no value") }
        return String(decoding: number, as: UTF8.self)
    }

    @discardableResult
    private mutating func skipOne(_ characters: StaticString) -> Bool {
        guard let byte = text.first, characters.description.utf8.contains(byte) else { return false }
        text = text.dropFirst()
        return true
    }

    private mutating func skipDigits() -> ArraySlice<UInt8> {
        let digits = text.prefix { (0x30...0x39).contains($0) }
        text = text.dropFirst(digits.count)
        return digits
    }

    private mutating func readWord(_ word: String, _ value: JSONValue) throws(ArchiveError) -> JSONValue {
        guard text.starts(with: word.utf8) else { throw malformed("something that is no value") }
        text = text.dropFirst(word.utf8.count)
        return value
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard text.first == byte else { return false }
        text = text.dropFirst()
        return true
    }

    private mutating func skipBlanks() {
        while let byte = text.first, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            text = text.dropFirst()
        }
    }

    private func malformed(_ what: String) -> ArchiveError {
        ArchiveError(.malformed, "The JSON has \(what), at byte \(text.startIndex).")
    }
}
