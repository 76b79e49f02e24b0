import CivilDates
import Foundation
import HealthCertificate
import Immunization
import Vault

/// Stores the confirmed rows of an import, all of them or none.
struct ImportStore: Sendable {
    let catalogue: Catalogue
    let now: Date

    /// Puts each certificate into its pass and series; makes new passes, one for each holder.
    ///
    /// - Returns: The pass that the last certificate went to.
    func store(_ rows: [ImportRow], in records: Records) throws -> PassID? {
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
            try store(row.content, in: pass, records)
            last = pass
        }
        if let last { try records.setSetting(SettingKey.activePass, to: last.description) }
        return last
    }

    private func newPass(_ holder: Holder, in records: Records) throws -> PassID {
        let birth = holder.dateOfBirth?.date
        func pass(_ name: String, born birthDate: String?) throws(VaultError) -> Pass {
            try Pass(
                id: .random(), kind: "person", name: String(name.prefix(100)), birthDate: birthDate, sex: .unknown,
                createdAt: now)
        }
        // What a pass can't hold is tidied, then left out: the certificate says it still.
        let (name, date) = (holder.name.display, birth?.description)
        let ways = [(name, date), (name, nil), (TidyText.name(name), date)]
        let pass = try ways.lazy.compactMap { try? pass($0, born: $1) }.first ?? pass(TidyText.name(name), born: nil)
        try records.insert(pass)
        return pass.id
    }

    private func store(_ content: SignedCertificate, in pass: PassID, _ records: Records) throws {
        var vaccination: VaccinationID?
        for draft in VaccinationDraft.all(content, catalogue: catalogue) {
            if let same = try records.vaccinations(of: pass, target: draft.target, on: draft.date).first {
                vaccination = same.id
            } else {
                let record = try draft.record(in: pass, now: now)
                try records.insert(record)
                vaccination = record.id
            }
        }
        let certificate = try Certificate(
            id: .random(), passID: pass, vaccinationID: vaccination, text: content.text, identity: content.identity,
            eventDate: content.eventDate, issuedAt: content.issuedAt, expiresAt: content.expiresAt, addedAt: now)
        try records.insert(certificate)
    }
}
