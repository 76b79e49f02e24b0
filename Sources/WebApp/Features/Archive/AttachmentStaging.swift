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

    let vault: Vault

    /// Takes the contents out of the passes.
    ///
    /// - Returns: what became of each, and the sealed files, to be kept with what waits.
    func stage(_ contents: inout ArchiveContents) async throws -> (staged: [Staged], files: [SealedFile]) {
        var (staged, files, bytes): ([Staged], [SealedFile], Int) = ([], [], 0)
        for pass in contents.passes.indices {
            var ofPass = 0
            for index in contents.passes[pass].attachments.indices {
                let attachment = contents.passes[pass].attachments[index]
                contents.passes[pass].attachments[index].content = ArchivedContent([])
                let size = attachment.content.count
                var (refusal, digest): (ArchiveIntake.Reason?, [UInt8]) = (nil, [])
                if size > AttachmentLimits.fileBytes {
                    refusal = .attachmentSize
                } else if ofPass >= AttachmentLimits.filesOfPass || files.count >= Self.mostFiles
                    || bytes + size > AttachmentLimits.accountBytes
                {
                    refusal = .attachmentRoom
                }
                if refusal == nil {
                    let content = attachment.content.bytes
                    if let type = AttachmentType(content) {
                        contents.passes[pass].attachments[index].mediaType = type.rawValue
                        contents.passes[pass].attachments[index].name = type.name(attachment.name)
                        digest = StoredAttachment.digest(of: content)
                        do {
                            files.append(try await vault.seal(content))
                            (ofPass, bytes) = (ofPass + 1, bytes + size)
                        } catch let error as VaultError where error.isOfQuota {
                            refusal = .attachmentRoom
                        }
                    } else {
                        refusal = .attachmentType
                    }
                }
                staged.append(
                    Staged(
                        pass: pass, index: index, file: refusal == nil ? files.last?.id.description : nil,
                        refusal: refusal?.rawValue, digest: Data(digest)))
            }
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
