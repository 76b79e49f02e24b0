package import Foundation
import Model
package import Vault

/// What an account's last import added, so that exactly that can be taken back within an hour.
///
/// Entries that an import put in the place of others stay: what was there before isn't kept.
package struct ImportUndo: Codable, Sendable {
    private static let identity = "undo"

    private var passes: [String] = []
    /// With the moment of their last change: what is changed since is somebody's own.
    private var vaccinations: [String: Double] = [:]
    private var certificates: [String] = []
    private var facts: [String] = []
    private var attachments: [String] = []

    /// Everything that is there.
    private init(_ records: Records) throws {
        for pass in try records.passes() {
            passes.append(pass.id.description)
            for dose in try records.vaccinations(of: pass.id) {
                vaccinations[dose.id.description] = dose.updatedAt.timeIntervalSince1970
            }
            certificates += try records.certificates(of: pass.id).map(\.id.description)
            facts += try records.facts(of: pass.id).map(\.id.description)
            attachments += try records.attachments(of: pass.id).map(\.id.description)
        }
    }

    /// Keeps only what wasn't there before.
    private mutating func subtract(_ before: ImportUndo) {
        func new(_ ids: [String], _ old: [String]) -> [String] { Array(Set(ids).subtracting(old)) }
        passes = new(passes, before.passes)
        vaccinations = vaccinations.filter { before.vaccinations[$0.key] == nil }
        certificates = new(certificates, before.certificates)
        facts = new(facts, before.facts)
        attachments = new(attachments, before.attachments)
    }

    private var isEmpty: Bool {
        passes.isEmpty && vaccinations.isEmpty && certificates.isEmpty && facts.isEmpty && attachments.isEmpty
    }

    /// Stores an import, and notes what it added in place of the import before.
    package static func noting<Result>(in records: Records, at now: Date, _ store: () throws -> Result) throws -> Result
    {
        let before = try ImportUndo(records)
        let result = try store()
        var made = try ImportUndo(records)
        made.subtract(before)
        if let old = try last(in: records) { try records.deletePendingImport(old) }
        if !made.isEmpty {
            let text = String(decoding: try JSONEncoder().encode(made), as: UTF8.self)
            try records.insert(PendingImport(passID: nil, text: text, identity: identity, createdAt: now))
        }
        return result
    }

    /// The import that can be taken back.
    package static func last(in records: Records) throws -> PendingID? { try records.pendingImport(named: identity) }

    /// The one with this id, unless its hour is over.
    package static func find(_ id: PendingID, in records: Records, now: Date) throws -> ImportUndo? {
        guard let record = try records.pendingImport(id), record.identity == identity, now < record.expires else {
            return nil
        }
        return try JSONDecoder().decode(ImportUndo.self, from: Data(record.text.utf8))
    }

    /// Takes back what was added and is as it was: no dose that was changed or given something since, no pass with
    /// anything in it.
    package func undo(in records: Records) throws {
        for id in certificates.compactMap({ CertificateID($0) }) { try records.deleteCertificate(id) }
        for id in attachments.compactMap({ AttachmentID($0) }) { try records.deleteAttachment(id) }
        for id in facts.compactMap({ FactID($0) }) { try records.deleteFact(id) }
        for (text, changed) in vaccinations {
            guard let id = VaccinationID(text), let dose = try records.vaccination(id),
                dose.updatedAt.timeIntervalSince1970 == changed, try records.certificates(of: id).isEmpty,
                try records.attachments(of: id).isEmpty
            else { continue }
            try records.deleteVaccination(id)
        }
        for id in passes.compactMap({ PassID($0) }) where try records.contents(of: id).isEmpty {
            // What somebody was given an address of stays until its owner ends it.
            guard try records.calendarFeed(of: id) == nil, try records.healthLinks(to: id).isEmpty else { continue }
            try records.deletePass(id)
        }
    }
}
