import CivilDates
import Foundation
import HealthCertificate
import Immunization
import Model
import Vault
import Web

/// Stores the confirmed rows of an import, all of them or none.
struct CertificateImportStore: Sendable {
    private let rows: [(row: CertificateImportRow, pass: PassRecord)]
    private let made: [PassRecord]
    /// What the certificates of each pass prove, with the new ones.
    private let evidence: [PassID: DoseEvidence]
    private let catalogue: Catalogue
    private let now: Date
    /// The day on which sources are noted.
    private let today: CalendarDate

    /// Chooses each certificate's pass, new ones for each holder that has none, and reads what is there.
    ///
    /// - Parameter proofs: What the certificates of a pass prove once these doses are among its own.
    init(
        _ rows: [CertificateImportRow], passes: [PassRecord], catalogue: Catalogue, now: Date, today: CalendarDate,
        proofs: (PassRecord, [Vaccination]) async throws -> DoseEvidence
    ) async throws {
        (self.catalogue, self.now, self.today) = (catalogue, now, today)
        var made: [(holder: Holder, pass: PassRecord)] = []
        var chosen: [(row: CertificateImportRow, pass: PassRecord)] = []
        for row in rows where row.known == nil {
            switch row.destination {
            case .nowhere: continue
            case .pass(let id): chosen.append((row, try passes.first { $0.id == id }.found()))
            case .newPass:
                if let one = made.first(where: { $0.holder.isSame(as: row.content.holder) }) {
                    chosen.append((row, one.pass))
                } else {
                    let pass = try Self.newPass(row.content.holder, at: now)
                    made.append((row.content.holder, pass))
                    chosen.append((row, pass))
                }
            }
        }
        var evidence: [PassID: DoseEvidence] = [:]
        for (id, rows) in Dictionary(grouping: chosen, by: \.pass.id) {
            let drafts = rows.flatMap(\.row.doses).compactMap(\.draft?.vaccination)
            evidence[id] = try await proofs(rows[0].pass, drafts)
            for (row, _) in rows { evidence[id]?.add(row.content.text, row.content, row.judgement) }
        }
        (self.rows, self.made, self.evidence) = (chosen, made.map(\.pass), evidence)
    }

    /// Puts each certificate into its pass and series.
    ///
    /// - Returns: The pass that the last certificate went to.
    func store(in records: Records) throws -> PassID? {
        for pass in made { try records.insert(pass) }
        var doses: [PassID: DosesByDay] = [:]
        for (row, pass) in rows {
            var there =
                try doses[pass.id] ?? DosesByDay(try records.vaccinations(of: pass.id), catalogue: catalogue)
            try store(row, in: pass.id, records, &there)
            doses[pass.id] = there
        }
        for proofs in evidence.values { try proofs.raise(in: records, on: today) }
        let last = rows.last?.pass.id
        if let last { try records.setSetting(SettingKey.activePass, to: last.description) }
        return last
    }

    private static func newPass(_ holder: Holder, at now: Date) throws -> PassRecord {
        let birth = holder.recordedBirthDate
        let name = String(holder.name.display.prefix(Pass.nameLimit))
        // What a pass can't hold is tidied: the certificate says it still.
        let names = [name, CleanText.name(name)].map { Pass(kind: Pass.person, name: $0, birthDate: birth) }
        return try PassRecord(names.first { $0.issues.isEmpty } ?? names[1], createdAt: now)
    }

    private func store(
        _ row: CertificateImportRow, in pass: PassID, _ records: Records, _ there: inout DosesByDay
    ) throws {
        let content = row.content
        var vaccination: VaccinationID?
        for draft in row.doses.compactMap(\.draft).sorted(by: { $0.vaccination.date < $1.vaccination.date }) {
            if let same = there.same(as: draft.vaccination) {
                vaccination = same.id
            } else {
                var dose = draft.vaccination
                (dose.source, dose.sourceDate) = (.record, PartialDate(today))
                let record = try VaccinationRecord(passID: pass, dose, createdAt: now, updatedAt: now)
                try records.insert(record)
                there.add(record)
                vaccination = record.id
            }
        }
        let certificate = try Certificate(
            id: .random(), passID: pass, vaccinationID: vaccination, text: content.text, identity: content.identity,
            eventDate: content.eventDate, issuedAt: content.issuedAt, expiresAt: content.expiresAt, addedAt: now)
        try records.insert(certificate)
    }
}

extension Holder {
    /// The day of birth, where a pass can hold it.
    var recordedBirthDate: PartialDate? { dateOfBirth?.date.flatMap { $0.isOfRecord ? $0 : nil } }
}
