/// What one of an account's two slots holds, and which of it is not the database's any more.
struct BlobSlot: Sendable {
    let header: BlobHeader
    let root: BlobRoot
    /// One for each unit of `BlobLayout`: whether it may have changed since this blob was sealed.
    private var changed: [Bool] = []

    init(header: BlobHeader, root: BlobRoot) {
        self.header = header
        self.root = root
    }

    /// The pieces that have to be sealed anew, in order.
    var changedPieces: [Int] {
        guard let layout = header.layout else { return [] }
        let units = layout.pieceLength / BlobLayout.unit
        return (0..<layout.pieceCount).filter { piece in
            changed.dropFirst(piece * units).prefix(units).contains(true)
        }
    }

    /// Adds what a commit has changed: a byte for each unit, 0 where nothing did.
    mutating func add(_ changes: UnsafeBufferPointer<UInt8>) {
        if changed.count < changes.count {
            changed += repeatElement(false, count: changes.count - changed.count)
        }
        for (unit, change) in changes.enumerated() where change != 0 { changed[unit] = true }
    }
}

/// What an open vault knows of its two slots.
///
/// A vault that was just opened knows the one that it read. What isn't known is written whole.
struct BlobSlots: Sendable {
    private var even: BlobSlot?
    private var odd: BlobSlot?

    /// The slot of a generation.
    subscript(generation: UInt64) -> BlobSlot? {
        get { generation.isMultiple(of: 2) ? even : odd }
        set { if generation.isMultiple(of: 2) { even = newValue } else { odd = newValue } }
    }

    /// Takes a commit that stands, and what it has changed since the one before.
    mutating func stand(_ commit: SealedCommit, _ changes: UnsafeBufferPointer<UInt8>) {
        let before = commit.header.generation - 1
        self[before]?.add(changes)
        // Under a new key, nothing is left of the old one's.
        if self[before]?.header.epoch != commit.header.epoch { self[before] = nil }
        self[commit.header.generation] = BlobSlot(header: commit.header, root: commit.root)
    }
}
