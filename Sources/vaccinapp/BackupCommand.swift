import ArgumentParser
import Foundation
import Vault
import VaultStorage
import WebApp

/// `vaccinapp backup`: a copy of everything, while the server runs.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the data folder, also while the server runs; sessions are left out.",
        discussion: """
            The copy is a folder, ready to be served, or one file when its name ends in .tar. It stands under its name \
            only once it is complete and on the disk. Vaults stay sealed: nobody needs a key to make a copy, and the \
            copy opens with nothing but its owners' passwords and recovery codes.

            Exit status: 0 copied; 1 not copied, nothing is left behind; 2 copied, but some of what was copied is not \
            right, and is named.
            """)

    @Argument(help: "The folder or the .tar file to make; it must not exist yet, or be an empty folder.")
    var target: String

    @OptionGroup var place: DataFolder
    @OptionGroup var shared: DatabaseOption

    func run() throws {
        ProcessHardening.apply()
        do {
            let report = try BackupCopy(of: place.data, database: shared.address()).write(to: target)
            // For the page of jobs; a folder that can't be written keeps no backup from being good.
            try? JobMark.note("backup", in: URL(fileURLWithPath: place.data, isDirectory: true))
            DataFolder.tell(
                report.findings,
                "These were copied as they are, all others well. Keep the last backup in which they are right.")
            print("\(DataFolder.count(report.accounts)) copied to \(target)")
            if !report.findings.isEmpty { throw ExitCode(2) }
        } catch let error as VaultError {
            throw DataFolder.refusal(error, "Nothing was copied", writing: target)
        }
    }
}

/// `vaccinapp restore`: puts a backup back.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup back into a data folder that is empty or doesn't exist yet.",
        discussion: """
            Everybody signs in anew afterwards. What was changed after the backup is lost; vaccinations that were deleted \
            after it are back. Accounts that were deleted after it are taken away again, by the list deleted.list that \
            'backup' keeps beside its copies, and by those that --deleted names.

            Exit status: 0 restored and compared with its bookkeeping; 1 not restored, nothing is left behind; \
            2 restored, but some of it is not right, and is named.
            """)

    @Argument(help: "The backup: a folder or a .tar file.") var backup: String

    @Option(help: "A list of deleted accounts, or a folder that has a deleted.list; may be given more than once.")
    var deleted: [String] = []

    @OptionGroup var place: DataFolder
    @OptionGroup var shared: DatabaseOption

    func run() throws {
        ProcessHardening.apply()
        do {
            let database = try shared.address()
            let check = try BackupRestore(of: backup).write(to: place.data, database: database, without: try lists())
            DataFolder.tell(check.findings, "These are so in the backup: look for one in which they are right.")
            print("\(DataFolder.count(check.accounts)) restored to \(database == nil ? place.data : "the database")")
            if !check.findings.isEmpty { throw ExitCode(2) }
        } catch let error as VaultError {
            throw DataFolder.refusal(error, "Nothing was restored", writing: place.data)
        }
    }
}

extension RestoreCommand {
    /// What the command line names of deleted accounts.
    private func lists() throws(VaultError) -> DeletedAccountList {
        var all = DeletedAccountList()
        for path in deleted {
            guard let list = try DeletedAccountList(at: path) else {
                throw VaultError(.directoryUnusable, "there is no list of deleted accounts at \(path)")
            }
            all = all.joined(with: list)
        }
        return all
    }
}

/// `vaccinapp check`: compares every vault with its bookkeeping.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compare every vault with its bookkeeping, and name what no server has written; opens none.",
        discussion: """
            Length, generation, tag and a digest of the whole file are compared. Rows of the accounts (keys, sessions, \
            admins, invitations) that were put there by somebody without names.key are named by table and account. \
            A data folder may be in use meanwhile.

            Whoever can write to the accounts could put an account back as a whole, as it was once. That shows only \
            against a copy of another time: --against the last backup.

            Exit status: 0 all right; 1 it can't be read; 2 something is not right, and is named.
            """)

    @Argument(help: "The data folder or a backup: a folder or a .tar file; the data folder if left out.")
    var folder: String?

    @Option(help: "A backup: accounts that are older than in it, or others of the same time, are named too.")
    var against: String?

    @OptionGroup var place: DataFolder
    @OptionGroup var shared: DatabaseOption

    func run() throws {
        ProcessHardening.apply()
        do {
            let database = folder == nil ? try shared.address() : nil
            let check = try check(database)
            let since = try against.map { path throws(VaultError) in try check.findings(against: path) }
            let findings = check.findings + (since?.findings ?? [])
            DataFolder.tell(
                findings,
                findings.contains { $0.problem == .forged || $0.problem == .wentBack }
                    ? "Stop the server and keep a copy of everything as it is: somebody has written to the accounts. What "
                        + "to do then stands in SECURITY.md, 'When check names a planted key'."
                    : "Keep a copy of these files as they are, then restore the last backup in which they are right.")
            if let against, let gone = since?.gone, gone > 0 {
                print("\(DataFolder.count(gone)) of \(against) no longer here: deleted by their owners, or taken away")
            }
            let wrong = findings.count
            print("\(DataFolder.count(check.accounts)), \(wrong == 0 ? "all vaults are right" : "\(wrong) not right")")
            if wrong > 0 { throw ExitCode(2) }
        } catch let error as VaultError {
            throw DataFolder.refusal(error, "Nothing was checked", writing: folder ?? place.data)
        }
    }

    private func check(_ database: PostgresAddress?) throws(VaultError) -> DirectoryCheck {
        guard let database else { return try DirectoryCheck.backup(folder ?? place.data) }
        return try DirectoryCheck(place.data, database: database)
    }
}
