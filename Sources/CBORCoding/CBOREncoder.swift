extension CBOR {
    /// The item in preferred serialization: definite lengths, shortest heads, shortest floats that keep the value.
    ///
    /// Maps keep their order. See [RFC 8949 section 4.1](https://www.rfc-editor.org/rfc/rfc8949#section-4.1).
    public var encoded: [UInt8] {
        var output: [UInt8] = []
        append(to: &output)
        return output
    }

    private func append(to output: inout [UInt8]) {
        switch self {
        case .integer(let value) where value >= 0: Self.appendHead(0, UInt64(value), to: &output)
        case .integer(let value): Self.appendHead(1, UInt64(-1 - value), to: &output)
        case .bytes(let bytes):
            Self.appendHead(2, UInt64(bytes.count), to: &output)
            output += bytes
        case .text(let text):
            Self.appendHead(3, UInt64(text.utf8.count), to: &output)
            output += text.utf8
        case .array(let elements):
            Self.appendHead(4, UInt64(elements.count), to: &output)
            for element in elements { element.append(to: &output) }
        case .map(let map):
            Self.appendHead(5, UInt64(map.pairs.count), to: &output)
            for pair in map.pairs {
                pair.key.append(to: &output)
                pair.value.append(to: &output)
            }
        case .tagged(let tag, let item):
            Self.appendHead(6, tag, to: &output)
            item.append(to: &output)
        case .bool(let value): output.append(value ? 0xF5 : 0xF4)
        case .null: output.append(0xF6)
        case .undefined: output.append(0xF7)
        case .simple(let value): Self.appendHead(7, UInt64(value), to: &output)
        case .float(let value): Self.appendFloat(value, to: &output)
        }
    }

    private static func appendHead(_ major: UInt8, _ argument: UInt64, to output: inout [UInt8]) {
        let type = major << 5
        switch argument {
        case 0..<24: output.append(type | UInt8(argument))
        case 24...0xFF: output += [type | 24, UInt8(argument)]
        case 0x100...0xFFFF: appendBigEndian(type | 25, UInt16(argument), to: &output)
        case 0x1_0000...0xFFFF_FFFF: appendBigEndian(type | 26, UInt32(argument), to: &output)
        default: appendBigEndian(type | 27, argument, to: &output)
        }
    }

    private static func appendFloat(_ value: Double, to output: inout [UInt8]) {
        if let half = value.halfPrecisionBits {
            appendBigEndian(0xF9, half, to: &output)
        } else if Double(Float(value)) == value {
            appendBigEndian(0xFA, Float(value).bitPattern, to: &output)
        } else {
            appendBigEndian(0xFB, value.bitPattern, to: &output)
        }
    }

    private static func appendBigEndian(_ initial: UInt8, _ value: some FixedWidthInteger, to output: inout [UInt8]) {
        output.append(initial)
        withUnsafeBytes(of: value.bigEndian) { output += $0 }
    }
}

extension Double {
    /// The IEEE 754 binary16 pattern of the value, or `nil` when that would lose some of it.
    var halfPrecisionBits: UInt16? {
        if isNaN { return 0x7E00 }
        let sign: UInt16 = self.sign == .minus ? 0x8000 : 0
        if isInfinite { return sign | 0x7C00 }
        if isZero { return sign }
        guard (-24...15).contains(exponent) else { return nil }
        let bits: UInt16
        if exponent < -14 {
            guard let fraction = UInt16(exactly: magnitude * 0x1p24) else { return nil }
            bits = fraction
        } else {
            let scaled = magnitude.significand * 0x1p10
            guard let significand = UInt16(exactly: scaled) else { return nil }
            bits = UInt16(Int(exponent) + 15) << 10 | (significand & 0x3FF)
        }
        return sign | bits
    }
}
