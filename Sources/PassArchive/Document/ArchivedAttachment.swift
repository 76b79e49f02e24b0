package import Foundation

/// A file that belongs to a pass, such as a photo of the paper booklet.
package struct ArchivedAttachment: Sendable, Equatable {
    /// Where a content is that isn't in memory.
    package enum Place: Sendable, Equatable {
        /// Under a name that the caller understands.
        case kept(String)
        /// Nowhere, for a reason that the caller understands.
        case refused(String)
    }

    package var id: String?
    /// The id of the vaccination, in the same pass, that it belongs to.
    package var vaccination: String?
    /// The file's name, without a path.
    package var name: String
    /// Such as `image/jpeg`.
    package var mediaType: String
    package var addedAt: Date?
    /// The file; an exporter that streams leaves it empty and gives the bytes to the writer.
    package var content: ArchivedContent
    /// What files of the same bytes have in common, where the content itself isn't here.
    package var digest: [UInt8]?
    package var place: Place?

    package init(
        id: String? = nil, vaccination: String? = nil, name: String, mediaType: String, addedAt: Date? = nil,
        content: [UInt8] = []
    ) {
        self.id = id
        self.vaccination = vaccination
        self.name = name
        self.mediaType = mediaType
        self.addedAt = addedAt
        self.content = ArchivedContent(content)
    }
}
