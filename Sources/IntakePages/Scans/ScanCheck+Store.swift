import CivilDates
import Intake
import Model
package import Vault
import struct VaultStorage.VaultError
package import Web

extension ScanCheck {
    /// Stores the rows that count in one turn, then the scan goes, but for the rows that something has to be said of and
    /// pages that nobody has read yet.
    ///
    /// - Returns: Whether anything was stored, which something said meanwhile may prevent; what can be undone.
    mutating func store(onlyClear: Bool) async throws -> (isStored: Bool, batch: Batch?) {
        // Sealed again: what waits goes at its time, this stays. Pictures are kept with the last rows.
        let pictures = keepsPicture && isLast ? try await pictures() : []
        guard try await haveRoom(pictures) else { return (false, nil) }
        let (draft, pass, given, id, member) = (checked.draft, pass, given, id, member)
        let event = member.event(.imported, "scan")
        if !isLast { try await member.prolongPictures(of: draft) }
        do {
            let (faulty, batch) = try await member.attach(pictures, to: pass.id, isUndoable: true) {
                records -> [ScanPart]? in
                _ = try records.draft(id, at: member.now).found()
                let parts = try draft.parts(for: given, in: records, member)
                let isReady = parts.allSatisfy(\.review.isReady)
                guard isReady || onlyClear && parts.contains(where: { !$0.review.changes.isEmpty }) else {
                    return parts
                }
                for part in parts {
                    try records.store(part.review.changes, of: part.pass, from: .scan, member, beside: part.doses)
                }
                if isReady, draft.unreadSheet == nil {
                    try records.deleteDraft(id)
                } else {
                    let stored = parts.reduce(into: Set<Int>()) { $0.formUnion($1.review.stored) }
                    try draft.without(stored).replace(id, in: records, at: member.now)
                }
                try records.log(event)
                return nil
            }
            if let faulty { judge(faulty) }
            return (faulty == nil, batch)
        } catch let error as VaultError where error.isOfQuota {
            errors.add("picture", words.accountFull)
            return (false, nil)
        }
    }

    /// Whether nothing waits once these rows are stored.
    var isLast: Bool { isReady && checked.draft.unreadSheet == nil }

    /// The files as they came; of kinds that aren't kept, the flat pages.
    private func pictures() async throws -> [AttachmentForm.File] {
        let files = ScanFiles(member, id)
        var pictures: [AttachmentForm.File] = []
        for (number, source) in checked.draft.sources.enumerated() {
            guard let bytes = try await files.content(source.file) else { continue }
            if let type = AttachmentType(bytes) {
                pictures.append(.init(name: type.name(source.name), type: type, bytes: bytes))
                continue
            }
            for page in checked.draft.sheets.flatMap(\.pages) where page.source == number {
                guard let flat = page.flat, let bytes = try await files.content(flat) else { continue }
                pictures.append(.init(name: AttachmentType.png.name(source.name), type: .png, bytes: bytes))
            }
        }
        return pictures
    }

    private mutating func haveRoom(_ pictures: [AttachmentForm.File]) async throws -> Bool {
        guard !pictures.isEmpty else { return true }
        let room = try await member.vault.read { [pass] in try AttachmentForm.Room(in: pass.id, $0) }
        if let fault = room.fault(of: pictures, member.words) { errors.add("picture", fault) }
        return errors.isEmpty
    }
}

/// The sealed pictures of an open scan.
package struct ScanFiles: Sendable {
    let member: SignedInRequest
    let id: DraftID

    package init(_ member: SignedInRequest, _ id: DraftID) { (self.member, self.id) = (member, id) }

    /// A picture; nil where it is gone.
    package func content(_ file: String) async throws -> [UInt8]? {
        let files = try await member.vault.read { [id] in try $0.stagedFiles(of: id) }
        guard let sealed = files.first(where: { $0.id.description == file }) else { return nil }
        return try await member.vault.stagedContent(sealed)
    }
}

extension Draft {
    /// What waits after some of its rows were stored.
    fileprivate func without(_ stored: Set<Int>) -> Draft {
        var draft = self
        draft.proposals.removeAll { stored.contains($0.id) }
        return draft
    }
}

extension Review {
    /// The numbers of the rows that nothing has to be said of, and that aren't left out.
    fileprivate var stored: Set<Int> {
        Set(rows.filter { $0.questions.isEmpty && !$0.proposal.isEmpty }.map(\.proposal.id))
    }
}
