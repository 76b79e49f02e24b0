import ByteCoding

extension JSONReader {
    /// Reads a number as RFC 8259 section 6 writes it.
    mutating func readNumber() throws(JSONError) -> JSONValue {
        let start = index
        guard let first = peek, first == UInt8(ascii: "-") || isDigit(first) else { throw unexpected() }
        if first == UInt8(ascii: "-") { index += 1 }
        let leading = peek
        let integerDigits = skipDigits()
        guard integerDigits > 0, leading != UInt8(ascii: "0") || integerDigits == 1 else {
            throw JSONError(.invalidNumber, at: start)
        }
        let isInteger = try !skipFractionAndExponent(start)
        guard index - start <= Self.longestNumber else { throw JSONError(.numberOutOfRange, at: start) }
        // The bytes are digits, signs, '.', 'e': always UTF-8.
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isInteger, let integer = Int64(typed: text, in: Self.integers) { return .integer(integer) }
        guard Double(typed: text, in: -Self.largest...Self.largest) != nil else {
            throw JSONError(.numberOutOfRange, at: start)
        }
        return .decimal(text)
    }

    /// What is kept as it is: whoever reckons with it asks for it within a range.
    private static let integers = -0x7FFF_FFFF_FFFF_FFFF - 1...Int64(0x7FFF_FFFF_FFFF_FFFF)
    static let largest = Double.greatestFiniteMagnitude

    /// Characters of the longest number that is read; 17 digits are enough to tell any double.
    private static var longestNumber: Int { 400 }

    /// Whether a fraction or an exponent followed.
    private mutating func skipFractionAndExponent(_ start: Int) throws(JSONError) -> Bool {
        let end = index
        if peek == UInt8(ascii: ".") {
            index += 1
            guard skipDigits() > 0 else { throw JSONError(.invalidNumber, at: start) }
        }
        if let byte = peek, byte | 0x20 == UInt8(ascii: "e") {
            index += 1
            if let sign = peek, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { index += 1 }
            guard skipDigits() > 0 else { throw JSONError(.invalidNumber, at: start) }
        }
        return index > end
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while let byte = peek, isDigit(byte) { index += 1 }
        return index - start
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Reads a string, the cursor on its opening quotation mark.
    mutating func readString() throws(JSONError) -> String {
        index += 1
        let start = index
        index += plainCount
        guard let byte = peek else { throw JSONError(.unexpectedEnd, at: index) }
        if byte == UInt8(ascii: "\\") { return try readEscapedString(from: start) }
        guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: index) }
        let text = try decode(bytes[start..<index], at: start)
        index += 1
        return text
    }

    /// How many bytes come before the next quotation mark, backslash or control character: texts can be megabytes.
    private var plainCount: Int {
        bytes.withUnsafeBytes { bytes in
            var end = index
            while end < bytes.count {
                let byte = bytes[end]
                if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
                end += 1
            }
            return end - index
        }
    }

    private mutating func readEscapedString(from start: Int) throws(JSONError) -> String {
        var content = Array(bytes[start..<index])
        while let byte = peek {
            if byte == UInt8(ascii: "\"") {
                index += 1
                return try decode(content[...], at: start)
            }
            guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: index) }
            if content.count.isMultiple(of: 65_536) { try checkCancellation() }
            if byte == UInt8(ascii: "\\") {
                content.append(contentsOf: try readEscape().utf8)
            } else {
                content.append(byte)
                index += 1
            }
        }
        throw JSONError(.unexpectedEnd, at: index)
    }

    private func decode(_ content: ArraySlice<UInt8>, at start: Int) throws(JSONError) -> String {
        guard let text = String(typed: content, as: UTF8.self) else { throw JSONError(.invalidUTF8, at: start) }
        return text
    }

    /// Reads one escape, the cursor on its backslash.
    private mutating func readEscape() throws(JSONError) -> String {
        let start = index
        index += 1
        guard let byte = peek else { throw JSONError(.unexpectedEnd, at: index) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try readUnicodeEscape(start)
        default: throw JSONError(.invalidEscape, at: start)
        }
    }

    private mutating func readUnicodeEscape(_ start: Int) throws(JSONError) -> String {
        let unit = try readHexUnit(start)
        guard UTF16.isLeadSurrogate(unit) else {
            guard let scalar = UnicodeScalar(UInt32(unit)) else { throw JSONError(.invalidEscape, at: start) }
            return String(scalar)
        }
        guard bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
            throw JSONError(.invalidEscape, at: start)
        }
        index += 2
        let trail = try readHexUnit(start)
        guard UTF16.isTrailSurrogate(trail) else { throw JSONError(.invalidEscape, at: start) }
        return String(decoding: [unit, trail], as: UTF16.self)
    }

    private mutating func readHexUnit(_ start: Int) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek else { throw JSONError(.unexpectedEnd, at: index) }
            guard let digit = hexDigit(byte) else { throw JSONError(.invalidEscape, at: start) }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }

    private func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
