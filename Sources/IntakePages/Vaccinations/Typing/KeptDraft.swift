import Foundation
package import Intake
package import Vault
import Web

/// What somebody began to type into a pass, with what it was when they saw it last.
package struct KeptDraft: Sendable {
    package let record: DraftRecord
    package var draft: Draft

    /// When it was changed, as a form carries it: milliseconds.
    var mark: String {
        String(Int64((record.changedAt.timeIntervalSince1970 * 1_000).rounded(), clampedTo: 0...Int64(1) << 52))
    }

    /// That of a pass; nil where nothing was begun.
    static func find(of pass: PassRecord, in records: Records, at time: Date) throws -> KeptDraft? {
        try records.draft(from: .table, of: pass.id, at: time).map { record in
            let draft = try JSONDecoder().decode(Draft.self, from: Data(record.content.utf8))
            return KeptDraft(record: record, draft: draft)
        }
    }

    /// Keeps one in its place; nothing where nothing is typed in it.
    @discardableResult
    static func keep(_ draft: Draft, of pass: PassRecord, in records: Records, at time: Date) throws -> KeptDraft? {
        if draft.filled.isEmpty {
            if let old = try find(of: pass, in: records, at: time) { try records.deleteDraft(old.record.id) }
            return nil
        }
        let text = String(decoding: try JSONEncoder().encode(draft.kept), as: UTF8.self)
        let record = try records.keep(text, from: .table, of: pass.id, at: time)
        return KeptDraft(record: record, draft: draft.kept)
    }
}
