internal import ByteCoding
import CivilDates
internal import Foundation
internal import SwiftASN1

/// Reading of certificates as they are found: BER, and tolerant of what doesn't matter here.
extension ASN1Node {
    /// Parses bytes that hold one node.
    static func parse(_ bytes: [UInt8]) throws(HealthCertificateError) -> ASN1Node {
        do {
            return try BER.parse(bytes)
        } catch {
            throw HealthCertificateError(.certificate, .corrupt, "not ASN.1 of one node")
        }
    }

    /// The nodes within, or none when it is a primitive one.
    var children: [ASN1Node] {
        if case .constructed(let nodes) = content { Array(nodes) } else { [] }
    }

    /// The content of a primitive node, else empty.
    var primitiveBytes: [UInt8] {
        if case .primitive(let bytes) = content { Array(bytes) } else { [] }
    }

    /// The bytes of a string type, put together when BER split them.
    var octets: [UInt8] {
        if case .constructed(let nodes) = content { nodes.flatMap(\.octets) } else { primitiveBytes }
    }

    /// The bytes of a bit string, whose first byte counts the unused bits.
    var bitStringBytes: [UInt8]? {
        guard identifier == .bitString, primitiveBytes.first == 0 else { return nil }
        return Array(primitiveBytes.dropFirst())
    }

    /// An object identifier in dots, or `nil` when the node is none.
    var objectIdentifier: String? {
        (try? ASN1ObjectIdentifier(berEncoded: self)).map { "\($0)" }
    }

    /// The magnitude of an integer, big-endian.
    var magnitudeBytes: [UInt8]? {
        guard identifier == .integer, let first = primitiveBytes.first, first < 0x80 else { return nil }
        return Array(primitiveBytes.drop { $0 == 0 })
    }

    /// A text of any of the string types: BMPString as UTF-16, everything else as UTF-8 or else Latin-1.
    var stringValue: String {
        let bytes = octets
        if identifier == ASN1Identifier(tagWithNumber: 30, tagClass: .universal) {
            let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return String(decoding: units, as: UTF16.self)
        }
        return String(typed: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The moment of a UTCTime or GeneralizedTime in UTC; seconds may be left out.
    var time: Date? {
        var digits = primitiveBytes
        guard digits.popLast() == UInt8(ascii: "Z") else { return nil }
        if identifier == .utcTime {
            // Years 50 to 99 are of the 20th century (RFC 5280 section 4.1.2.5.1).
            digits = Array((digits.first ?? 0) >= UInt8(ascii: "5") ? "19".utf8 : "20".utf8) + digits
        } else if identifier != .generalizedTime {
            return nil
        }
        let fields = stride(from: 4, to: digits.count, by: 2).map { digits[$0..<min($0 + 2, digits.count)].decimal }
        guard (4...5).contains(fields.count), let year = digits.prefix(4).decimal else { return nil }
        let numbers = fields.compactMap(\.self)
        guard numbers.count == fields.count, PartialDate(year: year, month: numbers[0], day: numbers[1]) != nil
        else { return nil }
        let days = CalendarDate.dayNumber(year: year, month: numbers[0], day: numbers[1])
        let seconds = numbers[2] * 3600 + numbers[3] * 60 + (numbers.count > 4 ? numbers[4] : 0)
        return Date(timeIntervalSince1970: Double(days * 86_400 + seconds))
    }
}
