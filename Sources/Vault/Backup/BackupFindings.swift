import Foundation
import VaultStorage

/// What was not right in the accounts when they were copied: a file of the backup, which a good one doesn't have.
struct BackupFindings {
    static let fileName = "findings"

    /// A line for each: what is not right, and how.
    let bytes: [UInt8]

    /// Nil where all was right.
    init?(_ findings: [DirectoryCheck.Discrepancy]) {
        guard !findings.isEmpty else { return nil }
        bytes = Array(findings.map { "\($0.path): \($0.problem.rawValue)\n" }.joined().utf8)
    }

    /// Whether a backup has some; so does a `.tar` file that can't be read to its end.
    static func isIn(_ backup: String) -> Bool {
        guard backup.hasSuffix(".tar") else {
            return FileManager.default.fileExists(atPath: "\(backup)/\(fileName)")
        }
        return (try? TarReader(backup) { _, _ in }.names().contains(fileName)) ?? true
    }
}
