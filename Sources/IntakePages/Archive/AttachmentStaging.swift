import Foundation
import Model
import PassArchive
import Vault
import VaultStorage

/// Seals the attachments of a file that is imported, so that they wait outside of the database until it is confirmed.
struct AttachmentStaging: Sendable {
    /// How many contents one import brings at most.
    static let mostFiles = 400

    /// What became of the content of one attachment, by its place in the document.
    struct Staged: Codable, Sendable {
        let pass: Int
        let index: Int
        /// The sealed file; nil where it can't be kept.
        let file: String?
        let refusal: String?
        let digest: Data
    }

    /// A content that was taken out, and why it can't be kept.
    private struct Taken {
        let pass: Int
        let index: Int
        let content: ArchivedContent
        let refusal: ArchiveIntake.Reason?
    }

    private let taken: [Taken]

    var isEmpty: Bool { taken.isEmpty }

    /// Takes the contents out of the passes, whose attachments are then called by the kinds that theirs are of.
    init(taking contents: inout ArchiveContents) {
        var taken: [Taken] = []
        for pass in contents.passes.indices {
            for index in contents.passes[pass].attachments.indices {
                let attachment = contents.passes[pass].attachments[index]
                contents.passes[pass].attachments[index].content = ArchivedContent([])
                var refusal: ArchiveIntake.Reason?
                if attachment.content.count > AttachmentLimits.fileBytes {
                    refusal = .attachmentSize
                } else if let type = AttachmentType(attachment.content.bytes) {
                    contents.passes[pass].attachments[index].mediaType = type.rawValue
                    contents.passes[pass].attachments[index].name = type.name(attachment.name)
                } else {
                    refusal = .attachmentType
                }
                taken.append(Taken(pass: pass, index: index, content: attachment.content, refusal: refusal))
            }
        }
        self.taken = taken
    }

    /// Seals them, as many as there is room for.
    ///
    /// - Returns: what became of each, and the sealed files, to be kept with what waits.
    func seal(in vault: Vault) async throws -> (staged: [Staged], files: [SealedFile]) {
        var (staged, files, bytes): ([Staged], [SealedFile], Int) = ([], [], 0)
        var ofPass: [Int: Int] = [:]
        for item in taken {
            try Task.checkCancellation()
            var (refusal, digest): (ArchiveIntake.Reason?, [UInt8]) = (item.refusal, [])
            if refusal == nil,
                ofPass[item.pass, default: 0] >= AttachmentLimits.filesOfPass || files.count >= Self.mostFiles
                    || bytes + item.content.count > AttachmentLimits.accountBytes
            {
                refusal = .attachmentRoom
            }
            if refusal == nil {
                let content = item.content.bytes
                digest = StoredAttachment.digest(of: content)
                do {
                    files.append(try await vault.seal(content))
                    ofPass[item.pass, default: 0] += 1
                    bytes += content.count
                } catch let error as VaultError where error.isOfQuota {
                    refusal = .attachmentRoom
                }
            }
            staged.append(
                Staged(
                    pass: item.pass, index: item.index, file: refusal == nil ? files.last?.id.description : nil,
                    refusal: refusal?.rawValue, digest: Data(digest)))
        }
        return (staged, files)
    }

    /// Says of each attachment where its content waits, or why it doesn't.
    static func mark(_ contents: inout ArchiveContents, with staged: [Staged]) {
        for item in staged {
            guard contents.passes.indices.contains(item.pass),
                contents.passes[item.pass].attachments.indices.contains(item.index)
            else { continue }
            let place = item.file.map(ArchivedAttachment.Place.kept) ?? .refused(item.refusal ?? "")
            contents.passes[item.pass].attachments[item.index].place = place
            if !item.digest.isEmpty { contents.passes[item.pass].attachments[item.index].digest = Array(item.digest) }
        }
    }
}
