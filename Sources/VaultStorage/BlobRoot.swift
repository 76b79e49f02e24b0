import ByteCoding
import Secrets

/// What the head of a blob holds, sealed: the database's length, and what each piece was sealed with and came to.
///
/// Length (8 bytes, big-endian); for each piece salt (16), tag (16), and the ciphertext's BLAKE2b (32); zeros up to the
/// head's end.
struct BlobRoot: Sendable {
    static let entryLength = Sealing.saltLength + Sealing.tagLength + Blake.digestLength

    /// Bytes of the database.
    var contentLength: Int
    private var entries: [UInt8]

    /// Bytes without the zeros.
    static func length(pieces: Int) -> Int { 8 + pieces * entryLength }

    /// With nothing said of any piece yet.
    init(contentLength: Int, pieceCount: Int) {
        self.contentLength = contentLength
        entries = [UInt8](repeating: 0, count: pieceCount * Self.entryLength)
    }

    /// All that is said of a piece.
    private func entry(of piece: Int) -> ArraySlice<UInt8> {
        entries[piece * Self.entryLength..<(piece + 1) * Self.entryLength]
    }

    func salt(of piece: Int) -> ArraySlice<UInt8> { entry(of: piece).prefix(Sealing.saltLength) }

    /// The BLAKE2b of a piece's ciphertext.
    func digest(of piece: Int) -> ArraySlice<UInt8> { entry(of: piece).suffix(Blake.digestLength) }

    func isAuthentic(_ piece: Int, _ sealing: borrowing LargeSealing) -> Bool {
        entries.withUnsafeBufferPointer { entries in
            entries.baseAddress.map {
                sealing.isAuthentic(tag: $0 + piece * Self.entryLength + Sealing.saltLength)
            } ?? false
        }
    }

    /// Says what a piece was sealed with, and takes its tag.
    mutating func set(
        _ piece: Int, salt: ArraySlice<UInt8>, sealing: borrowing LargeSealing, digest: [UInt8]
    ) throws(VaultError) {
        let start = piece * Self.entryLength
        entries.replaceSubrange(start..<start + Sealing.saltLength, with: salt)
        try entries.withUnsafeMutableBufferPointer { entries throws(VaultError) in
            guard let base = entries.baseAddress else { return }
            try sealing.tag(into: base + start + Sealing.saltLength)
        }
        entries.replaceSubrange(start + Self.entryLength - digest.count..<start + Self.entryLength, with: digest)
    }
}

// MARK: - Sealed
extension BlobRoot {
    /// Writes header, root and tag.
    func seal(
        into head: UnsafeMutablePointer<UInt8>, _ header: BlobHeader, _ sealing: borrowing LargeSealing
    ) throws(VaultError) {
        let associated = header.bytes
        let rest = header.layout.headLength - associated.count - Sealing.tagLength
        var plain = [UInt8](repeating: 0, count: rest)
        plain.replaceSubrange(0..<8, with: UInt64(contentLength).bigEndianBytes)
        plain.replaceSubrange(8..<8 + entries.count, with: entries)
        UnsafeMutableRawPointer(head).copyMemory(from: associated, byteCount: associated.count)
        try sealing.begin(0, associated: associated)
        try sealing.next(plain, count: rest, into: head + associated.count)
        try sealing.tag(into: head + associated.count + rest)
    }

    /// Opens a blob's head.
    ///
    /// - Throws: `vaultDamaged`.
    init(
        opening blob: UnsafePointer<UInt8>, _ header: BlobHeader, _ sealing: borrowing LargeSealing
    ) throws(VaultError) {
        let associated = header.bytes
        let length = header.layout.headLength - associated.count - Sealing.tagLength
        var plain = [UInt8](repeating: 0, count: length)
        try sealing.begin(0, associated: associated)
        let opened = try plain.withUnsafeMutableBufferPointer { plain throws(VaultError) in
            guard let base = plain.baseAddress else { return false }
            try sealing.next(blob + associated.count, count: length, into: base)
            return sealing.isAuthentic(tag: blob + associated.count + length)
        }
        guard opened else { throw VaultError(.vaultDamaged, "the blob's seal is broken") }
        guard let contentLength = UInt64(bigEndianBytes: plain[..<8]).flatMap({ Int(exactly: $0) }),
            1...header.layout.bodyLength ~= contentLength
        else { throw VaultError(.vaultDamaged, "the blob's inner length is wrong") }
        self.contentLength = contentLength
        entries = Array(plain[8..<Self.length(pieces: header.layout.pieceCount)])
    }
}
