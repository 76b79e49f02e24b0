import ArgumentParser
import Foundation
import Vault
import VaultStorage

/// `vaccinapp backup`: a copy of everything, while the server runs.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the data folder, also while the server runs; sessions are left out.",
        discussion: """
            The copy is a folder, or one file when its name ends in .tar, and 'restore' makes a data folder of either. It stands under its name \
            only once it is complete and on the disk. In a folder, vaults and attachments that didn't change since the \
            newest backup beside it are hard links to that one's files (--whole copies them all). Vaults stay sealed: nobody needs a key to make a copy, and the \
            copy opens with nothing but its owners' passwords and recovery codes.

            Exit status: 0 copied; 1 not copied, nothing is left behind; 2 copied, but some of what was copied is not \
            right, and is named.
            """)

    @Argument(help: "The folder or the .tar file to make; it must not exist yet, or be an empty folder.")
    var target: String

    @Flag(help: "Copy every file, also those that the backup before has as they are.") var whole = false

    @OptionGroup var place: DataFolder
    @OptionGroup var shared: DatabaseOption

    func run() throws {
        ProcessHardening.apply()
        defer {
            FolderOwner.keep(place.data)
            FolderOwner.keep(backup: target, of: place.data)
        }
        do {
            guard ![".gz", ".tgz", ".xz", ".zst", ".zip"].contains(where: target.hasSuffix) else {
                throw VaultError(
                    .directoryUnusable, "a backup isn't compressed: name a file that ends in .tar, or a folder")
            }
            let database = try shared.address()
            let (copy, report) = try InterruptibleTask.run("Copying") { progress in
                let copy = BackupCopy(of: place.data, database: database, isLinking: !whole, progress: progress)
                return (copy, try copy.write(to: target))
            }
            note(report, of: copy)
            DataFolder.tell(
                report.findings,
                "These were copied as they are, all others well. Keep the last backup in which they are right.")
            let wrong = report.findings.count
            print(
                "\(DataFolder.count(report.accounts)) copied to \(target)"
                    + (wrong > 0 ? ", but \(wrong) not right: see above" : ""))
            if !report.findings.isEmpty { throw ExitCode(2) }
        } catch let error as VaultError {
            throw DataFolder.refusal(error, "Nothing was copied", writing: target)
        }
    }

    /// Leaves beside the accounts when this was, for the metrics and the admins' page.
    private func note(_ report: BackupCopy.Report, of copy: BackupCopy) {
        do throws(VaultError) {
            try copy.note(report, at: Date())
        } catch {
            StandardError.write(
                "vaccinapp: The time of this backup was not noted for the metrics: "
                    + DataFolder.reason(error, place.data))
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

            With --account one account is put back into accounts that are in use otherwise: end the server first. Its \
            vault, its password and its other keys are then those of the backup, and whoever was signed in there \
            signs in anew; everybody else keeps everything.

            Exit status: 0 restored and compared with its bookkeeping; 1 not restored, nothing is left behind; \
            2 restored, but some of it is not right, and is named.
            """)

    @Argument(help: "The backup: a folder or a .tar file.") var backup: String
    @Option(help: ArgumentHelp("One account alone, by its user name or its id.", valueName: "name|id"))
    var account: String?

    @Option(
        help: ArgumentHelp(
            "A list of deleted accounts, or a folder that has a deleted.list; may be given more than once.",
            valueName: "list|folder"))
    var deleted: [String] = []

    @OptionGroup var place: DataFolder
    @OptionGroup var shared: DatabaseOption

    func run() throws {
        ProcessHardening.apply()
        defer { FolderOwner.keep(place.data) }
        do {
            let database = try shared.address()
            if let account { return try putBack(account, database) }
            let (named, beside) = (try lists(), try DeletedAccountList.beside(backup))
            let check = try InterruptibleTask.run("Restoring") {
                try BackupRestore(of: backup, progress: $0).write(to: place.data, database: database, without: named)
            }
            DataFolder.tell(check.findings, "These are so in the backup: look for one in which they are right.")
            print("\(DataFolder.count(check.accounts)) restored to \(database == nil ? place.data : "the database")")
            tellOfDeleted(named.joined(with: beside ?? DeletedAccountList()), isBeside: beside != nil)
            if !check.findings.isEmpty { throw ExitCode(2) }
        } catch let error as VaultError {
            throw DataFolder.refusal(error, outcome(error), writing: place.data)
        }
    }

    private func outcome(_ error: VaultError) -> String {
        if error.code == .commitUnknown { return "Nobody knows whether it was restored" }
        guard let leftover = BackupRestore.leftover(in: place.data) else { return "Nothing was restored" }
        return "Not restored, and what was begun couldn't be cleared away (\(leftover))"
    }

    private func putBack(_ account: String, _ database: PostgresAddress?) throws {
        let report = try InterruptibleTask.run("Restoring") {
            try AccountRestore(of: backup, progress: $0).write(account, to: place.data, database: database)
        }
        DataFolder.tell(report.findings, "These are not right in the backup: look for one in which they are.")
        print(
            "1 account restored to \(database == nil ? place.data : "the database"): \(report.account). Its password is "
                + "the one of the backup; whoever was signed in there signs in anew.")
        if !report.findings.isEmpty { throw ExitCode(2) }
    }
}

extension RestoreCommand {
    /// Says who was left out, and who may be back.
    private func tellOfDeleted(_ gone: DeletedAccountList, isBeside: Bool) {
        if gone.count > 0 {
            print(
                "Left out was whoever deleted their account after the backup: the lists name "
                    + "\(DataFolder.count(gone.count)), also such as the backup didn't hold any more")
        }
        guard !isBeside, deleted.isEmpty else { return }
        StandardError.write(
            "There is no deleted.list beside \(backup): whoever deleted their account after it is back. Where the old data "
                + "folder or such a list is still there, restore once more, with --deleted.")
    }

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

    @Option(
        help: ArgumentHelp(
            "A backup: accounts that are older than in it, or others of the same time, are named too.",
            valueName: "backup"))
    var against: String?

    @OptionGroup var place: DataFolder
    @OptionGroup var shared: DatabaseOption

    func run() throws {
        ProcessHardening.apply()
        defer { FolderOwner.keep(folder ?? place.data) }
        do {
            let database = folder == nil ? try shared.address() : nil
            let check = try InterruptibleTask.run("Checking") { try self.check(database, $0) }
            let since = try against.map { path throws(VaultError) in try check.findings(against: path) }
            let findings = check.findings + (since?.findings ?? [])
            DataFolder.tell(
                findings, isBackup ? DataFolder.adviceOnBackup(findings) : DataFolder.advice(findings))
            if let against, let gone = since?.gone, gone > 0 {
                print("\(DataFolder.count(gone)) of \(against) no longer here: deleted by their owners, or taken away")
            }
            let wrong = findings.count
            print("\(DataFolder.count(check.accounts)), \(wrong == 0 ? "all vaults are right" : "\(wrong) not right")")
            if wrong > 0 { throw ExitCode(2) }
        } catch let error as VaultError {
            throw DataFolder.refusal(error, "Nothing was checked", reading: folder ?? place.data)
        }
    }

    /// Whether it is no folder that a server has worked on.
    private var isBackup: Bool {
        folder.map { !FileManager.default.fileExists(atPath: "\($0)/lock") } ?? false
    }

    private func check(
        _ database: PostgresAddress?, _ progress: @escaping WorkProgress
    ) throws(VaultError) -> DirectoryCheck {
        guard let database else { return try DirectoryCheck.backup(folder ?? place.data, progress: progress) }
        return try DirectoryCheck(place.data, database: database, progress: progress)
    }
}
