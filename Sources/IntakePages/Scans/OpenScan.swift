package import Foundation
package import Intake
import Model
package import Vault
package import Web

/// Pages that were read and wait, as an address names them.
package struct OpenScan: Sendable {
    package let id: DraftID
    /// The pass that they are for.
    package let pass: PassRecord
    package let content: Draft
    /// From when on they are shown no more.
    package let expires: Date
}

extension DraftRecord: PathSubject {
    package static func found(_ id: DraftID, by finder: PathFinder) async throws -> OpenScan? {
        let now = finder.member.now
        let record = try await finder.read { try $0.draft(id, at: now) }
        guard let record, record.source == .photo,
            let pass = finder.member.passes.first(where: { $0.id == record.passID })
        else {
            // One of a pass in the bin comes back with it.
            if try await finder.read({ try $0.isInBin(id.description, at: now) }) { return nil }
            throw HTTPProblem.scanOver
        }
        return OpenScan(id: id, pass: pass, content: try Draft(record), expires: record.expires)
    }
}

extension Links {
    package static let draft: Path<DraftID> = "/drafts/{draft}"
    static let draftRows: Path<DraftID> = "/drafts/{draft}/rows.csv"
    static let discardDraft: Path<DraftID> = "/drafts/{draft}/discard"
    static let scannedPage: Path<DraftID, Int> = "/drafts/{draft}/pages/{n}"
    static let pagePicture: Path<DraftID, Int> = "/drafts/{draft}/pages/{n}.png"
    static let scannedField: Path<DraftID, String> = "/drafts/{draft}/fields/{f}.png"
}
