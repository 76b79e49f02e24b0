import Glibc
import Model
import VaultStorage

/// The files of a data directory that are no one account's: `names.key`, trust lists, releases of the catalogue.
///
/// They are replaced by renames, so each can be copied as it is.
struct SharedFiles {
    /// Relative to the directory, sorted.
    let paths: [String]

    /// - Throws: also where a part of it can't be listed: a backup without `names.key` is none.
    init(in directory: String, _ files: any FileSystem) throws {
        paths = try Self.paths(in: directory, "", files).sorted()
    }

    /// What goes meanwhile isn't there.
    private static func paths(in directory: String, _ prefix: String, _ files: any FileSystem) throws -> [String] {
        let names: [String]
        do throws(VaultError) {
            names = try files.list("\(directory)/\(prefix)")
        } catch {
            guard error.number == ENOENT, !prefix.isEmpty else { throw error }
            return []
        }
        return try names.filter { !$0.hasPrefix(".") && !isLeftOut(prefix + $0) }.flatMap { name -> [String] in
            let path = prefix + name
            var status = stat()
            guard lstat("\(directory)/\(path)", &status) == 0 else {
                guard errno == ENOENT else { throw VaultError(of: "lstat", errno) }
                return []
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: return try paths(in: directory, "\(path)/", files)
            case S_IFREG: return [path]
            default: return []
            }
        }
    }

    /// Whether a backup can have a file of this name: what somebody has put into a `.tar` file besides stays in it.
    static func isOfBackup(_ path: String) -> Bool {
        let parts = path.split(separator: "/").map { String($0) }
        switch parts.first {
        case "vaults": return parts.count == 2 && BlobNames.account(of: parts[1]) != nil
        case "attachments":
            let ending = ".sealed"
            return parts.count == 3 && AccountID(parts[1]) != nil && parts[2].hasSuffix(ending)
                && SealedFileID(String(parts[2].dropLast(ending.count))) != nil
        // The second one is a data folder's, which somebody has packed.
        case "accounts.sqlite", "accounts.sqlite-wal", BackupLabel.fileName, BackupFindings.fileName:
            return parts.count == 1
        case nil: return false
        default: return parts.allSatisfy { !$0.hasPrefix(".") } && !isLeftOut(path)
        }
    }

    private static func isLeftOut(_ path: String) -> Bool {
        path == "vaults" || path == "attachments" || path == "lock" || path.hasPrefix("accounts.sqlite")
            || path == "names.key.new" || path == BackupFindings.fileName || path == BackupLabel.fileName
            // What opens addresses: a backup that had it could tell who an account is.
            || path == "mail.key"
            // Nobody's data, and the operator has what it was made from.
            || path == BreachedPasswords.fileName
            || path.hasSuffix(".partial")
    }
}
