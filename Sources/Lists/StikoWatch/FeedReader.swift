package import BoundedXML

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

    private var open: [String] = []
    private var items: [FeedItem] = []
    /// The entry being read, by its parts' names; nil outside of one.
    private var parts: [String: String]?
    /// How deep the entry and its part are.
    private var entryDepth = 0

    /// The items of a feed, in its order.
    static func items(_ bytes: [UInt8]) throws(XMLError) -> [FeedItem] {
        guard bytes.count <= mostBytes else { throw XMLError(.tooLarge, line: 1) }
        // Bytes of ISO 8859-1 can be twice as many in UTF-8.
        let limits = XMLLimits(bytes: 2 * mostBytes, nodes: mostBytes, depth: mostDepth, keepsUnknownReferences: true)
        var reader = FeedReader()
        var source = try XMLReader(utf8(bytes), limits: limits)
        while let event = try source.next() { reader.take(event) }
        return reader.items
    }

    private mutating func take(_ event: XMLEvent) {
        switch event {
        case .start(let name, let attributes): begin(name, attributes)
        case .text(let text): add(text)
        case .end: end()
        }
    }

    private mutating func begin(_ name: String, _ attributes: [String: String]) {
        open.append(name)
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

    /// Text counts for the part of the entry that contains it, however deep.
    private mutating func add(_ text: String) {
        guard parts != nil, open.count > entryDepth else { return }
        let part = open[entryDepth]
        // In place: a part may come in a million pieces.
        guard (parts?[part]?.utf8.count ?? 0) < Self.mostText else { return }
        parts?[part, default: ""] += text.prefix(Self.mostText)
    }

    /// The bytes as UTF-8: those of ISO 8859-1 converted where the XML declaration says so.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        let head = String(decoding: body.prefix(200), as: UTF8.self).lowercased()
        guard head.hasPrefix("<?xml"), let declaration = head.split(separator: "?>").first,
            declaration.contains("iso-8859-1")
        else { return bytes }
        return Array(String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) })).utf8)
    }
}

extension FeedReader {
    /// Why a feed can't be read, for the terminal.
    package static func sentence(_ error: XMLError) -> String {
        switch error.code {
        case .tooLarge, .tooManyNodes: "The feed is larger than 4 MiB."
        case .tooDeep: "Line \(error.line): the feed is nested too deeply."
        case .notXML: "Line \(error.line): the feed is not well-formed XML."
        case .documentType:
            "Line \(error.line): the feed declares a document type, which no feed needs; it was not read."
        case .encoding: "The feed is neither UTF-8 nor ISO 8859-1."
        }
    }
}
