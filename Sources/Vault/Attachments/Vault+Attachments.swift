package import Foundation
import VaultStorage

extension Vault {
    /// Seals an attachment's content, durably.
    ///
    /// Add its record with `Records.insert(_:content:)`, or ``discard(_:)`` it; without either it goes by itself an hour
    /// later.
    ///
    /// - Parameters:
    ///   - content: 1 to `AttachmentLimits.fileBytes` bytes.
    ///   - expires: when it goes, whether the vault is opened or not; nil for one that stays.
    /// - Throws: `pictureLimit` or `accountLimit` where there is no room for it; see ``Quota``.
    package func seal(_ content: [UInt8], expires: Date? = nil) async throws -> SealedFile {
        try requireUnlocked()
        try await withWritingLock { _ in }
        return try await attachments.seal(
            content, in: shared, on: expires == nil ? .attachments : .pictures, expires: expires)
    }

    /// Lets contents that would go at a time stay until a later one, durably.
    ///
    /// Of what stays, or would go later still, nothing changes.
    package func prolong(_ files: [SealedFileID], until expires: Date) async throws {
        try requireUnlocked()
        guard !files.isEmpty else { return }
        let account = shared.account
        try await attachments.database.write { try TransientFile.prolong(files, of: account, until: expires, $0) }
    }

    /// Takes contents away again whose records weren't added, so that they count no longer.
    package func discard(_ files: [SealedFile]) async { try? await attachments.discard(files, of: shared.account) }

    /// A content that came with something that waits; nil when it isn't there any more.
    ///
    /// - Throws: `attachmentDamaged`, or a storage error.
    package func stagedContent(_ file: SealedFile) async throws -> [UInt8]? {
        try requireUnlocked()
        do {
            return try await attachments.open(file, of: shared.account)
        } catch let error as VaultError where error.code == .attachmentMissing {
            return nil
        }
    }

    /// An attachment's content, byte for byte as it was added; nil when there is no such attachment.
    ///
    /// - Throws: `attachmentMissing`, `attachmentDamaged`, or a storage error.
    package func content(of attachment: AttachmentID) async throws -> [UInt8]? {
        var missing: SealedFileID?
        while true {
            guard let file = try await read({ try $0.sealedFile(of: attachment) }) else { return nil }
            do {
                return try await attachments.open(file, of: shared.account)
            } catch let error as VaultError where error.code == .attachmentMissing && missing != file.id {
                // Sealed again between the two steps: then it is in another place now.
                missing = file.id
            }
        }
    }
}
