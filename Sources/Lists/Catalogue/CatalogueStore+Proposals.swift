package import Foundation
package import Immunization

/// Files that an admin has uploaded and not yet confirmed.
package struct CatalogueProposal: Sendable {
    /// What names it in addresses.
    package let id: String
    /// The files as they were uploaded.
    package let files: [CatalogueRelease.File]
}

extension CatalogueStore {
    /// How many are kept; the oldest go.
    private static let mostProposals = 20

    private var proposals: FolderStore { FolderStore(folder.url("proposals")) }

    /// Keeps files until they are confirmed or dropped; nothing else changes.
    package func propose(_ files: [CatalogueRelease.File], at moment: Date) throws -> CatalogueProposal {
        let stamp = String(UInt64(moment.timeIntervalSince1970, clampedTo: 0...1 << 40), radix: 36)
        // The moment first, so that names sort by age.
        let id = stamp + UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(16)
        try proposals.keep(files.map { Kept(name: $0.name, bytes: Data($0.bytes)) }, as: id + ".json")
        for old in proposalNames().dropLast(Self.mostProposals) { try? proposals.remove(old) }
        return CatalogueProposal(id: id, files: files)
    }

    /// Files that wait for their confirmation; nil where there are none of this id.
    package func proposal(_ id: String) -> CatalogueProposal? {
        let name = id + ".json"
        guard proposalNames().contains(name), let kept = try? proposals.value(name, of: [Kept].self) else { return nil }
        let files = kept.map { CatalogueRelease.File(name: $0.name, bytes: Array($0.bytes)) }
        return CatalogueProposal(id: id, files: files)
    }

    /// Forgets files that were confirmed or dropped.
    package func drop(_ proposal: CatalogueProposal) {
        try? proposals.remove(proposal.id + ".json")
    }

    private func proposalNames() -> [String] { (try? proposals.names(".json")) ?? [] }

    private struct Kept: Codable {
        let name: String
        let bytes: Data
    }
}
