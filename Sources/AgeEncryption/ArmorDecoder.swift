import ByteCoding

/// Turns armored text back into a binary age file, as it comes.
///
/// Strict, as the format asks: LF or CR LF, full lines but the last, canonical padded Base64; blank space is allowed
/// only before the first and after the last line, 1 KiB at most each. <https://age-encryption.org/v1#ascii-armor>
struct ArmorDecoder {
    private static let blanks = Set(" \t\r\n\u{0B}\u{0C}".utf8)
    private static let blankLimit = 1024
    private static let lineLimit = 256

    private enum State {
        case leading
        case first
        case body
        case closing
        case trailing
    }

    private var state = State.leading
    private var line: [UInt8] = []
    private var blankCount = 0

    /// Decodes what `bytes` completes; throws `malformedArmor`.
    mutating func decode(_ bytes: ArraySlice<UInt8>, into output: inout [UInt8]) throws(AgeError) {
        var rest = bytes
        while state != .trailing, let newline = rest.firstNewline {
            if state == .body, line.isEmpty, newline - rest.startIndex == ArmorEncoder.charactersPerLine {
                let lines = rest.withUnsafeBytes {
                    Base64.decodeLines($0, of: ArmorEncoder.charactersPerLine, into: &output)
                }
                rest = rest.dropFirst(lines * (ArmorEncoder.charactersPerLine + 1))
                if lines > 0 { continue }
            }
            line += rest[rest.startIndex..<newline]
            rest = rest[(newline + 1)...]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            try decodeLine(into: &output)
            line.removeAll(keepingCapacity: true)
        }
        if state == .trailing {
            try skipTrailing(rest)
        } else {
            line += rest
            guard line.count <= (state == .leading ? Self.blankLimit : Self.lineLimit) else {
                throw AgeError(.malformedArmor, "A line of the text armor is too long.")
            }
        }
    }

    /// Ends the text; throws `malformedArmor` or `truncated`.
    mutating func finish(into output: inout [UInt8]) throws(AgeError) {
        if state != .trailing, !line.isEmpty {
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            try decodeLine(into: &output)
        }
        guard state == .trailing else {
            throw AgeError(.truncated, "The text armor has no end line: the file was cut short.")
        }
    }

    private mutating func decodeLine(into output: inout [UInt8]) throws(AgeError) {
        switch state {
        case .leading where line.allSatisfy(Self.blanks.contains):
            blankCount += line.count + 1
            guard blankCount <= Self.blankLimit else { throw Self.tooBlank }
        case .leading:
            guard line == ArmorEncoder.begin else {
                throw AgeError(.malformedArmor, "The first line of the text armor is not age's.")
            }
            state = .first
        case .first, .body:
            guard line != ArmorEncoder.end else { return end() }
            try decodeBody(into: &output)
        case .closing:
            guard line == ArmorEncoder.end else {
                throw AgeError(.malformedArmor, "The text armor goes on after its last line.")
            }
            end()
        case .trailing: break
        }
    }

    private mutating func decodeBody(into output: inout [UInt8]) throws(AgeError) {
        let isCanonical = line.withUnsafeBytes { Base64.decode($0, as: .standard, into: &output) }
        guard (1...ArmorEncoder.charactersPerLine).contains(line.count), isCanonical else {
            throw AgeError(.malformedArmor, "A line of the text armor is not 64 characters of Base64.")
        }
        let isFull = line.count == ArmorEncoder.charactersPerLine && line.last != UInt8(ascii: "=")
        state = isFull ? .body : .closing
    }

    private mutating func end() {
        state = .trailing
        blankCount = 0
    }

    private mutating func skipTrailing(_ bytes: ArraySlice<UInt8>) throws(AgeError) {
        guard bytes.allSatisfy(Self.blanks.contains) else {
            throw AgeError(.malformedArmor, "Text follows the end line of the text armor.")
        }
        blankCount += bytes.count
        guard blankCount < Self.blankLimit else { throw Self.tooBlank }
    }

    private static let tooBlank = AgeError(.malformedArmor, "The text armor is surrounded by too much blank space.")
}
