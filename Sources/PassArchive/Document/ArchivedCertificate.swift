package import Foundation

/// A certificate: its original text is all that counts, everything else can be read from it again.
package struct ArchivedCertificate: Sendable, Equatable {
    package var id: String?
    /// The id of the vaccination, in the same pass, that it certifies.
    package var vaccination: String?
    /// The text of the QR code, such as `HC1:…` or `shc:/…`.
    package var text: String
    package var addedAt: Date?

    package init(id: String? = nil, vaccination: String? = nil, text: String, addedAt: Date? = nil) {
        self.id = id
        self.vaccination = vaccination
        self.text = text
        self.addedAt = addedAt
    }
}
