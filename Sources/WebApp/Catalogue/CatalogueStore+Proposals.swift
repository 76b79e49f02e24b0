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

    private var proposals: URL { folder.appending(path: "proposals") }

    /// Keeps files until they are confirmed or dropped; nothing else changes.
    package func propose(_ files: [CatalogueRelease.File], at moment: Date) throws -> CatalogueProposal {
        let stamp = String(UInt64(moment.timeIntervalSince1970, clampedTo: 0...1 << 40), radix: 36)
        // The moment first, so that names sort by age.
        let id = stamp + UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(16)
        let target = proposals.appending(path: id + ".json")
        try FileManager.default.createDirectory(at: proposals, withIntermediateDirectories: true)
        let kept = files.map { Kept(name: $0.name, bytes: Data($0.bytes)) }
        try AtomicFile.write(try JSONEncoder().encode(kept), to: target)
        for old in proposalNames().sorted(by: >).dropFirst(Self.mostProposals) {
            try? FileManager.default.removeItem(at: proposals.appending(path: old))
        }
        return CatalogueProposal(id: id, files: files)
    }

    /// Files that wait for their confirmation; nil where there are none of this id.
    package func proposal(_ id: String) -> CatalogueProposal? {
        let name = id + ".json"
        guard proposalNames().contains(name),
            let data = try? Data(contentsOf: proposals.appending(path: name)),
            let kept = try? JSONDecoder().decode([Kept].self, from: data)
        else { return nil }
        let files = kept.map { CatalogueRelease.File(name: $0.name, bytes: Array($0.bytes)) }
        return CatalogueProposal(id: id, files: files)
    }

    /// Forgets files that were confirmed or dropped.
    package func drop(_ proposal: CatalogueProposal) {
        try? FileManager.default.removeItem(at: proposals.appending(path: proposal.id + ".json"))
    }

    private func proposalNames() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: proposals.path)) ?? []
        return names.filter { !$0.hasPrefix(".") && $0.hasSuffix(".json") }
    }

    private struct Kept: Codable {
        let name: String
        let bytes: Data
    }
}
