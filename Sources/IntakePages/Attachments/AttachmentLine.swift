import Vault
import Web

/// An attachment of a list, without its picture.
struct AttachmentLine: TemplateModel {
    let pass: PassID
    let item: StoredAttachment
    /// The vaccination that it belongs to, in words; nil where it isn't told.
    var vaccination: String?

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.item.attachment.name }, .text("link") { Links.attachment($0.pass, $0.item.id) },
        .text("delete") { Links.deleteAttachment($0.pass, $0.item.id) },
        .text("kind") { row, words in AttachmentType(rawValue: row.item.attachment.mediaType)?.kind(words) },
        .text("size") { row, words in words.fileSize(row.item.size) },
        .text("added") { row, words in
            words(.`attachments.added`, ["date": words.date(row.item.attachment.addedAt)])
        },
        .text("vaccination") { $0.vaccination },
    ]
}
