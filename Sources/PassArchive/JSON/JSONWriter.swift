/// Writes JSON that people can read: two blanks a level, members in the order given, ASCII control characters escaped.
package enum JSONWriter {
    /// The text of `value`, its inner lines indented by `level` levels.
    package static func write(_ value: JSONValue, level: Int = 0, into output: inout [UInt8]) {
        switch value {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .number(let digits): output += digits.utf8
        case .string(let text): writeString(text, into: &output)
        case .ascii(let bytes):
            // Read from a text that needed no escapes.
            output.append(UInt8(ascii: "\""))
            output += bytes
            output.append(UInt8(ascii: "\""))
        case .array(let values):
            writeItems(values, "[", "]", level: level, into: &output) { value, output in
                write(value, level: level + 1, into: &output)
            }
        case .object(let object):
            writeItems(object.members, "{", "}", level: level, into: &output) { member, output in
                writeString(member.name, into: &output)
                output += ": ".utf8
                write(member.value, level: level + 1, into: &output)
            }
        }
    }

    /// The text of `value`, with a line feed at its end.
    package static func text(_ value: JSONValue) -> [UInt8] {
        var output: [UInt8] = []
        write(value, into: &output)
        return output + [UInt8(ascii: "\n")]
    }

    static func newLine(level: Int, into output: inout [UInt8]) {
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }

    static func writeString(_ text: String, into output: inout [UInt8]) {
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

    private static func writeItems<Item>(
        _ items: [Item], _ open: String, _ close: String, level: Int, into output: inout [UInt8],
        _ write: (Item, inout [UInt8]) -> Void
    ) {
        output += open.utf8
        for (index, item) in items.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            newLine(level: level + 1, into: &output)
            write(item, &output)
        }
        if !items.isEmpty { newLine(level: level, into: &output) }
        output += close.utf8
    }
}
