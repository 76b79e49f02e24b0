import VaultStorage

/// One entry's head in a tar file, as POSIX's ustar has it
/// (<https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html>).
struct TarHeader: Equatable {
    static let blockLength = 512

    enum Kind: UInt8 {
        case file = 0x30
        case folder = 0x35
    }

    let path: String
    let kind: Kind
    let size: Int

    init(path: String, kind: Kind, size: Int) {
        self.path = path
        self.kind = kind
        self.size = size
    }

    /// Whether a file that begins so is a tar file, sound or not.
    static func isTar(_ head: [UInt8]) -> Bool { head.count >= 262 && Array(head[257..<262]) == Array("ustar".utf8) }

    /// - Throws: `vaultDamaged` for what is no entry of ours: links, devices, other formats, a wrong sum.
    init(_ block: [UInt8]) throws(VaultError) {
        guard block.count == Self.blockLength, Self.isTar(block),
            let sum = Self.number(block[148..<156]), sum == Self.sum(block)
        else {
            throw VaultError(
                .vaultDamaged,
                "this is no tar file, or it is damaged: see that the path is right, or take the backup before")
        }
        guard let size = Self.number(block[124..<136]), let kind = Kind(rawValue: block[156] == 0 ? 0x30 : block[156])
        else {
            throw VaultError(
                .vaultDamaged,
                "the tar file holds something else than files and folders: it is no backup of ours, so don't use it")
        }
        let (prefix, name) = (Self.text(block[345..<500]), Self.text(block[0..<100]))
        self.init(path: prefix.isEmpty ? name : "\(prefix)/\(name)", kind: kind, size: size)
    }

    /// The head's bytes; nil when path or size don't fit.
    var bytes: [UInt8]? {
        guard let (prefix, name) = Self.split(path), size < 1 << 33 else { return nil }
        var block = [UInt8](repeating: 0, count: Self.blockLength)
        func put(_ text: some Collection<UInt8>, at start: Int) {
            block.replaceSubrange(start..<start + text.count, with: text)
        }
        put(name, at: 0)
        put(Self.octal(kind == .folder ? 0o700 : 0o600, 7), at: 100)
        put(Self.octal(0, 7), at: 108)
        put(Self.octal(0, 7), at: 116)
        put(Self.octal(size, 11), at: 124)
        // Its name says when a backup was made; entries made at the same moment stay comparable.
        put(Self.octal(0, 11), at: 136)
        block[156] = kind.rawValue
        put(Array("ustar\u{0}00".utf8), at: 257)
        put(prefix, at: 345)
        put(Self.octal(Self.sum(block), 6) + [0, 0x20], at: 148)
        return block
    }

    /// Where the content's last block ends.
    var paddedSize: Int { (size + Self.blockLength - 1) / Self.blockLength * Self.blockLength }

    /// The path, if it leads to a place inside of where it is unpacked; without what tar puts before it.
    var insidePath: String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true).filter { $0 != "." }
        guard !path.hasPrefix("/"), parts.count <= 8,
            parts.allSatisfy({ $0 != ".." && $0.utf8.count <= 255 && !$0.utf8.contains(0) })
        else { return nil }
        return parts.joined(separator: "/")
    }

    private static func split(_ path: String) -> (prefix: [UInt8], name: [UInt8])? {
        let bytes = Array(path.utf8)
        if bytes.count <= 100 { return ([], bytes) }
        let slashes = bytes.indices.filter { bytes[$0] == 0x2f && $0 <= 155 && bytes.count - $0 - 1 <= 100 }
        return slashes.last.map { (Array(bytes[..<$0]), Array(bytes[($0 + 1)...])) }
    }

    private static func octal(_ number: Int, _ digits: Int) -> [UInt8] {
        let text = String(number, radix: 8)
        return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = text(field).trimmingPrefix { $0 == " " }.prefix { $0 != " " }
        return digits.utf8.allSatisfy { (0x30...0x37).contains($0) } ? Int(digits, radix: 8) : nil
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Counts the sum's own field as spaces.
    private static func sum(_ block: [UInt8]) -> Int {
        block.enumerated().reduce(0) { $0 + (148..<156 ~= $1.offset ? 0x20 : Int($1.element)) }
    }
}
