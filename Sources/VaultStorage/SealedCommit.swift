import Secrets

/// Where an account's blobs are stored in turn, so that a commit never touches the one before it.
enum BlobSlot: UInt64 {
    case even, odd

    init(of generation: UInt64) { self = generation.isMultiple(of: 2) ? .even : .odd }
}

/// What is known of a blob in its slot without reading it.
struct KnownBlob: Sendable {
    let header: BlobHeader
    let root: BlobRoot
    /// The pieces that the database has changed since.
    var stale: Set<Int> = []
}

/// A database sealed for a commit: the blob's head, and all pieces or those that the blob in its slot doesn't hold.
package struct SealedCommit: Sendable {
    package let header: BlobHeader
    let root: BlobRoot
    /// What is to be written, in the blob's order.
    package let bytes: [UInt8]
    /// Where in the blob that belongs.
    let places: [Range<Int>]
    /// The blob that the rest is left of; nil when nothing is, and `bytes` are the whole blob.
    package let base: BlobHeader?

    var layout: BlobLayout { header.layout }
    var known: KnownBlob { KnownBlob(header: header, root: root) }

    /// What the accounts database is to say of it.
    package var record: CommitRecord {
        var parts = Array(bytes[..<layout.headLength])
        for piece in 0..<layout.pieceCount { parts += root.digest(of: piece) }
        return CommitRecord(
            generation: header.generation, epoch: header.epoch,
            tag: Array(bytes[..<layout.headLength].suffix(Sealing.tagLength)),
            digest: Blake.digest(parts), length: layout.blobLength)
    }

    /// Seals a database; it is read, never kept.
    ///
    /// - Parameters:
    ///   - header: with a salt that was never used before.
    ///   - base: the blob that it is to be written over, of the same key and layout, whose stale pieces are sealed; nil to
    ///     seal all.
    init(
        _ content: UnsafeRawBufferPointer, _ header: BlobHeader, key: SecretBytes, over base: KnownBlob? = nil
    ) throws(VaultError) {
        let layout = header.layout
        let pieces = base?.stale.sorted() ?? Array(0..<layout.pieceCount)
        var root = base?.root ?? BlobRoot(contentLength: 0, pieceCount: layout.pieceCount)
        root.contentLength = content.count
        let salt = header.nonce.prefix(Sealing.saltLength)
        let sealing = try LargeSealing(isSealing: true, key: key, salt: salt)
        let total = layout.headLength + pieces.count * layout.pieceLength
        var outcome: Result<Void, VaultError> = .success(())
        bytes = [UInt8](unsafeUninitializedCapacity: total) { bytes, initialized in
            guard let head = bytes.baseAddress else { return }
            outcome = Result { () throws(VaultError) in
                for (index, piece) in pieces.enumerated() {
                    let target = head + layout.headLength + index * layout.pieceLength
                    try Self.seal(piece, of: content, layout.pieceLength, into: target, sealing)
                    let sealed = UnsafeBufferPointer(start: target, count: layout.pieceLength)
                    try root.set(piece, salt: salt, sealing: sealing, digest: Blake.digest(sealed))
                }
                try root.seal(into: head, header, sealing)
            }
            if case .success = outcome { initialized = total }
        }
        try outcome.get()
        (self.header, self.root, self.base) = (header, root, base?.header)
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
