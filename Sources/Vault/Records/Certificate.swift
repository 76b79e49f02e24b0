package import Foundation
import Model
package import VaultStorage

/// A signed statement as it was imported: its original text, byte for byte.
package struct Certificate: Sendable, Equatable, Identifiable {
    /// The longest text that is stored, in bytes.
    package static let textLimit = 65_536

    package let id: CertificateID
    package let passID: PassID
    package let vaccinationID: VaccinationID?
    /// The text of its QR code, as it was.
    package let text: String
    /// What makes two imports the same certificate; unique in a vault.
    package let identity: String
    /// ISO 8601: the day of the vaccination, test or recovery.
    package let eventDate: String?
    package let issuedAt: Date?
    package let expiresAt: Date?
    package let addedAt: Date

    /// Validates.
    ///
    /// - Throws: `invalidRecord`, which names the field.
    package init(
        id: CertificateID = .random(), passID: PassID, vaccinationID: VaccinationID?, text: String, identity: String,
        eventDate: String?, issuedAt: Date?, expiresAt: Date?, addedAt: Date
    ) throws(VaultError) {
        guard !text.isEmpty, text.utf8.count <= Self.textLimit else {
            throw VaultError(.invalidRecord, "text has a length that is not allowed")
        }
        try Validation.text(identity, "identity", limit: 200)
        try Validation.optional(eventDate, "eventDate", limit: 40)
        self.id = id
        self.passID = passID
        self.vaccinationID = vaccinationID
        self.text = text
        self.identity = identity
        self.eventDate = eventDate
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.addedAt = addedAt
    }
}
