import Dispatch
import Foundation
import Model
import Secrets
import VaultStorage

/// Seals and opens attachments, and keeps their home in step with the vaults.
///
/// A content is durable before the record that names it commits; a crash between the two leaves a file that nothing
/// refers to. A content goes after the commit that took its last reference; a crash between the two leaves it on the
/// vault's own list of what has to go. `collectOrphans` makes both good.
struct AttachmentStore: Sendable {
    /// Seconds after which a file that nothing refers to can't be one whose record is on its way.
    static let orphanSeconds: TimeInterval = 3_600
    /// Bytes of contents that one round of care seals again.
    static let resealedBytes = 32_000_000

    let backend: any AttachmentBackend
    let random: RandomSource
    let database: any AccountsDatabase

    /// Seals a content, durably; nothing refers to it yet.
    ///
    /// - Parameters:
    ///   - line: what it is counted as; nil for one that takes the place of another.
    ///   - expires: when it goes, whether the vault is opened or not; nil for one that stays.
    func seal(
        _ content: [UInt8], in shared: OpenVault, on line: Quota.Line?, expires: Date? = nil
    ) async throws -> SealedFile {
        guard !content.isEmpty, content.count <= AttachmentLimits.fileBytes else {
            throw VaultError(.invalidRecord, "an attachment has a length that is not allowed")
        }
        guard let epoch = shared.key?.epoch else { throw VaultError(.closed, "the vault is closed") }
        let (account, random, backend) = (shared.account, random, backend)
        let id = SealedFileID.random(from: random)
        if let expires {
            let passing = TransientFile(account: account, file: id, expires: expires)
            try await database.write { try passing.note($0) }
        }
        return try await offPool {
            let key = random.secret(32)
            let sealed = try AttachmentSeal.seal(
                content, as: id, of: account, key: key, nonce: random.bytes(Sealing.nonceLength))
            try backend.write(sealed, as: id, of: account, on: line)
            return SealedFile(
                id: id, key: key.copied(), epoch: epoch, size: content.count, digest: Blake.digest(content))
        }
    }

    /// - Throws: `attachmentMissing`, `attachmentDamaged`, `vaultForeign`, `vaultVersion`, or a storage error.
    func open(_ file: SealedFile, of account: AccountID) async throws -> [UInt8] {
        let backend = backend
        return try await offPool {
            guard let sealed = try backend.read(file.id, of: account) else {
                throw VaultError(.attachmentMissing, "an attachment's file is gone")
            }
            let content = try AttachmentSeal.open(
                sealed, as: file.id, of: account, key: SecretBytes(copying: file.key))
            guard content.count == file.size else {
                throw VaultError(.attachmentDamaged, "an attachment's length is not the one that was noted")
            }
            return content
        }
    }

    /// Removes contents that nothing refers to yet.
    func discard(_ files: [SealedFile], of account: AccountID) async throws {
        guard !files.isEmpty else { return }
        try await remove(files.map(\.id), of: account)
    }

    /// Removes contents, and then what is noted of when they would go.
    private func remove(_ files: [SealedFileID], of account: AccountID) async throws {
        let backend = backend
        try await offPool { try backend.remove(files, of: account) }
        try await database.write { try TransientFile.forget(files, of: account, $0) }
    }

    /// Removes contents that nothing refers to any more; what fails is tried again by `collectOrphans`.
    func collectUnused(_ shared: OpenVault) async throws {
        let unused = try await shared.withLock { try $0.read { try $0.unusedFiles() } }
        guard !unused.isEmpty else { return }
        try await remove(unused, of: shared.account)
        try await shared.withLock { try $0.write { try $0.forget(unused) } }
    }

    /// One round of looking after an open vault's attachments.
    func collectOrphans(_ shared: OpenVault, orphansAfter seconds: TimeInterval = orphanSeconds) async throws {
        try await collectUnused(shared)
        try await removeOrphans(shared, after: seconds)
        try await resealStale(shared)
    }

    /// Removes what a crash left before its record was there.
    private func removeOrphans(_ shared: OpenVault, after seconds: TimeInterval) async throws {
        let (account, backend) = (shared.account, backend)
        // Listed first: what is added meanwhile isn't among them.
        let stored = try await offPool { try backend.files(of: account) }
        guard !stored.isEmpty else { return }
        let known = try await shared.withLock { try $0.read { try $0.sealedFileIDs() } }
        // Files carry the time of the machine, or of the database.
        let now = Date()
        let orphans = stored.filter { !known.contains($0.id) && now.timeIntervalSince($0.writtenAt) >= seconds }
        guard !orphans.isEmpty else { return }
        try await offPool { try backend.remove(orphans.map(\.id), of: account) }
    }

    /// Seals contents again, under new keys, that were sealed before the data key was last replaced.
    ///
    /// Somebody who had the old data key may have read the old contents' keys in an old copy of the vault; from here on
    /// they open nothing on the disk. Bounded, so that ending a session stays quick: the rest comes with the
    /// next rounds.
    private func resealStale(_ shared: OpenVault) async throws {
        guard let epoch = shared.key?.epoch else { return }
        let stale = try await shared.withLock { try $0.read { try $0.staleFiles(before: epoch) } }
        var bytes = 0
        for old in stale where bytes == 0 || bytes + old.size <= Self.resealedBytes {
            bytes += old.size
            // What is damaged or gone stays as it is: nobody opens it any more, and a check names it.
            guard let content = try? await open(old, of: shared.account) else { continue }
            let new = try await seal(content, in: shared, on: nil)
            try await shared.withLock { try $0.write { try $0.replace(old, with: new) } }
        }
        if bytes > 0 { try await collectUnused(shared) }
    }
}

extension Accounts {
    /// Takes away, in every vault that is open, what nobody needs any more: contents of attachments that nothing refers
    /// to, and what has had its time.
    ///
    /// What fails now is tried again with the next round.
    func collectGarbage() async {
        for shared in await vaults.openNow() {
            try? await attachments.collectOrphans(shared)
            let now = configuration.now()
            try? await shared.withLock { vault in
                guard try vault.read({ try $0.hasExpired(at: now) }) else { return }
                try vault.write { try $0.deleteExpired(at: now) }
            }
        }
    }
}
