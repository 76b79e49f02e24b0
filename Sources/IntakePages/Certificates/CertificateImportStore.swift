import CivilDates
import Foundation
import HealthCertificate
import Immunization
import Model
import Vault
import Web

/// Stores the confirmed rows of an import, all of them or none.
struct CertificateImportStore: Sendable {
    let catalogue: Catalogue
    let judge: CertificateJudge
    /// The day on which sources are noted.
    let today: CalendarDate
    private var now: Date { judge.moment }

    init(catalogue: Catalogue, judge: CertificateJudge, today: CalendarDate) {
        (self.catalogue, self.judge, self.today) = (catalogue, judge, today)
    }

    /// Puts each certificate into its pass and series; makes new passes, one for each holder.
    ///
    /// - Returns: The pass that the last certificate went to.
    func store(_ rows: [CertificateImportRow], in records: Records) throws -> PassID? {
        var made: [(holder: Holder, id: PassID)] = []
        var last: PassID?
        for row in rows where row.known == nil {
            let pass: PassID
            switch row.destination {
            case .nowhere: continue
            case .pass(let id): pass = id
            case .newPass:
                if let one = made.first(where: { $0.holder.isSame(as: row.content.holder) }) {
                    pass = one.id
                } else {
                    pass = try newPass(row.content.holder, in: records)
                    made.append((row.content.holder, pass))
                }
            }
            try store(row, in: pass, records)
            last = pass
        }
        if let last { try records.setSetting(SettingKey.activePass, to: last.description) }
        return last
    }

    private func newPass(_ holder: Holder, in records: Records) throws -> PassID {
        let birth = holder.recordedBirthDate
        let name = String(holder.name.display.prefix(Pass.nameLimit))
        // What a pass can't hold is tidied: the certificate says it still.
        let names = [name, TidyText.name(name)].map { Pass(kind: Pass.person, name: $0, birthDate: birth) }
        let pass = try PassRecord(names.first { $0.issues.isEmpty } ?? names[1], createdAt: now)
        try records.insert(pass)
        return pass.id
    }

    private func store(_ row: CertificateImportRow, in pass: PassID, _ records: Records) throws {
        let content = row.content
        var vaccination: VaccinationID?
        for draft in row.doses.compactMap(\.draft).sorted(by: { $0.vaccination.date < $1.vaccination.date }) {
            if let same = try records.sameDose(as: draft.vaccination, in: pass, catalogue) {
                vaccination = same.id
            } else {
                var dose = draft.vaccination
                (dose.source, dose.sourceDate) = (.record, PartialDate(today))
                let record = try VaccinationRecord(passID: pass, dose, createdAt: now, updatedAt: now)
                try records.insert(record)
                vaccination = record.id
            }
        }
        let certificate = try Certificate(
            id: .random(), passID: pass, vaccinationID: vaccination, text: content.text, identity: content.identity,
            eventDate: content.eventDate, issuedAt: content.issuedAt, expiresAt: content.expiresAt, addedAt: now)
        try records.insert(certificate)
        try DoseEvidence.raise(in: pass, records, judge: judge, catalogue: catalogue, on: today)
    }
}

extension Holder {
    /// The day of birth, where a pass can hold it.
    var recordedBirthDate: PartialDate? { dateOfBirth?.date.flatMap { $0.isOfRecord ? $0 : nil } }
}
