import ByteCoding
import Crypto
package import Foundation
package import VaultStorage

/// Who changed the catalogue: nobody's name, only whether two changes are the same admin's.
package enum CatalogueAuthor: Sendable, Equatable, Codable {
    /// Somebody at the server's command line.
    case commandLine
    /// An admin, by a tag that says nothing about their account.
    case admin(tag: String)

    package init(_ account: AccountID) {
        let hash = SHA256.hash(data: Array("vaccinapp catalogue author \(account)".utf8))
        self = .admin(tag: Hex.encode(hash.prefix(4)))
    }
}

/// A change of what is in use.
package struct CatalogueEvent: Sendable, Equatable, Codable {
    package enum Action: String, Sendable, Codable, CaseIterable {
        /// A new release was brought live.
        case imported
        /// One that was kept was put in use again.
        case restored
    }

    package let moment: Date
    /// The version in use since then.
    package let version: String
    /// The one before.
    package let before: String
    package let author: CatalogueAuthor
    package let action: Action
}

extension CatalogueStore {
    private var historyFile: URL { folder.url("history.jsonl") }

    /// The most that is read of the history, in bytes: its end.
    private static let longestHistory: UInt64 = 256 * 1024

    /// What was changed when, the newest first; a line that can't be read is left out.
    package func history() -> [CatalogueEvent] {
        guard let handle = try? FileHandle(forReadingFrom: historyFile) else { return [] }
        defer { try? handle.close() }
        guard let end = try? handle.seekToEnd() else { return [] }
        try? handle.seek(toOffset: end > Self.longestHistory ? end - Self.longestHistory : 0)
        let bytes = (try? handle.readToEnd()) ?? Data()
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return bytes.split(separator: UInt8(ascii: "\n")).reversed().compactMap {
            try? decoder.decode(CatalogueEvent.self, from: $0)
        }
    }

    /// Adds a line to the history.
    func note(_ event: CatalogueEvent) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = try encoder.encode(event) + Data("\n".utf8)
        if !FileManager.default.fileExists(atPath: historyFile.path) { try AtomicFile.write(Data(), to: historyFile) }
        let handle = try FileHandle(forWritingTo: historyFile)
        defer { try? handle.close() }
        _ = try handle.seekToEnd()
        try handle.write(contentsOf: line)
        try handle.synchronize()
    }
}
