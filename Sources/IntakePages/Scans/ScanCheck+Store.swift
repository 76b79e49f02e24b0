import CivilDates
import Intake
import Model
import Vault
import VaultStorage
package import Web

extension ScanCheck {
    /// Stores the rows that count in one turn, then the scan goes; where something was wrong after all, it isn't good any
    /// more.
    ///
    /// - Returns: What can be undone.
    mutating func store() async throws -> Batch? {
        // Sealed again: what waits goes at its time, this stays.
        let pictures = keepsPicture ? try await pictures() : []
        guard try await haveRoom(pictures) else { return nil }
        let (draft, pass, id, member) = (draft, pass, id, member)
        let event = member.event(.imported, "scan")
        do {
            let (faulty, batch) = try await member.attach(pictures, to: pass.id, isUndoable: true) {
                records -> [VaccinationRecord]? in
                _ = try PendingScan.find(id, of: pass.id, in: records, now: member.now).found()
                let stored = try records.vaccinations(of: pass.id)
                let review = pass.review(draft, beside: stored, member)
                guard review.isReady else { return stored }
                try records.store(review.changes, of: pass, from: .scan, member, beside: stored)
                try records.deletePendingImport(id.pending)
                try records.log(event)
                return nil
            }
            if let faulty { judge(beside: faulty) }
            return batch
        } catch let error as VaultError where error.isOfQuota {
            errors.add("picture", words.accountFull)
            return nil
        }
    }

    /// The files as they came; of kinds that aren't kept, the flat pages.
    private func pictures() async throws -> [AttachmentForm.File] {
        let files = ScanFiles(member, id)
        var pictures: [AttachmentForm.File] = []
        for (number, source) in checked.scan.sources.enumerated() {
            guard let bytes = try await files.content(source.file) else { continue }
            if let type = AttachmentType(bytes) {
                pictures.append(.init(name: type.name(source.name), type: type, bytes: bytes))
                continue
            }
            for page in checked.scan.sheets.flatMap(\.pages) where page.source == number {
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
    let id: ScanID

    package init(_ member: SignedInRequest, _ id: ScanID) { (self.member, self.id) = (member, id) }

    /// A picture; nil where it is gone.
    package func content(_ file: String) async throws -> [UInt8]? {
        let files = try await member.vault.read { [id] in try $0.stagedFiles(of: id.pending) }
        guard let sealed = files.first(where: { $0.id.description == file }) else { return nil }
        return try await member.vault.stagedContent(sealed)
    }
}
