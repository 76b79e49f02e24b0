/// One sealed content in the attachments' home: where it lies, the key that opens it, what it holds.
///
/// Every content has a random key of its own, which lies in the vault. So whoever knew an account's data key and nothing
/// else opens none of them once that key was replaced; and whoever also had an old copy of the vault, none that was
/// sealed anew since. `epoch` tells which were not: see `AttachmentCabinet.resealStale`.
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
