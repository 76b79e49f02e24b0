/// A database image sealed whole: header, then the ciphertext of length (8 bytes), image and zeros up to a bucket.
enum SealedBlob {
    /// Seals an image; it is read, never kept.
    static func seal(
        _ image: UnsafeRawBufferPointer, header: BlobHeader, key: SecretBytes
    ) throws(VaultError) -> [UInt8] {
        let padded = paddedLength(8 + image.count)
        let total = BlobHeader.length + padded + Sealing.tagLength
        var outcome: Result<Void, VaultError> = .success(())
        let blob = [UInt8](unsafeUninitializedCapacity: total) { blob, initialized in
            guard let base = blob.baseAddress else { return }
            outcome = Result { () throws(VaultError) in try fill(base, header, image, padded: padded, key) }
            if case .success = outcome { initialized = total }
        }
        try outcome.get()
        return blob
    }

    /// Writes header, sealed length, image, zeros, and tag.
    private static func fill(
        _ blob: UnsafeMutablePointer<UInt8>, _ header: BlobHeader, _ image: UnsafeRawBufferPointer, padded: Int,
        _ key: SecretBytes
    ) throws(VaultError) {
        let associated = header.bytes
        let sealing = try LargeSealing(isSealing: true, key: key, nonce: header.nonce, associated: associated)
        UnsafeMutableRawPointer(blob).copyMemory(from: associated, byteCount: associated.count)
        let body = blob + associated.count
        try sealing.next(UInt64(image.count).bigEndianBytes, count: 8, into: body)
        if let source = image.baseAddress {
            try sealing.next(source.assumingMemoryBound(to: UInt8.self), count: image.count, into: body + 8)
        }
        let rest = body + 8 + image.count
        let zeros = padded - 8 - image.count
        rest.initialize(repeating: 0, count: zeros)
        try sealing.next(rest, count: zeros, into: rest)
        try sealing.tag(into: body + padded)
    }

    /// Opens the last commit out of what `BlobStore.read` found.
    ///
    /// A blob of the next generation that doesn't open was being written when the power went, and nobody was told that it
    /// stands: then the one that the books remember counts, and only exactly that one. A blob under a new key is never
    /// written in place, so it can't be torn.
    static func open(
        _ blobs: [[UInt8]], account: AccountID, bookmark: Bookmark, key: SecretBytes
    ) throws(VaultError) -> (blob: [UInt8], header: BlobHeader, image: DatabaseImage) {
        guard let first = blobs.first else { throw VaultError(.vaultMissing, "the account's blob is gone") }
        // Where the books' own should be is one that they are two behind: they were put back.
        if blobs.count == 2, let own = try? BlobHeader(reading: blobs[1]), own.account == account,
            own.generation > bookmark.generation + 1
        {
            throw VaultError(.vaultNewer, "the blob is newer than any commit of this server")
        }
        do throws(VaultError) {
            let opened = try open(first, account: account, bookmark: bookmark, key: key)
            return (first, opened.header, opened.image)
        } catch {
            guard error.code == .vaultDamaged, blobs.count == 2, let next = try? BlobHeader(reading: first),
                next.epoch == bookmark.epoch
            else { throw error }
            let opened = try open(blobs[1], account: account, bookmark: bookmark, key: key)
            guard opened.header.generation == bookmark.generation else { throw error }
            return (blobs[1], opened.header, opened.image)
        }
    }

    /// Opens a blob after judging it against the bookkeeping; each refusal has its own code.
    static func open(
        _ blob: [UInt8], account: AccountID, bookmark: Bookmark, key: SecretBytes
    ) throws(VaultError) -> (header: BlobHeader, image: DatabaseImage) {
        let header = try judge(blob, account: account, bookmark: bookmark)
        let image = try decrypt(blob, header: header, key: key)
        let isSameGeneration = header.generation == bookmark.generation
        if isSameGeneration, !Sodium.areEqual(Array(blob.suffix(Sealing.tagLength)), bookmark.tag) {
            throw VaultError(.vaultForked, "the blob is another one of the same generation")
        }
        return (header, image)
    }

    /// Whose and how old the blob says it is; nothing is decrypted.
    static func judge(_ blob: [UInt8], account: AccountID, bookmark: Bookmark) throws(VaultError) -> BlobHeader {
        let header = try BlobHeader(reading: blob)
        guard header.account == account else {
            throw VaultError(.vaultForeign, "the blob belongs to another account")
        }
        guard header.generation >= bookmark.generation else {
            throw VaultError(.vaultOlder, "the blob is older than the last commit")
        }
        // One ahead is the crash between the commit and its bookkeeping.
        guard header.generation - bookmark.generation <= 1 else {
            throw VaultError(.vaultNewer, "the blob is newer than any commit of this server")
        }
        return header
    }

    private static func decrypt(
        _ blob: [UInt8], header: BlobHeader, key: SecretBytes
    ) throws(VaultError) -> DatabaseImage {
        let bodyLength = blob.count - BlobHeader.length
        let buffer = try DatabaseImage(capacity: bodyLength - Sealing.tagLength)
        let sealing = try LargeSealing(isSealing: false, key: key, nonce: header.nonce, associated: header.bytes)
        let padded = bodyLength - Sealing.tagLength
        let opened = try blob.withUnsafeBufferPointer { bytes throws(VaultError) in
            guard let body = bytes.baseAddress.map({ $0 + BlobHeader.length }) else { return false }
            try sealing.next(body, count: padded, into: buffer.start)
            return sealing.isAuthentic(tag: body + padded)
        }
        guard opened else { throw VaultError(.vaultDamaged, "the blob's seal is broken") }
        guard buffer.dropLengthPrefix() else {
            throw VaultError(.vaultDamaged, "the blob's inner length is wrong")
        }
        return buffer
    }

    /// Rounds up so that the size on disk tells little: 64 KiB steps, later an eighth of the power of two below.
    static func paddedLength(_ length: Int) -> Int {
        var step = 65_536
        while step < length / 16 { step *= 2 }
        return (length + step - 1) / step * step
    }
}
