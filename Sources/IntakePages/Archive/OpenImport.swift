package import Model
package import Vault
package import Web

package typealias ImportID = Identifier<PendingArchive>

/// A file that was read, or what a link led to, as an address names it.
package struct OpenImport: Sendable {
    package let id: ImportID
    package let content: PendingArchive
}

extension ImportID { package var draft: DraftID { DraftID(sameAs: self) } }

extension PendingArchive: PathSubject {
    package static func found(_ id: ImportID, by finder: PathFinder) async throws -> OpenImport? {
        try await finder.read { try PendingArchive.find(id, in: $0, now: finder.member.now) }
            .map { OpenImport(id: id, content: $0) }
    }
}

extension Links {
    package static let imported: Path<ImportID> = "/import/{import}"
    static let importColumns: Path<ImportID> = "/import/{import}/columns"
    static let importRejected: Path<ImportID> = "/import/{import}/rejected"
    static let discardImport: Path<ImportID> = "/import/{import}/discard"
}
