import Foundation
import VaultStorage

/// The files of a data directory that are no one account's: `names.key`, trust lists, releases of the catalogue.
///
/// They are replaced by renames, so each can be copied as it stands.
struct OtherFiles {
    /// Relative to the directory, sorted.
    let paths: [String]

    init(in directory: String) throws {
        var found: [String] = []
        let manager = FileManager.default
        guard let walk = manager.enumerator(atPath: directory) else {
            throw VaultError.unreadable(directory)
        }
        while let path = walk.nextObject() as? String {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let kind = walk.fileAttributes?[.type] as? FileAttributeType
            if Self.isLeftOut(path) {
                if kind == .typeDirectory { walk.skipDescendants() }
            } else if kind == .typeRegular, !name.hasPrefix(".") {
                found.append(path)
            }
        }
        paths = found.sorted()
    }

    private static func isLeftOut(_ path: String) -> Bool {
        path == "vaults" || path == "attachments" || path == "lock" || path.hasPrefix("accounts.sqlite")
            || path == "names.key.new"
            // Nobody's data, and the operator has what it was made from.
            || path == BreachedPasswords.fileName
            || path.hasSuffix(".partial")
    }
}
