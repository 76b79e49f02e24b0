import Foundation
import Glibc
import VaultStorage

/// The newest folder of a backup beside a new one: what didn't change since is a hard link to its file there.
///
/// Vaults in single files and attachments are never written in place, not even where a backup is served; the folder that
/// is copied is never linked to.
struct PreviousBackup {
    private let directory: String

    /// Nil where there is none beside it.
    init?(beside target: String, copying source: String) {
        let manager = FileManager.default
        func whole(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
        func date(_ path: String) -> Date? {
            try? manager.attributesOfItem(atPath: "\(path)/accounts.sqlite")[.modificationDate] as? Date
        }
        let parent = URL(fileURLWithPath: target).deletingLastPathComponent().path
        let names = (try? manager.contentsOfDirectory(atPath: parent)) ?? []
        let backups = names.filter { !Draft.isDraft($0) }.map { "\(parent)/\($0)" }
            // A folder that a server has worked on has a lock.
            .filter { !manager.fileExists(atPath: "\($0)/lock") && whole($0) != whole(source) }
            .compactMap { path in date(path).map { (path: path, date: $0) } }
        guard let newest = backups.max(by: { ($0.date, $0.path) < ($1.date, $1.path) }) else { return nil }
        directory = newest.path
    }

    /// Whether there is a file of these bytes there, which then has another name.
    func link(_ bytes: [UInt8], as path: String, to draft: String) -> Bool {
        let old = "\(directory)/\(path)"
        var status = stat()
        guard lstat(old, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == bytes.count,
            // Compared as a whole: a file that went bad on the disk isn't taken over.
            let data = try? Data(contentsOf: URL(fileURLWithPath: old)), data.elementsEqual(bytes)
        else { return false }
        return Glibc.link(old, draft) == 0
    }
}
