import CivilDates
import Model
import Vault
import VaultStorage

extension ScanCheck {
    /// Stores the rows that count in one turn, then the scan goes; false where something was wrong after all.
    mutating func store() async throws -> Bool {
        let pictures = keepsPicture ? try await pictures() : []
        guard try await haveRoom(pictures) else { return false }
        var attachments: [(attachment: Attachment, content: SealedFile)] = []
        do {
            for picture in pictures {
                let attachment = try Attachment(
                    passID: pass.id, vaccinationID: nil, name: picture.name, mediaType: picture.type.rawValue,
                    addedAt: member.now)
                // Sealed anew: what waits goes at its time, this stays.
                attachments.append((attachment, try await member.vault.seal(picture.bytes)))
            }
            try await store(attachments)
        } catch let error as VaultError where error.isOfQuota {
            errors.add("picture", member.words.accountFull)
        }
        let isStored = errors.isEmpty && isGood
        if !isStored { await member.vault.discard(attachments.map(\.content)) }
        return isStored
    }

    private mutating func store(_ attachments: [(attachment: Attachment, content: SealedFile)]) async throws {
        let events =
            [member.event(.imported, "scan")]
            + attachments.map { member.event(.attachmentAdded, $0.attachment.id.description) }
        let (table, pass, id, now, today) = (table, pass, id, member.now, member.today)
        let (catalogue, words) = (catalogue, member.words)
        let stored = try await member.vault.write { [attachments] records -> EntryTable in
            guard try PendingScan.find(id, of: pass.id, in: records, now: now) != nil else {
                throw HTTPProblem.notFound
            }
            var stored = table
            stored.findTwins(
                among: try records.vaccinations(of: pass.id), catalogue: catalogue, words: words)
            guard stored.lines.allSatisfy(\.reading.faults.isEmpty) else { return stored }
            for var vaccination in stored.vaccinations {
                (vaccination.source, vaccination.sourceDate) = (.scan, PartialDate(today))
                try records.insert(
                    VaccinationRecord(passID: pass.id, vaccination, createdAt: now, updatedAt: now))
            }
            for (attachment, content) in attachments { try records.insert(attachment, content: content) }
            try records.deletePendingImport(id)
            for event in events { try records.log(event) }
            return stored
        }
        self.table = stored
    }

    private struct Picture {
        let name: String
        let type: AttachmentType
        let bytes: [UInt8]
    }

    /// The files as they came; of kinds that aren't kept, the flat pages.
    private func pictures() async throws -> [Picture] {
        let files = ScanFiles(member, id)
        var pictures: [Picture] = []
        for (number, source) in checked.scan.sources.enumerated() {
            guard let bytes = try await files.content(source.file) else { continue }
            if let type = AttachmentType(bytes) {
                pictures.append(Picture(name: type.name(source.name), type: type, bytes: bytes))
                continue
            }
            for page in checked.scan.sheets.flatMap(\.pages) where page.source == number {
                guard let flat = page.flat, let bytes = try await files.content(flat) else { continue }
                pictures.append(Picture(name: AttachmentType.png.name(source.name), type: .png, bytes: bytes))
            }
        }
        return pictures
    }

    private mutating func haveRoom(_ pictures: [Picture]) async throws -> Bool {
        guard !pictures.isEmpty else { return true }
        let room = try await member.vault.read { [pass] in try AttachmentForm.Room(in: pass.id, $0) }
        let words = member.words
        if pictures.count > room.files {
            errors.add("picture", words(.attachmentsErrorMany, count: AttachmentLimits.filesOfPass))
        } else if pictures.reduce(0, { $0 + $1.bytes.count }) > room.bytes {
            let sizes = [
                "limit": words.fileSize(AttachmentLimits.accountBytes), "room": words.fileSize(max(0, room.bytes)),
            ]
            errors.add("picture", words(.attachmentsErrorRoom, sizes))
        }
        return errors.isEmpty
    }
}

/// The sealed pictures of an open scan.
struct ScanFiles: Sendable {
    let member: SignedInRequest
    let id: PendingID

    init(_ member: SignedInRequest, _ id: PendingID) { (self.member, self.id) = (member, id) }

    /// A picture; nil where it is gone.
    func content(_ file: String) async throws -> [UInt8]? {
        let files = try await member.vault.read { [id] in try $0.stagedFiles(of: id) }
        guard let sealed = files.first(where: { $0.id.description == file }) else { return nil }
        return try await member.vault.stagedContent(sealed)
    }
}
