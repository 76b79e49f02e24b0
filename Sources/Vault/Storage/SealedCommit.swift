import Secrets

/// A database sealed for a commit: the blob's head, and all pieces or those that the blob in its slot doesn't hold.
package struct SealedCommit: Sendable {
    package let header: BlobHeader
    let layout: BlobLayout
    let root: BlobRoot
    /// What is to be written, in the blob's order.
    let bytes: [UInt8]
    /// Where in the blob that belongs.
    let places: [Range<Int>]
    /// The blob that the rest is left of; nil when nothing is, and `bytes` are the whole blob.
    let base: BlobHeader?

    /// What the books are to say of it, but for the digest.
    func bookmark(digest: [UInt8]) -> CommitRecord {
        CommitRecord(
            generation: header.generation, epoch: header.epoch,
            tag: Array(bytes[layout.headLength - Sealing.tagLength..<layout.headLength]), digest: digest,
            length: layout.blobLength)
    }

    /// What the books are to say of it.
    ///
    /// - Throws: `busy` when there is no memory.
    func bookmark() throws(VaultError) -> CommitRecord {
        var parts = Array(bytes[..<layout.headLength])
        for piece in 0..<layout.pieceCount { parts += root.digest(of: piece) }
        return bookmark(digest: try LargeDigest.digest(parts))
    }
}

// MARK: - Sealing
extension SealedCommit {
    /// Seals a database; it is read, never kept.
    ///
    /// - Parameters:
    ///   - salt: 16 random bytes, never used before.
    ///   - base: the blob that it is to be written over, of the same key. What that holds of an unchanged piece stays.
    init(
        _ content: UnsafeRawBufferPointer, account: AccountID, generation: UInt64, epoch: UInt32, key: SecretBytes,
        salt: [UInt8], over base: BlobSlot? = nil
    ) throws(VaultError) {
        let layout = BlobLayout(content: content.count)
        let header = BlobHeader(account: account, generation: generation, epoch: epoch, salt: salt, layout: layout)
        let base = base.flatMap { $0.header.layout == layout && $0.header.epoch == epoch ? $0 : nil }
        let pieces = base?.changedPieces ?? Array(0..<layout.pieceCount)
        var root = base?.root ?? BlobRoot(contentLength: 0, pieceCount: layout.pieceCount)
        root.contentLength = content.count
        let sealing = try LargeSealing(isSealing: true, key: key, salt: salt)
        let total = layout.headLength + pieces.count * layout.pieceLength
        var outcome: Result<Void, VaultError> = .success(())
        bytes = [UInt8](unsafeUninitializedCapacity: total) { bytes, initialized in
            guard let head = bytes.baseAddress else { return }
            outcome = Result { () throws(VaultError) in
                for (index, piece) in pieces.enumerated() {
                    let target = head + layout.headLength + index * layout.pieceLength
                    try Self.seal(piece, of: content, layout.pieceLength, into: target, sealing)
                    let sealed = UnsafeRawBufferPointer(start: target, count: layout.pieceLength)
                    try root.note(piece, salt: salt[...], sealing: sealing, digest: LargeDigest.digest(sealed))
                }
                try root.seal(into: head, header, layout, sealing)
            }
            if case .success = outcome { initialized = total }
        }
        try outcome.get()
        (self.header, self.layout, self.root, self.base) = (header, layout, root, base?.header)
        places = pieces.map(layout.place).reduce(into: [0..<layout.headLength]) { places, next in
            let last = places[places.count - 1]
            if last.upperBound == next.lowerBound {
                places[places.count - 1] = last.lowerBound..<next.upperBound
            } else {
                places.append(next)
            }
        }
    }

    /// Seals a piece of the content, or what zeros there are behind its end.
    private static func seal(
        _ piece: Int, of content: UnsafeRawBufferPointer, _ length: Int, into target: UnsafeMutablePointer<UInt8>,
        _ sealing: borrowing LargeSealing
    ) throws(VaultError) {
        try sealing.begin(UInt64(piece) + 1)
        let start = piece * length
        let there = max(0, min(length, content.count - start))
        if there > 0, let source = content.baseAddress {
            try sealing.next(source.assumingMemoryBound(to: UInt8.self) + start, count: there, into: target)
        }
        let rest = target + there
        rest.initialize(repeating: 0, count: length - there)
        try sealing.next(rest, count: length - there, into: rest)
    }
}
