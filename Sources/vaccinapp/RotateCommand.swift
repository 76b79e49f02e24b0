import ArgumentParser
import Foundation
import Vault
import VaultStorage

/// `vaccinapp rotate`: takes old backups away.
struct RotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Delete the backups of a folder that are too old, but never the newest ones.",
        discussion: """
            Backups are the folders and .tar files that 'vaccinapp backup' made; anything else stays. Run it each hour, \
            whether the last backup was good or not: the newest ones stay however old they are, also when the clock \
            is wrong, and so do the newest ones in which all was right. What a killed backup left goes too.
            """)

    @Argument(help: "The folder that backups are made in.") var folder: String
    @Option(help: "How many days a backup is kept, 1 to 3650.") var days = 30
    @Option(help: "How many of the newest stay whatever their age, and of the newest good ones, 1 to 1000.") var least =
        7

    func validate() throws {
        guard (1...3650).contains(days) else { throw ValidationError("--days takes 1 to 3650.") }
        guard (1...1000).contains(least) else { throw ValidationError("--least takes 1 to 1000.") }
    }

    func run() throws {
        do throws(VaultError) {
            let report = try BackupRotation(of: folder, days: days, least: least).rotate(at: Date())
            if report.deleted + report.kept == 0 { try tellOfNone() }
            print("\(Self.count(report.deleted)) deleted, \(Self.count(report.kept)) kept")
            if report.damaged > 0 {
                let which = report.damaged == 1 ? "1 of them is" : "\(report.damaged) of them are"
                print(
                    "\(which) not right as a whole: the file 'findings' in it says what; "
                        + "the newest \(least) in which all was right stay besides")
            }
        } catch {
            throw DataFolder.refusal(error, "Not all old backups were deleted", writing: folder)
        }
    }

    /// A folder is empty before the first night; one that holds other things alone is another than was meant.
    private func tellOfNone() throws(VaultError) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard names.allSatisfy({ $0.hasPrefix(".") || $0 == DeletedAccountList.fileName || $0 == "lost+found" }) else {
            throw VaultError(
                .directoryUnusable, "there is no backup in \(folder): name the folder that backups are made in")
        }
        StandardError.write("There is no backup in \(folder) yet.")
    }

    private static func count(_ backups: Int) -> String { backups == 1 ? "1 backup" : "\(backups) backups" }
}
