import Model
import PassArchive
package import Vault

// The bridge from the vault's records to the archive: neither module knows the other.

extension ArchivedPass {
    /// Everything that a pass holds.
    ///
    /// - Parameter certificates: Those of the pass, where they were read already.
    init(_ pass: PassRecord, certificates: [Certificate]? = nil, in records: Records) throws {
        self.init(
            id: pass.id.description, pass.content, createdAt: pass.createdAt,
            facts: try records.facts(of: pass.id).map { ArchivedFact(id: $0.id.description, $0.content) },
            vaccinations: try records.vaccinations(of: pass.id).map(ArchivedVaccination.init),
            certificates: try (certificates ?? records.certificates(of: pass.id)).map(ArchivedCertificate.init),
            attachments: try records.attachments(of: pass.id).map(ArchivedAttachment.init))
    }
}

extension ArchivedVaccination {
    package init(_ record: VaccinationRecord) {
        self.init(
            id: record.id.description, record.content, createdAt: record.createdAt, updatedAt: record.updatedAt)
    }
}

extension ArchivedCertificate {
    package init(_ record: Certificate) {
        self.init(
            id: record.id.description, vaccination: record.vaccinationID?.description, text: record.text,
            addedAt: record.addedAt)
    }
}

extension ArchivedAttachment {
    /// What is known of it; its content stays where it is.
    package init(_ kept: StoredAttachment) {
        self.init(
            id: kept.id.description, vaccination: kept.attachment.vaccinationID?.description,
            name: kept.attachment.name, mediaType: kept.attachment.mediaType, addedAt: kept.attachment.addedAt)
        digest = kept.digest
    }
}
