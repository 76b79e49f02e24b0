import BoundedJSON
import ByteCoding
package import Foundation

/// Writes the document as it comes: a pass at a time, an attachment in pieces.
///
/// Every function appends the finished bytes to `output`, so that an export needs the memory of its largest pass
/// without attachments, and of one piece.
package struct ArchiveWriter: Sendable {
    private var passes = 0
    private var attachments = 0
    private var base64Rest: [UInt8] = []

    /// Starts a document; `generator` names the program and its version.
    ///
    /// - `settings`: the account's, by name.
    package init(
        createdAt: Date, generator: String, settings: [String: String] = [:], into output: inout [UInt8]
    ) {
        output += "{".utf8
        JSONWriter.writeMember("schema", .string(ArchiveFormat.schema), level: 1, isFirst: true, into: &output)
        let version = "\(ArchiveFormat.major).\(ArchiveFormat.minor)"
        JSONWriter.writeMember("version", .string(version), level: 1, into: &output)
        JSONWriter.writeMember("createdAt", .string(ArchiveFormat.text(createdAt)), level: 1, into: &output)
        JSONWriter.writeMember("generator", .string(generator), level: 1, into: &output)
        if !settings.isEmpty {
            JSONWriter.writeMember("settings", JSONValue(settings.mapValues(JSONValue.string)), level: 1, into: &output)
        }
        output += ",\n  \"passes\": [".utf8
    }

    /// A pass with the contents of its attachments in memory.
    package mutating func write(_ pass: ArchivedPass, into output: inout [UInt8]) {
        beginPass(pass, into: &output)
        for attachment in pass.attachments {
            beginAttachment(attachment, into: &output)
            writeContent(attachment.content.bytes, into: &output)
            endAttachment(into: &output)
        }
        endPass(into: &output)
    }

    /// All of a pass but its attachments, which follow one by one.
    package mutating func beginPass(_ pass: ArchivedPass, into output: inout [UInt8]) {
        if passes > 0 { output.append(UInt8(ascii: ",")) }
        passes += 1
        attachments = 0
        JSONWriter.newLine(level: 2, into: &output)
        output += "{".utf8
        JSONWriter.writeMembers(pass.json, level: 3, into: &output)
        output += ",".utf8
        JSONWriter.newLine(level: 3, into: &output)
        output += "\"attachments\": [".utf8
    }

    /// Starts an attachment; its content follows.
    package mutating func beginAttachment(_ attachment: ArchivedAttachment, into output: inout [UInt8]) {
        if attachments > 0 { output.append(UInt8(ascii: ",")) }
        attachments += 1
        JSONWriter.newLine(level: 4, into: &output)
        output += "{".utf8
        JSONWriter.writeMembers(attachment.json, level: 5, into: &output)
        output += ",".utf8
        JSONWriter.newLine(level: 5, into: &output)
        output += "\"content\": \"".utf8
    }

    /// A piece of an attachment's content, of any length.
    package mutating func writeContent(_ piece: [UInt8], into output: inout [UInt8]) {
        let bytes = base64Rest + piece
        let whole = bytes.count / 3 * 3
        Self.base64(bytes[..<whole], into: &output)
        base64Rest = Array(bytes[whole...])
    }

    package mutating func endAttachment(into output: inout [UInt8]) {
        Self.base64(base64Rest[...], into: &output)
        base64Rest = []
        output += "\"".utf8
        JSONWriter.newLine(level: 4, into: &output)
        output += "}".utf8
    }

    package mutating func endPass(into output: inout [UInt8]) {
        if attachments > 0 { JSONWriter.newLine(level: 3, into: &output) }
        output += "]".utf8
        JSONWriter.newLine(level: 2, into: &output)
        output += "}".utf8
    }

    /// Ends the document.
    package mutating func finish(into output: inout [UInt8]) {
        if passes > 0 { JSONWriter.newLine(level: 1, into: &output) }
        output += "]\n}\n".utf8
    }

    private static func base64(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) {
        bytes.withUnsafeBytes { Base64.encode($0, into: &output) }
    }
}
