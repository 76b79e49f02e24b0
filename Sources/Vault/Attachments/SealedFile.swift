/// One sealed content in the attachments' home: where it is, the key that opens it, what it holds.
///
/// Every content has a random key of its own, which is kept in the vault. Once an account's data key has been replaced,
/// the old one opens none of them; with an old copy of the vault it opens only those that haven't been sealed again since.
/// `epoch` says which those are: see `AttachmentStore.resealStale`.
package struct SealedFile: Sendable, Equatable, Identifiable {
    package let id: SealedFileID
    /// 32 bytes.
    let key: [UInt8]
    /// The number of the data key that was in use when it was sealed.
    let epoch: UInt32
    /// Bytes of the content.
    package let size: Int
    /// BLAKE2b of the content, 32 bytes.
    package let digest: [UInt8]
}
