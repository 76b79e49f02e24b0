import Foundation
package import Intake
package import Vault
import Web

/// What somebody began to type into a pass, with what it was when they saw it last.
package struct KeptDraft: Sendable {
    package let record: DraftRecord
    package var draft: Draft

    init(_ record: DraftRecord) throws {
        self.record = record
        draft = try JSONDecoder().decode(Draft.self, from: Data(record.content.utf8))
    }

    /// When it was changed, as a form carries it: milliseconds.
    var mark: String { Self.mark(record.changedAt) }

    static func mark(_ time: Date) -> String {
        String(Int64((time.timeIntervalSince1970 * 1_000).rounded(), clampedTo: 0...Int64(1) << 52))
    }

    /// That of a pass; nil where nothing was begun.
    static func find(of pass: PassRecord, in records: Records, at time: Date) throws -> KeptDraft? {
        try records.draft(from: DraftRecord.typing, of: pass.id, at: time).map(KeptDraft.init)
    }

    /// Keeps one in its place; nothing where nothing is typed in it.
    @discardableResult
    static func keep(_ draft: Draft, of pass: PassRecord, in records: Records, at time: Date) throws -> KeptDraft? {
        if draft.filled.isEmpty {
            if let old = try find(of: pass, in: records, at: time) { try records.deleteDraft(old.record.id) }
            return nil
        }
        let text = String(decoding: try JSONEncoder().encode(draft.kept), as: UTF8.self)
        return try KeptDraft(records.keep(text, from: DraftRecord.typing, of: pass.id, at: time))
    }
}
