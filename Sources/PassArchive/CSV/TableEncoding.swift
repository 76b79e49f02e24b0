import ByteCoding
import Foundation

/// How a table's bytes are read as text.
package enum TableEncoding: String, Sendable, CaseIterable {
    case utf8 = "UTF-8"
    case utf16LittleEndian = "UTF-16 (little endian)"
    case utf16BigEndian = "UTF-16 (big endian)"
    case windows1252 = "Windows-1252"

    /// Finds the encoding: by the byte order mark, by the zero bytes of UTF-16, else UTF-8 when it is that, else
    /// Windows-1252, which everything is.
    package static func detect(_ bytes: [UInt8]) -> TableEncoding {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
        if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
        if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
        let head = bytes.prefix(4096)
        let even = head.enumerated().count { $0.offset.isMultiple(of: 2) && $0.element == 0 }
        let odd = head.enumerated().count { !$0.offset.isMultiple(of: 2) && $0.element == 0 }
        if bytes.count.isMultiple(of: 2), max(even, odd) * 4 > head.count {
            return odd > even ? .utf16LittleEndian : .utf16BigEndian
        }
        return String(validating: bytes, as: UTF8.self) == nil ? .windows1252 : .utf8
    }

    /// The text without its byte order mark; nil when the bytes don't follow the encoding.
    package func decode(_ bytes: [UInt8]) -> String? {
        let text: String? =
            switch self {
            case .utf8: String(typed: bytes, as: UTF8.self)
            case .utf16LittleEndian: Self.utf16(bytes) { UInt16($1) << 8 | UInt16($0) }
            case .utf16BigEndian: Self.utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
            case .windows1252: String(String.UnicodeScalarView(bytes.map(Self.windows1252Scalar)))
            }
        guard let text else { return nil }
        return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    private static func utf16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 0, to: bytes.count, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return String(typed: units, as: UTF16.self)
    }

    /// <https://encoding.spec.whatwg.org/#windows-1252>: Latin 1, but for 0x80 to 0x9F.
    private static func windows1252Scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(specials[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
    }

    private static let specials: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
        0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x009D, 0x017E, 0x0178,
    ]
}
