import CivilDates
import Foundation
import PassArchive
import Vault

// The bridge from the vault's records to the archive: neither module knows the other.

extension ArchivedPass {
    /// Everything that a pass holds.
    init(_ pass: Pass, in records: Records) throws {
        self.init(
            id: pass.id.description, kind: pass.kind, name: pass.name,
            birthDate: pass.birthDate.flatMap { PartialDate(ofRecord: $0) },
            sex: Sex(rawValue: pass.sex.rawValue) ?? .unknown,
            createdAt: pass.createdAt,
            facts: try records.facts(of: pass.id).map(ArchivedFact.init),
            vaccinations: try records.vaccinations(of: pass.id).compactMap(ArchivedVaccination.init),
            certificates: try records.certificates(of: pass.id).map(ArchivedCertificate.init),
            attachments: try records.attachments(of: pass.id).map(ArchivedAttachment.init))
    }
}

extension ArchivedFact {
    init(_ fact: Fact) {
        self.init(
            id: fact.id.description, kind: fact.kind, value: fact.value,
            from: fact.from.flatMap { PartialDate(ofRecord: $0) },
            to: fact.to.flatMap { PartialDate(ofRecord: $0) })
    }
}

extension ArchivedVaccination {
    init?(_ record: VaccinationRecord) {
        guard let date = PartialDate(ofRecord: record.date) else { return nil }
        self.init(
            id: record.id.description, target: record.target, vaccine: record.vaccine,
            vaccineName: record.vaccineName, date: date, batch: record.batch, administeredBy: record.administeredBy,
            country: record.country, note: record.note, doseNumber: record.doseNumber,
            seriesDoses: record.seriesDoses, createdAt: record.createdAt, updatedAt: record.updatedAt)
    }
}

extension ArchivedCertificate {
    init(_ record: Certificate) {
        self.init(
            id: record.id.description, vaccination: record.vaccinationID?.description, text: record.text,
            addedAt: record.addedAt)
    }
}

extension ArchivedAttachment {
    /// What is known of it; its content stays where it is.
    init(_ kept: KeptAttachment) {
        self.init(
            id: kept.id.description, vaccination: kept.attachment.vaccinationID?.description,
            name: kept.attachment.name, mediaType: kept.attachment.mediaType, addedAt: kept.attachment.addedAt)
        digest = kept.digest
    }
}
