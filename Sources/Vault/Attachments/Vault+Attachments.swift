import VaultStorage

extension Vault {
    /// Seals an attachment's content, durably.
    ///
    /// Add its record with `Records.insert(_:content:)`; without that the content goes again by itself.
    ///
    /// - Parameter content: 1 to `AttachmentLimits.fileBytes` bytes.
    package func seal(_ content: [UInt8]) async throws -> SealedFile {
        try requireUnlocked()
        try await withWritingLock { _ in }
        return try await attachments.seal(content, in: shared)
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
                // Sealed anew between the two steps: then its place is another one now.
                missing = file.id
            }
        }
    }
}
