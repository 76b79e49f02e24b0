import Secrets
import VaultStorage

/// What a link leads to: encrypted files, each in a row of its own, so that whoever asks for one has no other read.
///
/// The link's own row, which is authenticated, holds a digest of their digests: none can be exchanged, added, taken away
/// or moved.
struct HealthLinkFiles {
    private struct File {
        let digest: [UInt8]
        let length: Int
    }

    /// The link's place.
    private let link: [UInt8]
    /// In their order.
    private let files: [File]

    /// Bytes that are read of a file at once where it is sent.
    static let piece = 256 << 10

    var count: Int { files.count }

    /// Reads what is known of a link's files, and none of them.
    ///
    /// - Returns: Nil where they aren't those that a server put there.
    init?(of row: TransactionRow, _ db: any Transaction) throws {
        link = try row.blob("id")
        files = try db.rows(
            "SELECT digest, LENGTH(sealed) AS length FROM healthLinkFile WHERE link = ? ORDER BY number", [.blob(link)]
        ).map { File(digest: try $0.blob("digest"), length: try $0.number("length")) }
        guard try row.blob("digest") == Self.digest(of: files.map(\.digest)) else { return nil }
    }

    /// The link's digest for files of these digests.
    static func digest(of digests: [[UInt8]]) -> [UInt8] { Blake.digest(digests.flatMap(\.self)) }

    /// Puts files beside a link's row, which holds the digest of theirs.
    static func insert(_ files: [[UInt8]], _ digests: [[UInt8]], of link: [UInt8], _ db: any Transaction) throws {
        for (number, (file, digest)) in zip(files, digests).enumerated() {
            try db.execute(
                "INSERT INTO healthLinkFile (link, number, digest, sealed) VALUES (?, ?, ?, ?)",
                [.blob(link), .number(number), .blob(digest), .blob(file)])
        }
    }

    /// One file; nil where there is none, or none that a server put there.
    func file(_ number: Int, _ db: any Transaction) throws -> String? {
        guard files.indices.contains(number) else { return nil }
        let row = try db.row(
            "SELECT sealed FROM healthLinkFile WHERE link = ? AND number = ?", [.blob(link), .number(number)])
        guard let sealed = try row?.blob("sealed"), Blake.digest(sealed) == files[number].digest else { return nil }
        return String(decoding: sealed, as: UTF8.self)
    }

    /// So much of a file as is sent at once, from a byte on; empty behind its end.
    ///
    /// Whether it is what a server put there shows the whole alone: ``file(_:_:)``.
    func piece(of number: Int, from start: Int, _ db: any Transaction) throws -> [UInt8]? {
        guard files.indices.contains(number) else { return nil }
        let row = try db.row(
            """
            SELECT SUBSTR(sealed, CAST(? AS INTEGER), CAST(? AS INTEGER)) AS sealed FROM healthLinkFile
            WHERE link = ? AND number = ?
            """, [.number(start + 1), .number(Self.piece), .blob(link), .number(number)])
        return try row?.blob("sealed")
    }

    /// All files, but nil for each that is longer than was asked for; nil where one isn't what a server put there.
    func all(upTo bytes: Double, _ db: any Transaction) throws -> [String?]? {
        var all: [String?] = []
        for (number, file) in files.enumerated() {
            guard Double(file.length) <= bytes else {
                all.append(nil)
                continue
            }
            guard let file = try self.file(number, db) else { return nil }
            all.append(file)
        }
        return all
    }

    /// Whether all are what a server put there: one after the other, since some have megabytes.
    func areRight(_ db: any Transaction) throws -> Bool {
        try files.indices.allSatisfy { try file($0, db) != nil }
    }
}

// MARK: - From a release that kept them in the link's own row
extension HealthLinkFiles {
    /// Gives the files of links rows of their own, and the links' rows a new digest and a new MAC.
    ///
    /// A link that no server wrote keeps its row, has no files, and is named by `check` as before.
    static func move(_ db: any Transaction, _ rowKey: RowKey) throws {
        // One after the other, since some hold megabytes.
        for id in try db.rows("SELECT id FROM healthLink").map({ try $0.blob("id") }) {
            let found = try db.row(
                "SELECT \(AuthenticatedRow.healthLink.selection), sealed FROM healthLink WHERE id = ?", [.blob(id)])
            guard let row = found, rowKey.isAuthentic(row, as: .healthLink) else { continue }
            let files = try row.blob("sealed").split(separator: UInt8(ascii: "\n")).map(Array.init)
            let digests = files.map { Blake.digest($0) }
            try insert(files, digests, of: id, db)
            let digest = SQLValue.blob(digest(of: digests))
            let values = try AuthenticatedRow.healthLink.columns.map { $0 == "digest" ? digest : try row.value($0) }
            try db.execute(
                "UPDATE healthLink SET digest = ?, rowMac = ? WHERE id = ?",
                [digest, .blob(rowKey.mac(of: .healthLink, values)), .blob(id)])
        }
    }
}
