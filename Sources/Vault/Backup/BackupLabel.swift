import Foundation
import VaultStorage

/// A file of each backup that says what it is: what a server writes to a backup, the backup doesn't have any more.
enum BackupLabel {
    static let fileName = "backup.txt"
    static let bytes = Array(
        "A backup of Vaccinapp. Nothing is to write here: vaccinapp restore makes a data folder of it.\n".utf8)

    /// - Throws: `directoryUnusable` for a backup.
    static func requireNone(in folder: String) throws(VaultError) {
        guard FileManager.default.fileExists(atPath: "\(folder)/\(fileName)") else { return }
        throw VaultError(
            .directoryUnusable,
            "\(folder) is a backup, which stays as it is: make a data folder of it (vaccinapp restore \(folder) --data "
                + "FOLDER), or name the data folder (--data, VACCINAPP_DATA)")
    }
}
