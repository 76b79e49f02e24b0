import ByteCoding

/// The pieces of an XML text, one after the other.
package enum XMLEvent: Sendable, Equatable {
    /// An element begins; names are as they were written, with their prefixes.
    case start(String, [String: String])
    /// Text, with its references resolved; one text may come in several pieces.
    case text(String)
    /// The innermost element ends.
    case end
}

/// Reads XML piece by piece: elements, attributes, text, and nothing of what makes XML dangerous.
///
/// Size, depth and nodes are bounded; a document type is refused, so that there are no entities but the five that XML has
/// by itself; nothing that a text names is ever fetched. UTF-8 alone is read.
///
/// <https://www.w3.org/TR/xml/>
package struct XMLReader: Sendable {
    private let bytes: [UInt8]
    private let limits: XMLLimits
    private var position = 0
    private var open: [String] = []
    private var hasRoot = false
    /// Whether an element that is its own end was just begun.
    private var endsAtOnce = false
    private var nodesLeft: Int

    private static let mostAttributes = 50
    private static let longestName = 100

    package init(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLError) {
        guard bytes.count <= limits.bytes else { throw XMLError(.tooLarge, line: 1) }
        guard String(typed: bytes, as: UTF8.self) != nil, !bytes.prefix(4).contains(0) else {
            throw XMLError(.encoding, line: 1)
        }
        (self.bytes, self.limits, nodesLeft) = (bytes, limits, limits.nodes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        if let control = bytes.firstIndex(where: { $0 < 0x20 && !Self.isSpace($0) }) {
            position = control
            throw fault(.notXML)
        }
    }

    /// What comes next; nil at the end of a whole document.
    package mutating func next() throws(XMLError) -> XMLEvent? {
        if endsAtOnce {
            endsAtOnce = false
            open.removeLast()
            return .end
        }
        while position < bytes.count {
            if !at("<") {
                if let text = try text() { return .text(text) }
            } else if at("<!--") {
                position += 4
                try skip(past: "-->")
            } else if at("<![CDATA[") {
                guard !open.isEmpty else { throw fault(.notXML) }
                position += 9
                let start = position
                try skip(past: "]]>")
                return .text(try text(bytes[start..<position - 3]))
            } else if at("<?") {
                try skip(past: "?>")
            } else if at("<!") {
                throw fault(.documentType)
            } else if at("</") {
                try endTag()
                return .end
            } else {
                return try startTag()
            }
        }
        guard open.isEmpty, hasRoot else { throw fault(.notXML) }
        return nil
    }

    // MARK: Markup

    private mutating func startTag() throws(XMLError) -> XMLEvent {
        guard !open.isEmpty || !hasRoot else { throw fault(.notXML) }
        hasRoot = true
        position += 1
        let name = try name()
        try count()
        var attributes: [String: String] = [:]
        while true {
            let hadSpace = skipSpace()
            if take("/>") {
                endsAtOnce = true
                break
            }
            if take(">") { break }
            guard hadSpace else { throw fault(.notXML) }
            let (key, value) = try attribute()
            guard attributes.updateValue(value, forKey: key) == nil, attributes.count <= Self.mostAttributes else {
                throw fault(.notXML)
            }
        }
        guard open.count < limits.depth else { throw fault(.tooDeep) }
        open.append(name)
        return .start(name, attributes)
    }

    private mutating func attribute() throws(XMLError) -> (String, String) {
        let key = try name()
        try count()
        skipSpace()
        guard take("=") else { throw fault(.notXML) }
        skipSpace()
        guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw fault(.notXML) }
        position += 1
        let start = position
        while let byte = peek, byte != quote, byte != UInt8(ascii: "<") { position += 1 }
        guard peek == quote else { throw fault(.notXML) }
        // White space in an attribute is blanks, unless it is written by number.
        let value = try decoded(bytes[start..<position].map { Self.isSpace($0) ? 0x20 : $0 }[...])
        position += 1
        return (key, value)
    }

    private mutating func endTag() throws(XMLError) {
        position += 2
        let name = try name()
        skipSpace()
        guard take(">"), open.last == name else { throw fault(.notXML) }
        open.removeLast()
    }

    /// The text before the next markup; nil for white space outside of the root.
    private mutating func text() throws(XMLError) -> String? {
        let start = position
        while let byte = peek, byte != UInt8(ascii: "<") { position += 1 }
        let run = bytes[start..<position]
        guard open.isEmpty else { return try decoded(run) }
        guard run.allSatisfy(Self.isSpace) else { throw fault(.notXML) }
        return nil
    }

    private mutating func name() throws(XMLError) -> String {
        let start = position
        while let byte = peek, Self.isOfName(byte) { position += 1 }
        guard start < position, position - start <= Self.longestName else { throw fault(.notXML) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func count() throws(XMLError) {
        nodesLeft -= 1
        guard nodesLeft >= 0 else { throw fault(.tooManyNodes) }
    }

    // MARK: Bytes

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func at(_ text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        guard at(text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    @discardableResult private mutating func skipSpace() -> Bool {
        let start = position
        while let byte = peek, Self.isSpace(byte) { position += 1 }
        return position > start
    }

    private mutating func skip(past text: StaticString) throws(XMLError) {
        while position < bytes.count {
            if take(text) { return }
            position += 1
        }
        throw fault(.notXML)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F, 0x80...0xFF: true
        default: false
        }
    }

    func fault(_ code: XMLError.Code) -> XMLError {
        XMLError(code, line: bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1)
    }
}

extension XMLReader {
    /// Text with its references resolved: the five of XML and those by number.
    private func decoded(_ run: ArraySlice<UInt8>) throws(XMLError) -> String {
        guard run.contains(UInt8(ascii: "&")) else { return try text(run) }
        var result: [UInt8] = []
        var rest = run
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<start]
            let after = rest[(start + 1)...]
            let name = after.prefix(12).prefix { $0 != UInt8(ascii: ";") }
            if after.dropFirst(name.count).first == UInt8(ascii: ";"), let scalar = Self.scalar(name) {
                result += String(Character(scalar)).utf8
                rest = after.dropFirst(name.count + 1)
            } else {
                guard limits.keepsUnknownReferences else { throw fault(.notXML) }
                result.append(UInt8(ascii: "&"))
                rest = after
            }
        }
        return try text(result + rest)
    }

    private func text(_ bytes: some Sequence<UInt8>) throws(XMLError) -> String {
        guard let text = String(typed: bytes, as: UTF8.self) else { throw fault(.encoding) }
        return text
    }

    private static let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    /// What a reference stands for; nil for none that XML knows by itself, and for characters that no XML may hold.
    private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let text = String(decoding: name, as: UTF8.self)
        if let known = named[text] { return known }
        guard text.first == "#" else { return nil }
        let digits = text.dropFirst()
        guard let first = digits.first, first != "+", first != "-" else { return nil }
        let number = first == "x" ? hexadecimal(digits.dropFirst()) : UInt32(typed: digits, in: 0...0x10_FFFF)
        guard let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
        let isAllowed = scalar.value >= 0x20 && !(0xFFFE...0xFFFF).contains(scalar.value)
        return isAllowed || [0x09, 0x0A, 0x0D].contains(scalar.value) ? scalar : nil
    }

    private static func hexadecimal(_ digits: Substring) -> UInt32? {
        guard !digits.isEmpty else { return nil }
        return digits.utf8.reduce(UInt32?(0)) { number, digit in
            guard let number, number <= 0x10_FFFF, let value = Hex.value(of: digit) else { return nil }
            return number << 4 | UInt32(value)
        }
    }
}
