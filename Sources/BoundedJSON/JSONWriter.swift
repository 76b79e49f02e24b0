/// Writes JSON as UTF-8, control characters escaped: on one line, or so that people can read it.
public enum JSONWriter {
    /// The text of a value with two blanks a level, members in their order, its inner lines indented by `level` levels.
    public static func write(_ value: JSONValue, level: Int = 0, into output: inout [UInt8]) {
        switch value {
        case .array(let elements):
            writeList(elements, "[", "]", level: level, into: &output) { element, output in
                write(element, level: level + 1, into: &output)
            }
        case .object(let members):
            writeList(members, "{", "}", level: level, into: &output) { member, output in
                writeString(member.name, into: &output)
                output += ": ".utf8
                write(member.value, level: level + 1, into: &output)
            }
        default: writeScalar(value, into: &output)
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

    private static func writeScalar(_ value: JSONValue, into output: inout [UInt8]) {
        switch value {
        case .null, .array, .object: output += "null".utf8
        case .bool(let bool): output += (bool ? "true" : "false").utf8
        case .integer(let integer): output += String(integer).utf8
        case .decimal(let digits): output += digits.utf8
        case .string(let text): writeString(text, into: &output)
        }
    }

    private static func writeList<Items: Collection>(
        _ items: Items, _ open: String, _ close: String, level: Int, into output: inout [UInt8],
        _ write: (Items.Element, inout [UInt8]) -> Void
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

    fileprivate static func writeCompact(_ value: JSONValue, into output: inout [UInt8]) {
        switch value {
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                writeCompact(element, into: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                writeString(member.name, into: &output)
                output.append(UInt8(ascii: ":"))
                writeCompact(member.value, into: &output)
            }
            output.append(UInt8(ascii: "}"))
        default: writeScalar(value, into: &output)
        }
    }
}

extension JSONValue {
    /// The value as compact JSON text: no white space, names in the order of their UTF-8 bytes.
    ///
    /// The same value always gives the same bytes, so that what is signed can be made again.
    public var compactText: String {
        var output: [UInt8] = []
        JSONWriter.writeCompact(self, into: &output)
        return String(decoding: output, as: UTF8.self)
    }
}
