import CivilDates
import Foundation
import HealthCertificate
import Immunization
import Model
import PassArchive
import Vault
import Web

/// Stores a confirmed import, all of it or none.
package struct ArchiveStore {
    let records: Records
    let changes: ArchiveChanges
    /// The day on which sources are noted.
    let today: CalendarDate
    private var now: Date { changes.now }
    /// The doses of passes that certificates without one of the file's came to.
    private var doses: [PassID: DosesByDay] = [:]
    /// Ids of the file's entries, and those that they have here.
    private var vaccinations: [String: VaccinationID] = [:]
    private var facts: Set<FactID> = []
    /// Where anything went to, and the days on which sources of doses were noted.
    private var touched: Set<PassID> = []
    private var sourceDays: [VaccinationID: PartialDate] = [:]
    /// The first pass that anything went to.
    private(set) var first: PassID?

    init(_ changes: ArchiveChanges, in records: Records, today: CalendarDate) throws {
        (self.changes, self.records, self.today) = (changes, records, today)
        for pass in try records.passes() { facts.formUnion(try records.facts(of: pass.id).map(\.id)) }
    }

    mutating func store() throws {
        let preview = changes.preview
        for pass in preview.plan.passes { note(pass) }
        for change in changes.list { try apply(change) }
        for pass in touched { try changes.evidence[pass]?.raise(in: records, on: today, days: sourceDays) }
        for setting in preview.settings where setting.current == nil || changes.choices.takesSettings {
            try records.setSetting(setting.key, to: setting.incoming)
        }
        if first == nil { first = preview.plan.passes.lazy.compactMap { $0.existing?.id.flatMap { PassID($0) } }.first }
    }

    /// Remembers which of the file's vaccinations are there, for their certificates.
    private mutating func note(_ pass: ArchiveImportPlan.Pass) {
        for row in pass.rows {
            guard case .vaccination(let incoming) = row.entry, let id = incoming.id else { continue }
            switch row.state {
            case .alreadyThere(.vaccination(let existing)), .conflict(.vaccination(let existing), _),
                .adds(_, .vaccination(let existing), _), .doubt(.vaccination(let existing), true, _):
                vaccinations[id] = existing.id.flatMap { VaccinationID($0) }
            default: continue
            }
        }
    }

    private mutating func apply(_ change: ArchiveImportChange) throws {
        switch change {
        case .insertPass(let pass, let key):
            guard let id = id(of: key) else { return }
            try records.insert(PassRecord(id: id, pass.content, createdAt: pass.createdAt ?? now))
            first = first ?? id
        case .updatePass(let pass, let key):
            guard let id = id(of: key), let old = try records.pass(id) else { return }
            try records.update(PassRecord(id: id, pass.content, createdAt: old.createdAt))
        case .insert(let entry, let key):
            guard let pass = id(of: key) else { return }
            first = first ?? pass
            touched.insert(pass)
            try insert(entry, in: pass)
        case .replace(let entry, let existing, let key):
            guard let pass = id(of: key) else { return }
            first = first ?? pass
            touched.insert(pass)
            try replace(existing, with: entry, in: pass)
        }
    }

    private func id(of key: String) -> PassID? { changes.passes[key] ?? PassID(key) }

    private mutating func insert(_ entry: ArchiveImportRow.Entry, in pass: PassID) throws {
        switch entry {
        case .vaccination(let archived):
            let wanted = try archived.id.flatMap { VaccinationID($0) }
                .flatMap { try records.vaccination($0) == nil ? $0 : nil }
            let id = wanted ?? .random()
            let record = try VaccinationRecord(
                id: id, passID: pass, claimed(archived.content, by: id), createdAt: archived.createdAt ?? now,
                updatedAt: archived.updatedAt ?? now)
            try records.insert(record)
            doses[pass]?.add(record)
            if let old = archived.id { vaccinations[old] = id }
        case .certificate(let archived):
            guard let facts = changes.preview.certificates[archived],
                try records.certificate(identity: facts.identity) == nil
            else { return }
            let wanted = try archived.id.flatMap { CertificateID($0) }
                .flatMap { try records.certificate($0) == nil ? $0 : nil }
            let vaccination =
                try archived.vaccination.flatMap { vaccinations[$0] }
                ?? facts.dose.flatMap {
                    try doses(of: pass).same(as: $0)?.id
                }
            try records.insert(
                facts.record(archived, id: wanted ?? .random(), in: pass, of: vaccination, now: now))
        case .fact(let archived):
            let wanted = archived.id.flatMap { FactID($0) }.flatMap { facts.contains($0) ? nil : $0 }
            let fact = try FactRecord(id: wanted ?? .random(), passID: pass, archived.content)
            facts.insert(fact.id)
            try records.insert(fact)
        case .attachment(let archived):
            guard case .kept(let place) = archived.place, let file = SealedFileID(place) else { return }
            let wanted = try archived.id.flatMap { AttachmentID($0) }
                .flatMap { try records.attachment($0) == nil ? $0 : nil }
            try records.insert(
                Attachment(
                    id: wanted ?? .random(), passID: pass,
                    vaccinationID: archived.vaccination.flatMap { vaccinations[$0] }, name: archived.name,
                    mediaType: archived.mediaType, addedAt: archived.addedAt ?? now), staged: file)
        }
    }

    /// Puts an entry in another's place, which keeps its id, so that its certificates stay with it.
    private mutating func replace(
        _ existing: ArchiveImportRow.Entry, with entry: ArchiveImportRow.Entry, in pass: PassID
    ) throws {
        switch (existing, entry) {
        case (.vaccination(let old), .vaccination(let new)):
            guard let id = old.id.flatMap({ VaccinationID($0) }), let record = try records.vaccination(id) else {
                return
            }
            let replaced = try VaccinationRecord(
                id: id, passID: pass, claimed(new.content, by: id), createdAt: record.createdAt, updatedAt: now)
            try records.update(replaced)
            doses[pass]?.replace(replaced)
        case (.fact(let old), .fact(let new)):
            guard let id = old.id.flatMap({ FactID($0) }) else { return }
            try records.deleteFact(id)
            try records.insert(FactRecord(id: id, passID: pass, new.content))
        default: break
        }
    }

    /// A dose as it is kept until a certificate proves more: what a file says of a source is its word.
    private mutating func claimed(_ content: Vaccination, by id: VaccinationID) -> Vaccination {
        var content = content
        if content.source > .record {
            sourceDays[id] = content.sourceDate
            (content.source, content.sourceDate) = (.record, nil)
        }
        if content.source == .record, content.sourceDate == nil {
            content.sourceDate = PartialDate(today)
        }
        return content
    }

    /// The doses of a pass, to find those that certificates speak of where the file doesn't say.
    private mutating func doses(of pass: PassID) throws -> DosesByDay {
        if let known = doses[pass] { return known }
        let read = DosesByDay(try records.vaccinations(of: pass), catalogue: changes.catalogue)
        doses[pass] = read
        return read
    }
}
