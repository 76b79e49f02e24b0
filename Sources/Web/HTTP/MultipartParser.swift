/// What is wrong with a multipart body.
enum MultipartError: Error, Equatable {
    case badBoundary
    case malformed
    case headerTooLarge
    case badDisposition
    case unsupportedEncoding
    case tooManyParts
    case truncated
}

/// Reads `multipart/form-data` (RFC 7578) as its bytes come, holding back no more than a delimiter or a part's header.
///
/// It is strict: no preamble, no nested multiparts, CR LF everywhere, one Content-Disposition a part.
struct MultipartParser: Sendable {
    enum Event: Equatable {
        case partBegan(MultipartPart)
        /// Some of the part's bytes; there may be any number of these.
        case bytes([UInt8])
        case partEnded
    }

    private enum State { case start, body, delimiter, header, end }

    private let delimiter: [UInt8]
    private let maximumParts: Int
    private let maximumHeader: Int
    private var state = State.start
    private var pending: [UInt8] = []
    /// How much of `pending` has been searched already.
    private var searched = 0
    private var parts = 0

    /// - Parameters:
    ///   - boundary: 1 to 70 bytes (RFC 2046, 5.1.1).
    ///   - maximumHeader: a part's header in bytes.
    init(boundary: String, maximumParts: Int, maximumHeader: Int) throws(MultipartError) {
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.last != 0x20,
            boundary.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { throw .badBoundary }
        self.delimiter = Array("\r\n--\(boundary)".utf8)
        self.maximumParts = maximumParts
        self.maximumHeader = maximumHeader
    }

    /// Takes the next bytes and tells what they complete.
    mutating func feed(_ bytes: some Collection<UInt8>) throws(MultipartError) -> [Event] {
        if self.state == .start {
            // The first delimiter needs no line break before it: give it one, and it is like the others.
            self.pending = [0x0D, 0x0A]
            self.state = .body
        }
        guard self.state != .end else { return [] }
        self.pending.append(contentsOf: bytes)
        var events: [Event] = []
        while try self.step(&events) {}
        return events
    }

    /// Throws when the last delimiter hasn't come.
    func finish() throws(MultipartError) {
        guard self.state == .end else { throw .truncated }
    }

    /// Takes one step; false when more bytes are needed.
    private mutating func step(_ events: inout [Event]) throws(MultipartError) -> Bool {
        switch self.state {
        case .start: return false
        case .body: return try self.readBody(&events)
        case .delimiter: return try self.readDelimiterEnd()
        case .header: return try self.readHeader(&events)
        case .end:
            self.pending = []
            return false
        }
    }

    private mutating func readBody(_ events: inout [Event]) throws(MultipartError) -> Bool {
        if let index = self.find(self.delimiter) {
            if index > 0 { try self.emit(upTo: index, &events) }
            if self.parts > 0 { events.append(.partEnded) }
            self.drop(self.delimiter.count)
            self.state = .delimiter
            return true
        }
        let safe = self.pending.count - self.delimiter.count + 1
        if safe > 0 { try self.emit(upTo: safe, &events) }
        return false
    }

    private mutating func emit(upTo index: Int, _ events: inout [Event]) throws(MultipartError) {
        guard self.parts > 0 else { throw .malformed }
        events.append(.bytes(Array(self.pending[..<index])))
        self.drop(index)
    }

    /// After a delimiter comes a line break and another part, or `--` and nothing more that matters.
    private mutating func readDelimiterEnd() throws(MultipartError) -> Bool {
        guard self.pending.count >= 2 else { return false }
        switch (self.pending[0], self.pending[1]) {
        case (0x2D, 0x2D):
            self.state = .end
        case (0x0D, 0x0A):
            guard self.parts < self.maximumParts else { throw .tooManyParts }
            self.parts += 1
            self.state = .header
        default:
            throw .malformed
        }
        // The line break stays for a header that has no fields, so that it too ends in a blank line.
        if self.state == .end { self.drop(2) }
        return true
    }

    private mutating func readHeader(_ events: inout [Event]) throws(MultipartError) -> Bool {
        guard let index = self.find([0x0D, 0x0A, 0x0D, 0x0A]) else {
            guard self.pending.count <= self.maximumHeader else { throw .headerTooLarge }
            return false
        }
        guard index <= self.maximumHeader else { throw .headerTooLarge }
        events.append(.partBegan(try MultipartPart(header: self.pending[..<index].dropFirst(2))))
        // The delimiter of an empty part follows at once, and begins with the header's last line break.
        self.drop(index + 2)
        self.drop(2)
        self.state = .body
        return true
    }

    private mutating func drop(_ count: Int) {
        self.pending.removeFirst(count)
        self.searched = 0
    }

    /// Where `needle` begins; what can't begin a match is not looked at again.
    private mutating func find(_ needle: [UInt8]) -> Int? {
        let last = self.pending.count - needle.count
        guard self.searched <= last else { return nil }
        let found = self.pending.withUnsafeBufferPointer { bytes in
            (self.searched...last).first { start in
                bytes[start] == needle[0] && bytes[start..<(start + needle.count)].elementsEqual(needle)
            }
        }
        self.searched = found ?? last + 1
        return found
    }
}
