import ByteCoding

/// Reads one CBOR item from bytes that may be hostile: nothing is allocated for a length that the bytes don't back.
struct CBORDecoder {
    /// How many items may be nested in each other.
    static let deepest = 64

    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Decodes the bytes, which must hold exactly one item.
    static func decode(_ bytes: [UInt8]) throws(CBORError) -> CBOR {
        var decoder = CBORDecoder(bytes)
        let item = try decoder.item(depth: 0)
        guard decoder.position == bytes.count else {
            throw CBORError(.trailingBytes, "bytes follow the item")
        }
        return item
    }

    /// Decodes the item that the bytes begin with.
    static func decodePrefix(_ bytes: [UInt8]) throws(CBORError) -> (item: CBOR, length: Int) {
        var decoder = CBORDecoder(bytes)
        return (try decoder.item(depth: 0), decoder.position)
    }

    private mutating func item(depth: Int) throws(CBORError) -> CBOR {
        let head = try head()
        guard let argument = head.argument else { return try indefinite(head.major, depth: depth) }
        switch head.major {
        case 0: return .integer(try integer(argument))
        case 1: return .integer(-1 - (try integer(argument)))
        case 2: return .bytes(Array(try chunk(argument)))
        case 3: return .text(try text(argument))
        case 4: return .array(try array(argument, depth: depth))
        case 5: return .map(try map(argument, depth: depth))
        case 6: return .tagged(argument, try item(depth: try deeper(depth)))
        default: return try simple(head.width, argument)
        }
    }

    // MARK: Heads

    private struct Head {
        let major: UInt8
        /// The low five bits: the argument itself, or how many bytes of it follow.
        let width: UInt8
        /// `nil` stands for indefinite length, or for the "break" of one.
        let argument: UInt64?
    }

    private mutating func head() throws(CBORError) -> Head {
        let initial = try byte()
        let (major, width) = (initial >> 5, initial & 0x1F)
        switch width {
        case 0..<24:
            return Head(major: major, width: width, argument: UInt64(width))
        case 24...27:
            var argument: UInt64 = 0
            for _ in 0..<(1 << (width - 24)) { argument = argument << 8 | UInt64(try byte()) }
            return Head(major: major, width: width, argument: argument)
        case 31 where (2...5).contains(major) || major == 7:
            return Head(major: major, width: width, argument: nil)
        default:
            throw CBORError(.unsupported, "an item starts with a reserved byte")
        }
    }

    private mutating func byte() throws(CBORError) -> UInt8 {
        guard position < bytes.count else { throw Self.truncated }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func chunk(_ length: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
        guard length <= UInt64(bytes.count - position) else { throw Self.truncated }
        let end = position + Int(length)
        defer { position = end }
        return bytes[position..<end]
    }

    // MARK: Definite lengths

    private func integer(_ argument: UInt64) throws(CBORError) -> Int64 {
        guard let value = Int64(exactly: argument) else {
            throw CBORError(.outOfRange, "an integer does not fit 64 bits with a sign")
        }
        return value
    }

    private mutating func text(_ length: UInt64) throws(CBORError) -> String {
        guard let text = String(typed: try chunk(length), as: UTF8.self) else {
            throw CBORError(.invalidText, "a text is not UTF-8")
        }
        return text
    }

    private mutating func array(_ count: UInt64, depth: Int) throws(CBORError) -> [CBOR] {
        let depth = try deeper(depth)
        let count = try room(for: count, bytesEach: 1)
        var elements: [CBOR] = []
        elements.reserveCapacity(min(count, 64))
        for _ in 0..<count { elements.append(try item(depth: depth)) }
        return elements
    }

    private mutating func map(_ count: UInt64, depth: Int) throws(CBORError) -> CBORMap {
        let depth = try deeper(depth)
        let count = try room(for: count, bytesEach: 2)
        var pairs: [CBORMap.Pair] = []
        pairs.reserveCapacity(min(count, 64))
        for _ in 0..<count { pairs.append(CBORMap.Pair(try item(depth: depth), try item(depth: depth))) }
        return try CBORMap(pairs)
    }

    /// Refuses a count of items that could not fit the bytes that are left.
    private func room(for count: UInt64, bytesEach: Int) throws(CBORError) -> Int {
        guard count <= UInt64((bytes.count - position) / bytesEach) else { throw Self.truncated }
        return Int(count)
    }

    private func deeper(_ depth: Int) throws(CBORError) -> Int {
        guard depth < Self.deepest else {
            throw CBORError(.tooDeep, "items are nested more than \(Self.deepest) deep")
        }
        return depth + 1
    }

    private static var truncated: CBORError {
        CBORError(.truncated, "an item ends beyond the bytes")
    }

    // MARK: Indefinite lengths (RFC 8949 section 3.2)

    private mutating func indefinite(_ major: UInt8, depth: Int) throws(CBORError) -> CBOR {
        switch major {
        case 2:
            var joined: [UInt8] = []
            while let length = try chunkLength(major) { joined += try chunk(length) }
            return .bytes(joined)
        case 3:
            // Each chunk has to be UTF-8 on its own (section 3.2.3).
            var joined = ""
            while let length = try chunkLength(major) { joined += try text(length) }
            return .text(joined)
        case 4:
            let depth = try deeper(depth)
            var elements: [CBOR] = []
            while !(try endOfItems()) { elements.append(try item(depth: depth)) }
            return .array(elements)
        case 5:
            let depth = try deeper(depth)
            var pairs: [CBORMap.Pair] = []
            while !(try endOfItems()) { pairs.append(CBORMap.Pair(try item(depth: depth), try item(depth: depth))) }
            return .map(try CBORMap(pairs))
        default:
            throw CBORError(.invalidValue, "a break stands where an item should")
        }
    }

    /// The length of the next chunk of a string, or `nil` at its end.
    private mutating func chunkLength(_ major: UInt8) throws(CBORError) -> UInt64? {
        if try endOfItems() { return nil }
        let head = try head()
        guard head.major == major, let length = head.argument else {
            throw CBORError(.wrongType, "a string of chunks holds something else")
        }
        return length
    }

    private mutating func endOfItems() throws(CBORError) -> Bool {
        guard position < bytes.count else { throw Self.truncated }
        guard bytes[position] == 0xFF else { return false }
        position += 1
        return true
    }

    // MARK: Simple values and floats

    private func simple(_ width: UInt8, _ argument: UInt64) throws(CBORError) -> CBOR {
        switch width {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 23: return .undefined
        case 25: return .float(Double(halfPrecision: UInt16(truncatingIfNeeded: argument)))
        case 26: return .float(Double(Float(bitPattern: UInt32(truncatingIfNeeded: argument))))
        case 27: return .float(Double(bitPattern: argument))
        case 24 where argument < 32:
            throw CBORError(.invalidValue, "a simple value is written in two bytes")
        default: return .simple(UInt8(truncatingIfNeeded: argument))
        }
    }
}

extension Double {
    /// The value of an IEEE 754 binary16 number (RFC 8949 appendix D); `Float16` is not on every platform.
    init(halfPrecision bits: UInt16) {
        let fraction = Double(bits & 0x3FF)
        let magnitude: Double =
            switch (bits >> 10) & 0x1F {
            case 0: fraction * 0x1p-24
            case 31: fraction == 0 ? .infinity : .nan
            case let exponent:
                (1 + fraction * 0x1p-10) * Double(sign: .plus, exponent: Int(exponent) - 15, significand: 1)
            }
        self = bits & 0x8000 == 0 ? magnitude : -magnitude
    }
}

extension CBOR {
    /// Decodes bytes that hold exactly one item.
    ///
    /// - Throws: ``CBORError``: an item that ends beyond the bytes, bytes after it, more
    ///   than 64 levels, the same key twice in a map, an integer past `Int64`, a text that isn't UTF-8.
    public init(decoding bytes: [UInt8]) throws(CBORError) {
        self = try CBORDecoder.decode(bytes)
    }

    /// Decodes the item that bytes begin with, and tells how many of them it takes; others may follow.
    ///
    /// - Throws: ``CBORError``, as ``init(decoding:)`` does.
    public static func decodingPrefix(of bytes: [UInt8]) throws(CBORError) -> (item: CBOR, length: Int) {
        try CBORDecoder.decodePrefix(bytes)
    }
}
