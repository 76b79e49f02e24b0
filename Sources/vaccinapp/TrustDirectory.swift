import ArgumentParser
import CivilDates
import Foundation
import HealthCertificate
import Lists

/// The trust lists that were imported: one file each in the data directory's folder `trust`.
///
/// A file holds a list as it was published and the key it has to be signed with, so that it is verified again whenever
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
        /// What its signers sign, where only whoever imported it says so.
        var signs: [String]?
        /// The list as it was published.
        let list: Data
    }

    private let folder: FolderStore
    private static let suffix = ".json"
    /// The list of a trust network is 512 MiB at most, and a third longer in Base64.
    private static let mostBytes = 1 << 30

    init(dataDirectory: String) {
        folder = FolderStore(URL(fileURLWithPath: dataDirectory, isDirectory: true).appendingPathComponent("trust"))
    }

    /// Reads and verifies everything that was imported; a file that is refused is reported, and the others are used.
    func load() throws -> TrustContent {
        var loaded = TrustContent()
        for name in try names() {
            let known = try? entry(name)
            do {
                let entry = try known ?? entry(name)
                loaded.lists.append(try take(entry, name, into: &loaded))
            } catch {
                loaded.lists.append(
                    ImportedList(
                        name: name, content: known?.content ?? .signers, source: .importer, imported: known?.moment,
                        refusal: "\(error)"))
            }
        }
        return loaded
    }

    /// Uses what a list holds, and says what became of it.
    private func take(_ entry: Entry, _ name: String, into loaded: inout TrustContent) throws -> ImportedList {
        let isSigned: ImportedList.Source = entry.key == nil ? .importer : .signed
        switch entry.kind {
        case .signers:
            let list = try entry.trustList()
            loaded.insert(list.signers, of: name, at: entry.moment)
            loaded.store.revocations.formUnion(list.revocations)
            return ImportedList(
                name: name, content: .signers,
                source: entry.issuer.map { .issuer($0) } ?? (list.isSigned ? .signed : .importer),
                imported: entry.moment, count: list.signers.count, leftOut: list.refusals.map(\.reason))
        case .network:
            let list = try entry.networkList()
            loaded.insert(list.signers, of: name, at: list.date)
            return ImportedList(
                name: name, content: .network, source: .network(thumbprint: try entry.networkKey().thumbprint),
                imported: entry.moment, date: list.date, count: list.signers.count,
                leftOut: list.leftOut.map { "\($0.kid): \($0.reason)" })
        case .revocations:
            let list = try entry.revocationList()
            loaded.store.revocations.formUnion(list)
            return ImportedList(
                name: name, content: .revoked, source: isSigned, imported: entry.moment, count: list.count)
        case .rules:
            let published = try entry.publishedRules()
            let source: ImportedList.Source = published.isSigned ? .signed : .importer
            guard published.valueSets.isEmpty else {
                loaded.valueSets.merge(published.valueSets) { _, new in new }
                return ImportedList(
                    name: name, content: .valueSets, source: source, imported: entry.moment,
                    count: published.valueSets.count)
            }
            var rules = published.rules
            rules.known = entry.moment
            loaded.rules.append(rules)
            return ImportedList(
                name: name, content: .rules, source: source, imported: entry.moment, date: rules.date,
                count: rules.rules.count)
        }
    }

    /// The names of the imported lists, sorted.
    func names() throws -> [String] {
        try folder.names(Self.suffix).map { String($0.dropLast(Self.suffix.count)) }.sorted()
    }

    /// - Throws: a sentence that names the file where it can't be read.
    func entry(_ name: String) throws -> Entry {
        guard let entry = try? folder.value(name + Self.suffix, of: Entry.self, most: Self.mostBytes) else {
            throw ValidationError(
                "the file \(path(of: name)) is none of ours, or is damaged: 'vaccinapp trust remove \(name)' takes it away"
            )
        }
        return entry
    }

    /// Puts a list in the place of the one with the same name, if it is good; else everything stays as it was.
    ///
    /// - Throws: a sentence where the list of that name is of another kind, or of another issuer.
    func save(_ entry: Entry, as name: String) throws {
        if let known = try? self.entry(name), !known.isReplaced(by: entry) {
            throw ValidationError(
                "the list \(name) is of another kind, or of somebody else: give this one another --name")
        }
        switch entry.kind {
        case .signers: _ = try entry.trustList()
        case .network: _ = try entry.networkList()
        case .revocations: _ = try entry.revocationList()
        case .rules: _ = try entry.publishedRules()
        }
        try folder.keep(entry, as: name + Self.suffix, FolderStore.readable)
    }

    /// The lists of trust networks that can be read, each with the key that it is pinned to.
    func networks() throws -> [(name: String, key: TrustNetworkKey, entry: Entry)] {
        try names().compactMap { name in
            guard let entry = try? entry(name), entry.kind == .network else { return nil }
            return (name, try entry.networkKey(), entry)
        }
    }

    /// What is trusted, looked at once more whenever one of the files was written.
    func source() throws -> TrustSource {
        try TrustSource(
            load: { try load() },
            stamp: { ((try? names()) ?? []).map { folder.date($0 + Self.suffix) ?? .distantPast } })
    }

    func remove(_ name: String) throws { try folder.remove(name + Self.suffix) }

    /// The path of an imported list's file.
    func path(of name: String) -> String { folder.url(name + Self.suffix).path }

    /// A name for a file's list: letters, digits, dots and dashes of its own name.
    static func name(forFile path: String) -> String {
        let base = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent.lowercased()
        let kept = base.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "-" }
        let name = String(kept).trimmingCharacters(in: CharacterSet(charactersIn: "-"))
        return name.isEmpty ? "list" : String(name.prefix(64))
    }
}

extension TrustContent {
    /// Trusts a list's signers, each with the list that names it.
    fileprivate mutating func insert(_ signers: [Signer], of name: String, at date: Date?) {
        for var signer in signers {
            signer.origin = Signer.Origin(name: name, date: date)
            store.insert(signer)
        }
    }
}

extension TrustDirectory.Entry {
    /// When it was imported.
    fileprivate var moment: Date? { Timestamp(imported).date }

    /// Whether a list of the same name is a newer one of the same: of the same kind, and of the same key where it is one.
    fileprivate func isReplaced(by other: Self) -> Bool {
        guard kind == other.kind, issuer == other.issuer else { return false }
        guard kind == .signers, let mine = try? trustList(), let theirs = try? other.trustList() else { return true }
        let isOneKey = [mine, theirs].contains { $0.format == .jwk }
        return !isOneKey || mine.format == theirs.format && mine.signers.map(\.keyID) == theirs.signers.map(\.keyID)
    }

    /// What its list holds, as far as that is known before it is read.
    fileprivate var content: ImportedList.Content {
        switch kind {
        case .signers: .signers
        case .network: .network
        case .revocations: .revoked
        case .rules: .rules
        }
    }

    /// The list, verified with its key.
    func trustList() throws -> TrustList {
        if let issuer { return try TrustList(reading: Array(list), issuer: issuer) }
        let list = try TrustList(reading: Array(list), key: key.map { try TrustListKey(pem: $0) })
        let known = try authorities.map { list.certified(by: try SignerCertificate.all(pem: $0)) } ?? list
        return signs.map { known.permitting(Set($0.compactMap(SignedCertificate.Format.init(rawValue:)))) } ?? known
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
