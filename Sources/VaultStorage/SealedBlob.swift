import Secrets

/// A sealed database as it was read: a head and pieces.
package enum SealedBlob {
    /// A blob that was opened.
    struct Opened {
        let blob: [UInt8]
        let header: BlobHeader
        let image: DatabaseImage
        let root: BlobRoot
    }

    /// Opens the last commit out of what `BlobStore.read` found.
    ///
    /// A blob of the next generation that doesn't open was being written when the power went, and no answer
    /// confirmed it: then the one that the accounts database remembers counts, and only exactly that one. A blob under a new key
    /// is never written in place, so it can't be torn.
    static func open(
        _ blobs: [[UInt8]], account: AccountID, record: CommitRecord, key: SecretBytes
    ) throws(VaultError) -> Opened {
        guard let first = blobs.first else { throw VaultError(.vaultMissing, "the account's blob is gone") }
        // Where the last one should be is one that is two ahead: the accounts database was put back.
        if blobs.count == 2, let own = try? BlobHeader(reading: blobs[1]), own.account == account,
            own.generation > record.generation + 1
        {
            throw VaultError(.vaultNewer, "the blob is newer than any commit of this server")
        }
        do throws(VaultError) {
            return try open(first, account: account, record: record, key: key)
        } catch {
            guard error.code == .vaultDamaged, blobs.count == 2, let next = try? BlobHeader(reading: first),
                next.epoch == record.epoch
            else { throw error }
            let opened = try open(blobs[1], account: account, record: record, key: key)
            guard opened.header.generation == record.generation else { throw error }
            return opened
        }
    }

    /// Opens a blob after judging it against the bookkeeping; each refusal has its own code.
    static func open(
        _ blob: [UInt8], account: AccountID, record: CommitRecord, key: SecretBytes
    ) throws(VaultError) -> Opened {
        let header = try judge(blob, account: account, record: record)
        let opened = try decrypt(blob, header, key)
        if header.generation == record.generation, !Sodium.areEqual(tag(of: blob, header), record.tag) {
            throw VaultError(.vaultForked, "the blob is another one of the same generation")
        }
        return opened
    }

    /// Whose and how old the blob says it is; nothing is decrypted.
    package static func judge(_ blob: [UInt8], account: AccountID, record: CommitRecord) throws(VaultError)
        -> BlobHeader
    {
        let header = try BlobHeader(reading: blob)
        guard header.account == account else {
            throw VaultError(.vaultForeign, "the blob belongs to another account")
        }
        guard header.generation >= record.generation else {
            throw VaultError(.vaultOlder, "the blob is older than the last commit")
        }
        // One ahead is the crash between the commit and its bookkeeping.
        guard header.generation - record.generation <= 1 else {
            throw VaultError(.vaultNewer, "the blob is newer than any commit of this server")
        }
        return header
    }

    private static func decrypt(
        _ blob: [UInt8], _ header: BlobHeader, _ key: SecretBytes
    ) throws(VaultError) -> Opened {
        let layout = header.layout
        guard blob.count == layout.blobLength else { throw damaged }
        let image = try DatabaseImage(capacity: layout.bodyLength)
        let root = try blob.withUnsafeBufferPointer { blob throws(VaultError) in
            guard let base = blob.baseAddress else { throw damaged }
            var sealing = try LargeSealing(isSealing: false, key: key, salt: header.nonce.prefix(Sealing.saltLength))
            let root = try BlobRoot(opening: base, header, sealing)
            for piece in 0..<layout.pieceCount {
                let salt = root.salt(of: piece)
                // Pieces of one commit share its salt.
                if salt != sealing.salt[...] { sealing = try LargeSealing(isSealing: false, key: key, salt: salt) }
                try sealing.begin(UInt64(piece) + 1)
                let source = base + layout.place(of: piece).lowerBound
                try sealing.next(
                    source, count: layout.pieceLength, into: image.start + piece * layout.pieceLength)
                guard root.isAuthentic(piece, sealing) else { throw damaged }
            }
            return root
        }
        image.cut(to: root.contentLength)
        return Opened(blob: blob, header: header, image: image, root: root)
    }

    private static var damaged: VaultError { VaultError(.vaultDamaged, "the blob's seal is broken") }
}

// MARK: - Without a key
extension SealedBlob {
    /// The Poly1305 tag of all of it: that of the root, which has the tags of the pieces.
    package static func tag(of blob: [UInt8], _ header: BlobHeader) -> [UInt8] {
        Array(blob.prefix(header.layout.headLength).suffix(Sealing.tagLength))
    }

    /// A digest of all of it, 32 bytes: that of the head and the digests of the pieces.
    package static func digest(of blob: [UInt8], _ header: BlobHeader) -> [UInt8] {
        let layout = header.layout
        guard blob.count == layout.blobLength else { return Blake.digest(blob) }
        let digests = blob.withUnsafeBufferPointer { bytes in
            (0..<layout.pieceCount).flatMap { Blake.digest(UnsafeBufferPointer(rebasing: bytes[layout.place(of: $0)])) }
        }
        return Blake.digest(Array(blob[..<layout.headLength]) + digests)
    }
}
