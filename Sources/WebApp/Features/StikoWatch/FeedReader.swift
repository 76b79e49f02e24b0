/// Reads RSS 2.0, RSS 1.0 and Atom: as much XML as feeds need, and nothing that makes XML dangerous.
///
/// A feed is a stranger's bytes: its size, depth and items are bounded, a document type (which could define entities)
/// is refused, and nothing it names is ever fetched.
package struct FeedReader {
    /// A feed in bytes.
    package static let mostBytes = 4 * 1024 * 1024
    private static let mostDepth = 64
    private static let mostItems = 2_000
    private static let mostText = 20_000

    private let bytes: [UInt8]
    private var position = 0
    private var open: [String] = []
    private var items: [FeedItem] = []
    /// The entry being read, by its parts' names; nil outside of one.
    private var parts: [String: String]?
    /// How deep the entry and its part are.
    private var entryDepth = 0

    /// The items of a feed, in its order.
    static func items(_ bytes: [UInt8]) throws(FeedError) -> [FeedItem] {
        guard bytes.count <= mostBytes else { throw FeedError(.tooLarge, line: 1) }
        var reader = FeedReader(bytes: try utf8(bytes))
        try reader.document()
        return reader.items
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func document() throws(FeedError) {
        var roots = 0
        while position < bytes.count {
            if !at("<") {
                try text(upTo: UInt8(ascii: "<"))
            } else if at("<!--") {
                try skip(past: "-->")
            } else if at("<![CDATA[") {
                try characterData()
            } else if at("<?") {
                try skip(past: "?>")
            } else if at("<!") {
                throw fault(.documentType)
            } else if at("</") {
                try endTag()
            } else {
                if open.isEmpty { roots += 1 }
                guard roots == 1 else { throw fault(.notXML) }
                try startTag()
            }
        }
        guard open.isEmpty, roots == 1 else { throw fault(.notXML) }
    }

    // MARK: Markup

    private mutating func startTag() throws(FeedError) {
        position += 1
        let name = try self.name()
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            if take("/>") {
                try begin(name, attributes)
                end()
                return
            }
            if take(">") { return try begin(name, attributes) }
            let key = try self.name()
            skipSpace()
            guard take("=") else { throw fault(.notXML) }
            skipSpace()
            guard let quote = next, quote == 0x22 || quote == 0x27 else { throw fault(.notXML) }
            position += 1
            let value = bytes[position...].prefix { $0 != quote && $0 != UInt8(ascii: "<") }
            position += value.count
            guard next == quote else { throw fault(.notXML) }
            position += 1
            guard attributes.updateValue(decoded(value), forKey: key) == nil, attributes.count <= 50 else {
                throw fault(.notXML)
            }
        }
    }

    private mutating func endTag() throws(FeedError) {
        position += 2
        let name = try self.name()
        skipSpace()
        guard take(">"), open.last == name else { throw fault(.notXML) }
        end()
    }

    private mutating func characterData() throws(FeedError) {
        position += 9
        let start = position
        try skip(past: "]]>")
        add(String(decoding: bytes[start..<position - 3], as: UTF8.self))
    }

    private mutating func text(upTo end: UInt8) throws(FeedError) {
        let run = bytes[position...].prefix { $0 != end }
        position += run.count
        if open.isEmpty {
            guard run.allSatisfy(Self.isSpace) else { throw fault(.notXML) }
        } else {
            add(decoded(run))
        }
    }

    private mutating func name() throws(FeedError) -> String {
        let run = bytes[position...].prefix { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F, 0x80...0xFF: true
            default: false
            }
        }
        guard !run.isEmpty, run.count <= 100 else { throw fault(.notXML) }
        position += run.count
        return String(decoding: run, as: UTF8.self)
    }

    // MARK: Items

    private mutating func begin(_ name: String, _ attributes: [String: String]) throws(FeedError) {
        open.append(name)
        guard open.count <= Self.mostDepth else { throw fault(.tooDeep) }
        if parts == nil, name == "item" || name == "entry" {
            (parts, entryDepth) = ([:], open.count)
        } else if parts != nil, open.count == entryDepth + 1, name == "link", let address = attributes["href"],
            attributes["rel"] ?? "alternate" == "alternate"
        {
            parts?["link"] = address
        }
    }

    private mutating func end() {
        if open.count == entryDepth, let parts {
            if items.count < Self.mostItems, let item = FeedItem(parts) { items.append(item) }
            self.parts = nil
        }
        open.removeLast()
    }

    /// Text counts for the part of the entry that it stands in, however deep.
    private mutating func add(_ text: String) {
        guard parts != nil, open.count > entryDepth else { return }
        let part = open[entryDepth]
        // In place: a part may come in a million pieces.
        guard (parts?[part]?.utf8.count ?? 0) < Self.mostText else { return }
        parts?[part, default: ""] += text.prefix(Self.mostText)
    }

    // MARK: Bytes

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func at(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func take(_ text: String) -> Bool {
        guard at(text) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, Self.isSpace(byte) { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private mutating func skip(past text: String) throws(FeedError) {
        let wanted = Array(text.utf8)
        while position + wanted.count <= bytes.count {
            if bytes[position] == wanted[0], at(text) {
                position += wanted.count
                return
            }
            position += 1
        }
        position = bytes.count
        throw fault(.notXML)
    }

    private func fault(_ code: FeedError.Code) -> FeedError {
        FeedError(code, line: bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1)
    }
}
