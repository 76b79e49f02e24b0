import Foundation
import HTTPTypes
import Hummingbird
package import HummingbirdCore
import NIOCore

/// The name of a file that is downloaded: what it is of, the day, the kind.
package struct DownloadName: Sendable {
    /// Without anything that a file system, a shell or a header could take for something else.
    package let text: String

    /// - Parameters:
    ///   - subject: Whose it is, as typed by a person.
    ///   - otherwise: What stands for a subject that leaves nothing.
    package init(_ subject: String, on day: String, ending: String, otherwise: String = "pass") {
        let words = subject.precomposedStringWithCanonicalMapping.unicodeScalars
            .split { !Self.isPlain($0) }.map { String(String.UnicodeScalarView($0)) }
        var name = words.joined(separator: " ").trimmingCharacters(in: CharacterSet(charactersIn: ". -"))
        while name.utf8.count > 120 { name.removeLast() }
        text = "\(name.isEmpty ? otherwise : name)-\(day).\(ending)"
    }

    /// A file's own name.
    package init(keeping name: String, otherwise: String = "file") {
        let scalars = name.precomposedStringWithCanonicalMapping.unicodeScalars.map { Self.isPlain($0) ? $0 : " " }
        let plain = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        let trimmed = plain.trimmingCharacters(in: CharacterSet(charactersIn: ". -"))
        text = trimmed.isEmpty ? otherwise : trimmed
    }

    /// The field that makes a browser save the answer (RFC 6266): the name in ASCII for old ones, whole for the others
    /// (RFC 8187).
    package var disposition: String {
        let ascii = text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: Locale(identifier: "en"))
            .replacing("ß", with: "ss").unicodeScalars.map { $0.isASCII ? Character($0) : "_" }
        let encoded = text.utf8.map { byte in
            Self.isAttributeCharacter(byte)
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return "attachment; filename=\"\(String(ascii))\"; filename*=UTF-8''\(encoded.joined())"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .nonspacingMark, .spacingMark:
            true
        default: scalar == "-" || scalar == "." || scalar == "_"
        }
    }

    private static func isAttributeCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }
}

extension Response {
    /// A file to be saved.
    package static func download(_ bytes: [UInt8], _ type: String, _ name: DownloadName) -> Response {
        download(.init(byteBuffer: ByteBuffer(bytes: bytes)), type, name)
    }

    /// A file to be saved, as it comes.
    package static func download(_ body: ResponseBody, _ type: String, _ name: DownloadName) -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .contentDisposition: name.disposition], body: body)
    }
}
