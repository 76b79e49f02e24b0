package import Foundation
import Model
import Secrets
package import VaultStorage

/// A file that belongs to a pass: a scan or photo of the paper booklet, a letter as PDF.
///
/// Its content is outside the database, sealed separately; this is what is known of it.
package struct Attachment: Sendable, Equatable, Identifiable {
    package let id: AttachmentID
    package let passID: PassID
    /// The vaccination of the same pass that it shows; nil when it is about the whole pass.
    package let vaccinationID: VaccinationID?
    /// The file's name, without a path.
    package let name: String
    /// Such as `image/jpeg`.
    package let mediaType: String
    package let addedAt: Date

    /// Validates.
    ///
    /// - Throws: `invalidRecord`, which names the field.
    package init(
        id: AttachmentID = .random(), passID: PassID, vaccinationID: VaccinationID?, name: String, mediaType: String,
        addedAt: Date
    ) throws(VaultError) {
        try Validation.text(name, "name", limit: 100)
        try Validation.text(mediaType, "mediaType", limit: 100)
        self.id = id
        self.passID = passID
        self.vaccinationID = vaccinationID
        self.name = name
        self.mediaType = mediaType
        self.addedAt = addedAt
    }
}

/// An attachment together with what is known of its content.
package struct StoredAttachment: Sendable, Equatable, Identifiable {
    package let attachment: Attachment
    /// Bytes of the content.
    package let size: Int
    /// BLAKE2b of the content, 32 bytes.
    package let digest: [UInt8]

    package var id: AttachmentID { attachment.id }

    /// What two contents have in common when they are the same: BLAKE2b, 32 bytes.
    package static func digest(of content: [UInt8]) -> [UInt8] { Blake.digest(content) }
}

/// How much may be attached; what fits in here comes back whole from an export.
package enum AttachmentLimits {
    /// Bytes of one file.
    package static let fileBytes = 10_000_000
    /// Files of one pass.
    package static let filesOfPass = 40
    /// Bytes of all files of an account.
    package static let accountBytes = Quota.Line.attachments.mostBytes
}
