import ByteCoding

/// Reads a header as it comes, line by line, and stops at its end.
///
/// <https://age-encryption.org/v1#file-header>
struct HeaderReader {
    static let version = Array("age-encryption.org/v1".utf8)
    static let anyVersion = Array("age-encryption.org/".utf8)

    private enum State {
        case version
        case stanzaOrEnd
        case body
        case done
    }

    private let limit: Int
    private var state = State.version
    private var bytes: [UInt8] = []
    private var lineStart = 0
    private var stanzas: [Stanza] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes what belongs to the header off the front of `input`; the header, once it is complete.
    mutating func read(_ input: inout ArraySlice<UInt8>) throws(AgeError) -> AgeHeader? {
        while state != .done {
            let newline = input.firstNewline
            let end = newline.map { $0 + 1 } ?? input.endIndex
            guard bytes.count + (end - input.startIndex) <= limit else {
                try checkVersion(partial: (bytes + input.prefix(Self.version.count))[...])
                throw AgeError(.malformedHeader, "The file's header is too long.")
            }
            bytes += input[input.startIndex..<end]
            input = input[end...]
            guard newline != nil else {
                if state == .version { try checkVersion(partial: bytes[...]) }
                return nil
            }
            let line = bytes[lineStart..<bytes.count - 1]
            if let header = try readLine(line) { return header }
            lineStart = bytes.count
        }
        return nil
    }

    /// What is wrong when the file ends inside its header.
    func endOfFile() -> AgeError {
        guard state != .version || Self.version.starts(with: bytes) && !bytes.isEmpty else {
            return AgeError(.notAnAgeFile, "This is not an age file.")
        }
        return AgeError(.truncated, "The file ends inside its header: it was cut short.")
    }

    private mutating func readLine(_ line: ArraySlice<UInt8>) throws(AgeError) -> AgeHeader? {
        switch state {
        case .version:
            try checkVersion(line)
            state = .stanzaOrEnd
        case .stanzaOrEnd where line.starts(with: "---".utf8):
            return try readEnd(line)
        case .stanzaOrEnd:
            guard let stanza = Stanza(line: line) else {
                throw AgeError(.malformedHeader, "A recipient line in the file's header is malformed.")
            }
            stanzas.append(stanza)
            state = .body
        case .body:
            try readBody(line)
        case .done: break
        }
        return nil
    }

    private mutating func readBody(_ line: ArraySlice<UInt8>) throws(AgeError) {
        guard let bytes = Base64.decode(line, as: .unpadded), bytes.count <= Stanza.bytesPerLine else {
            throw AgeError(.malformedHeader, "A recipient's body in the file's header is malformed.")
        }
        stanzas[stanzas.count - 1].body += bytes
        if bytes.count < Stanza.bytesPerLine { state = .stanzaOrEnd }
    }

    private mutating func readEnd(_ line: ArraySlice<UInt8>) throws(AgeError) -> AgeHeader {
        guard line.starts(with: "--- ".utf8), !stanzas.isEmpty,
            let mac = Base64.decode(line.dropFirst(4), as: .unpadded), mac.count == 32
        else {
            throw AgeError(.malformedHeader, "The last line of the file's header is malformed.")
        }
        state = .done
        return AgeHeader(stanzas: stanzas, authenticated: Array(bytes[..<(lineStart + 3)]), mac: mac)
    }

    private func checkVersion(_ line: ArraySlice<UInt8>) throws(AgeError) {
        guard !line.elementsEqual(Self.version) else { return }
        guard line.starts(with: Self.anyVersion) else {
            throw AgeError(.notAnAgeFile, "This is not an age file.")
        }
        throw AgeError(.unsupportedVersion, "This age file is of a newer format version than v1.")
    }

    /// Refuses early what can't become a version line any more.
    private func checkVersion(partial: ArraySlice<UInt8>) throws(AgeError) {
        guard partial.count > Self.version.count || !Self.version.starts(with: partial) else { return }
        if Self.anyVersion.starts(with: partial.prefix(Self.anyVersion.count)) {
            guard partial.count > 64 else { return }
        }
        guard state == .version else { return }
        throw AgeError(.notAnAgeFile, "This is not an age file.")
    }
}
