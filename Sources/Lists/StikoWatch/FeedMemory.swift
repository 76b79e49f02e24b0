package import Foundation

/// What a server said of the version of a file that was fetched last, so that it need not send the same once more.
///
/// A feed's is kept as `stiko/feed.json` in the data folder. See RFC 9110, section 13: https://www.rfc-editor.org/rfc/rfc9110#section-13
package struct FeedMemory: Codable, Sendable, Equatable {
    /// Longer values are a stranger's whim and not kept.
    private static let mostText = 500

    package let address: String
    /// The version's entity tag.
    package let tag: String?
    /// When the version was last changed, as the server wrote it.
    package let modified: String?

    /// What a server said, unless it said nothing to go by.
    package init?(address: String, tag: String?, modified: String?) {
        self.address = address
        (self.tag, self.modified) = (Self.kept(tag), Self.kept(modified))
        if self.tag == nil, self.modified == nil { return nil }
    }

    private static func kept(_ text: String?) -> String? {
        guard let text, !text.isEmpty, text.utf8.count <= mostText, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        return text
    }

    /// What is remembered of a feed; nothing where there is no file, or one that can't be read.
    package static func load(dataDirectory: URL, address: String) -> FeedMemory? {
        load(file, in: folder(dataDirectory), address: address)
    }

    /// What a file remembers of an address.
    static func load(_ file: String, in folder: FolderStore, address: String) -> FeedMemory? {
        guard let memory = try? folder.value(file, of: FeedMemory.self), memory.address == address else { return nil }
        // Whoever wrote the file, it goes into a request: judged as if it came from the server.
        return FeedMemory(address: address, tag: memory.tag, modified: memory.modified)
    }

    /// Remembers it for the next time.
    package func save(dataDirectory: URL) throws {
        try Self.folder(dataDirectory).keep(self, as: Self.file)
    }

    private static let file = "feed.json"

    private static func folder(_ dataDirectory: URL) -> FolderStore {
        FolderStore(dataDirectory.appending(path: "stiko"))
    }
}
