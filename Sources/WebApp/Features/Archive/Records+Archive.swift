import CivilDates
import Foundation
import PassArchive
import Vault

// The way back over the bridge: records that the vault accepts, or its error.

extension Pass {
    init(_ archived: ArchivedPass, id: PassID, createdAt: Date) throws(VaultError) {
        try self.init(
            id: id, kind: archived.kind, name: archived.name, birthDate: archived.birthDate?.description,
            sex: RecordedSex(rawValue: archived.sex.rawValue) ?? .unknown, createdAt: createdAt)
    }
}

extension Fact {
    init(_ archived: ArchivedFact, id: FactID, in pass: PassID) throws(VaultError) {
        try self.init(
            id: id, passID: pass, kind: archived.kind, value: archived.value, from: archived.from?.description,
            to: archived.to?.description)
    }
}

extension VaccinationRecord {
    init(_ archived: ArchivedVaccination, id: VaccinationID, in pass: PassID, now: Date) throws(VaultError) {
        try self.init(
            id: id, passID: pass, target: archived.target, vaccine: archived.vaccine,
            vaccineName: archived.vaccineName, date: archived.date.description, batch: archived.batch,
            administeredBy: archived.administeredBy, country: archived.country, note: archived.note,
            doseNumber: archived.doseNumber, seriesDoses: archived.seriesDoses,
            createdAt: archived.createdAt ?? now, updatedAt: archived.updatedAt ?? now)
    }
}
