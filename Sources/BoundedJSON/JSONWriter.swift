/// Writes JSON as UTF-8, control characters escaped: on one line, or so that people can read it.
public enum JSONWriter {
    fileprivate enum Layout {
        /// With two blanks a level, members in their order.
        case lines(level: Int)
        /// Members in their order.
        case oneLine
        /// On one line, members in the order of their names' UTF-8 bytes.
        case canonical

        var deeper: Layout { if case .lines(let level) = self { .lines(level: level + 1) } else { self } }
    }

    /// The text of a value with two blanks a level, members in their order, its inner lines indented by `level` levels.
    public static func write(_ value: JSONValue, level: Int = 0, into output: inout [UInt8]) {
        write(value, .lines(level: level), into: &output)
    }

    /// The text of a value on one line, members in their order: indented, what is deep is half blanks.
    public static func writeOnOneLine(_ value: JSONValue, into output: inout [UInt8]) {
        write(value, .oneLine, into: &output)
    }

    fileprivate static func write(_ value: JSONValue, _ layout: Layout, into output: inout [UInt8]) {
        switch value {
        case .array(let elements):
            writeList(elements, "[", "]", layout, into: &output) { write($0, layout.deeper, into: &$1) }
        case .object(let members):
            var ordered = Array(members)
            if case .canonical = layout {
                ordered.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            }
            let colon = if case .lines = layout { ": " } else { ":" }
            writeList(ordered, "{", "}", layout, into: &output) { member, output in
                writeString(member.name, into: &output)
                output += colon.utf8
                write(member.value, layout.deeper, into: &output)
            }
        case .null: output += "null".utf8
        case .bool(let bool): output += (bool ? "true" : "false").utf8
        case .integer(let integer): output += String(integer).utf8
        case .decimal(let digits): output += digits.utf8
        case .string(let text): writeString(text, into: &output)
        }
    }

    /// The readable text of a value, with a line feed at its end.
    public static func text(_ value: JSONValue) -> [UInt8] {
        var output: [UInt8] = []
        write(value, into: &output)
        return output + [UInt8(ascii: "\n")]
    }

    /// Begins a line of that level.
    public static func newLine(level: Int, into output: inout [UInt8]) {
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    /// A member of an object whose brace is written by whoever writes it in pieces, on a line of its own.
    public static func writeMember(
        _ name: String, _ value: JSONValue, level: Int, isFirst: Bool = false, into output: inout [UInt8]
    ) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        newLine(level: level, into: &output)
        writeString(name, into: &output)
        output += ": ".utf8
        write(value, level: level, into: &output)
    }

    /// All members of such an object that come before those that are written in pieces.
    public static func writeMembers(_ members: JSONObject, level: Int, into output: inout [UInt8]) {
        for (index, member) in members.enumerated() {
            writeMember(member.name, member.value, level: level, isFirst: index == 0, into: &output)
        }
    }

    /// A text in quotes.
    public static func writeString(_ text: String, into output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): output += "\\n".utf8
            case UInt8(ascii: "\r"): output += "\\r".utf8
            case UInt8(ascii: "\t"): output += "\\t".utf8
            case 0..<0x20: output += (byte < 0x10 ? "\\u000" : "\\u00").utf8 + Array(String(byte, radix: 16).utf8)
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func writeList<Item>(
        _ items: [Item], _ open: String, _ close: String, _ layout: Layout, into output: inout [UInt8],
        _ write: (Item, inout [UInt8]) -> Void
    ) {
        output += open.utf8
        for (index, item) in items.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            if case .lines(let level) = layout { newLine(level: level + 1, into: &output) }
            write(item, &output)
        }
        if case .lines(let level) = layout, !items.isEmpty { newLine(level: level, into: &output) }
        output += close.utf8
    }
}

extension JSONValue {
    /// The value as compact JSON text: no white space, names in the order of their UTF-8 bytes.
    ///
    /// The same value always gives the same bytes, so that what is signed can be made again.
    public var compactText: String {
        var output: [UInt8] = []
        JSONWriter.write(self, .canonical, into: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
