package import Foundation
package import Intake
import Model
package import Vault
import struct VaultStorage.VaultError
package import Web

extension Draft {
    /// Keeps it for a pass, with its pictures, beside what waits.
    ///
    /// - Throws: `tooManyDrafts`.
    package func store(
        of pass: PassID, in records: Records, with files: [SealedFile], at time: Date
    ) throws -> DraftID {
        let names = sources.map(\.name).joined(separator: ", ")
        let id = try records.keep(
            text, from: .photo, named: CleanText.draftName(names), of: pass, at: time
        ).id
        for file in files { try records.stage(file, for: id) }
        return id
    }

    /// Keeps what a template was tried on, in place of the pictures before.
    ///
    /// - Throws: `tooManyDrafts`.
    package func store(
        trying template: String, in records: Records, with files: [SealedFile], at time: Date
    ) throws {
        let id = try records.keep(text, from: .trial, named: template, at: time).id
        for file in files { try records.stage(file, for: id) }
    }

    /// What a template was tried on last, unless its time is over.
    package static func trial(of template: String, in records: Records, now: Date) throws -> (DraftID, Draft)? {
        try records.trial(of: template, at: now).map { ($0.id, try Draft($0)) }
    }

    /// Keeps what has changed of it, with further pictures; pictures that it names no more go.
    ///
    /// - Returns: When it goes.
    @discardableResult
    func replace(
        _ id: DraftID, in records: Records, with files: [SealedFile] = [], at time: Date
    ) throws -> Date {
        let record = try records.change(id, to: text, at: time)
        for file in files { try records.stage(file, for: id) }
        try records.keepStaged(pictures, of: id)
        return record.expires
    }

    /// The sealed files' ids.
    fileprivate var pictures: [String] { sources.map(\.file) + sheets.flatMap(\.pages).compactMap(\.flat) }

    private var text: String { get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } }

    /// What a record holds.
    package init(_ record: DraftRecord) throws {
        self = try JSONDecoder().decode(Draft.self, from: Data(record.content.utf8))
    }
}

extension SignedInRequest {
    /// When the pictures of what is kept now go, whether the vault is opened or not: never before it does.
    package var picturesExpire: Date { now + DraftRecord.lifetime + 60 }

    /// Has the pictures of pages that were read stay as long as a change of now.
    func prolongPictures(of draft: Draft) async throws {
        try await vault.prolong(draft.pictures.compactMap { SealedFileID($0) }, until: picturesExpire)
    }

    /// Keeps what has changed of pages that were read, for 30 days from now, with further pictures.
    ///
    /// - Returns: When they go.
    /// - Throws: `notFound` where they don't wait any more; `tooManyDrafts`.
    @discardableResult
    func keep(_ draft: Draft, as id: DraftID, with files: [SealedFile] = []) async throws -> Date {
        let now = now
        do {
            try await prolongPictures(of: draft)
            return try await vault.write { try draft.replace(id, in: $0, with: files, at: now) }
        } catch let error as VaultError where [.notFound, .tooManyDrafts, .vaultTooLarge].contains(error.code) {
            await vault.discard(files)
            throw error
        }
    }
}
