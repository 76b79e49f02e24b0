import CivilDates
import Foundation
import HealthCertificate
import WebApp

/// The trust lists that were imported: one file each in the data directory's folder `trust`.
///
/// A file holds a list as it was published and the key it has to be signed with, so that it is verified anew whenever
/// it is loaded. It is replaced by a rename: at every moment either the old or the new one is whole.
struct TrustDirectory: Sendable {
    /// What a file holds.
    enum Kind: String, Codable {
        case signers, revocations
        /// The list of a trust network, whose key is a DID document.
        case network
        /// Business rules, or the value sets that they look codes up in.
        case rules
    }

    /// An imported list.
    struct Entry: Codable {
        let kind: Kind
        /// When it was imported, in ISO 8601.
        let imported: String
        /// The PEM of the key it has to be signed with; the DID document of a network's.
        let key: String?
        /// PEM of the authorities that must have certified its signers.
        let authorities: String?
        /// The address of the issuer of SMART Health Cards whose key set it is.
        var issuer: String?
        /// The list as it was published.
        let list: Data
    }

    /// What was loaded, and which files could not be.
    struct Loaded {
        var store = TrustStore()
        var refusals: [(name: String, reason: String)] = []

        /// Trusts a list's signers, each with the list that names it.
        mutating func insert(_ signers: [Signer], of name: String, at date: Date?) {
            for var signer in signers {
                signer.origin = Signer.Origin(name: name, date: date)
                store.insert(signer)
            }
        }
    }

    private let folder: URL
    private static let suffix = "json"

    init(dataDirectory: String) {
        folder = URL(fileURLWithPath: dataDirectory, isDirectory: true).appendingPathComponent("trust")
    }

    /// Reads and verifies everything that was imported; a file that is refused is told of, and the others are used.
    func load() throws -> Loaded {
        var loaded = Loaded()
        for name in try names() {
            do {
                let entry = try entry(name)
                switch entry.kind {
                case .signers:
                    let list = try entry.trustList()
                    loaded.insert(list.signers, of: name, at: Timestamp(entry.imported).date)
                    loaded.store.revocations.formUnion(list.revocations)
                case .network:
                    let list = try entry.networkList()
                    loaded.insert(list.signers, of: name, at: list.date)
                case .revocations: loaded.store.revocations.formUnion(try entry.revocationList())
                case .rules: _ = try entry.publishedRules()
                }
            } catch {
                loaded.refusals.append((name, "\(error)"))
            }
        }
        return loaded
    }

    /// The names of the imported lists, sorted.
    func names() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == Self.suffix && !$0.lastPathComponent.hasPrefix(".") }
            .map { $0.deletingPathExtension().lastPathComponent }.sorted()
    }

    func entry(_ name: String) throws -> Entry {
        try JSONDecoder().decode(Entry.self, from: Data(contentsOf: url(name)))
    }

    /// Puts a list in the place of the one with the same name, if it is good; else everything stays as it was.
    func save(_ entry: Entry, as name: String) throws {
        switch entry.kind {
        case .signers: _ = try entry.trustList()
        case .network: _ = try entry.networkList()
        case .revocations: _ = try entry.revocationList()
        case .rules: _ = try entry.publishedRules()
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try AtomicFile.write(encoder.encode(entry), to: url(name))
    }

    /// The lists of trust networks, with the keys that they are pinned to.
    func networks() throws -> [(name: String, key: TrustNetworkKey)] {
        try names().compactMap { name in
            let entry = try entry(name)
            return entry.kind == .network ? (name, try entry.networkKey()) : nil
        }
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(at: url(name)) }

    private func url(_ name: String) -> URL { folder.appendingPathComponent(name).appendingPathExtension(Self.suffix) }

    /// The path of an imported list's file.
    func path(of name: String) -> String { url(name).path }

    /// A name for a file's list: letters, digits, dots and dashes of its own name.
    static func name(forFile path: String) -> String {
        let base = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent.lowercased()
        let kept = base.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "-" }
        let name = String(kept).trimmingCharacters(in: CharacterSet(charactersIn: "-"))
        return name.isEmpty ? "list" : String(name.prefix(64))
    }
}

extension TrustDirectory.Entry {
    /// The list, verified with its key.
    func trustList() throws -> TrustList {
        if let issuer { return try TrustList(reading: Array(list), issuer: issuer) }
        let list = try TrustList(reading: Array(list), key: key.map { try TrustListKey(pem: $0) })
        guard let authorities else { return list }
        return list.certified(by: try SignerCertificate.all(pem: authorities))
    }

    /// The network's list, every document of it verified.
    func networkList() throws -> TrustNetworkList {
        let list = try TrustNetworkList(TrustNetworkBundle.files(in: list), key: networkKey())
        try list.requireWhole()
        return list
    }

    /// The key that the network's documents are signed with.
    func networkKey() throws -> TrustNetworkKey { try TrustNetworkKey(parsing: (key ?? "").utf8.map(\.self)) }

    /// The rules or value sets, verified with the bundle's key.
    func publishedRules() throws -> PublishedRules {
        try PublishedRules(reading: Array(list), key: key.map { try TrustListKey(pem: $0) })
    }

    /// The revoked certificates, verified with the list's key.
    func revocationList() throws -> RevocationList {
        try RevocationList(reading: Array(list), key: key.map { try TrustListKey(pem: $0) })
    }
}
