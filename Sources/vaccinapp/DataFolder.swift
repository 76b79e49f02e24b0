import ArgumentParser
import Foundation
import Lists
import Vault
import VaultStorage
import WebApp

/// The data folder that a command works on, and what can be said of it.
struct DataFolder: ParsableArguments {
    @Option(help: ArgumentHelp("The data folder; $VACCINAPP_DATA if left out, else 'data'.", valueName: "folder"))
    var data = Self.named ?? Self.standard

    func validate() throws {
        try Self.requireSettings()
        guard !data.isEmpty else { throw ValidationError("--data is empty: name a folder.") }
    }

    /// - Throws: `ValidationError` for an environment variable that looks like a setting and is none, as `serve` does.
    static func requireSettings() throws {
        do throws(ConfigurationError) {
            try Configuration.requireKnown(ProcessInfo.processInfo.environment)
        } catch {
            throw ValidationError(error.reason)
        }
    }

    /// The folder that the environment names.
    static var named: String? { ProcessInfo.processInfo.environment["VACCINAPP_DATA"] }

    /// The folder where nothing names one.
    static let standard = "data"

    /// Names on standard error what is not right.
    ///
    /// - Parameter advice: what to do about it.
    static func tell(_ findings: [DirectoryCheck.Discrepancy], _ advice: String) {
        for finding in findings { StandardError.write("\(finding.path) \(words(finding))") }
        if !findings.isEmpty { StandardError.write(advice) }
    }

    /// What to do about what a comparison of a backup found.
    static func adviceOnBackup(_ findings: [DirectoryCheck.Discrepancy]) -> String {
        if findings.contains(where: { $0.problem == .forged }) {
            return
                "Somebody had written to the accounts before this backup was made: restore none of what is named out of it. "
                + "See what 'vaccinapp check' says of the data folder, and docs/operating.md, 'When check names a planted key'."
        }
        if findings.contains(where: { $0.path.hasSuffix("names.key") }) {
            return
                "Such a backup can't be restored: put the right names.key into it, the one of the data folder or of "
                + "another backup of these accounts, or keep another backup."
        }
        return
            "These are so in the backup, all others are right: keep the last backup in which they are right, and see what "
            + "'vaccinapp check' says of the data folder."
    }

    /// What to do about what a comparison of the data folder found.
    static func advice(_ findings: [DirectoryCheck.Discrepancy]) -> String {
        if findings.contains(where: { $0.problem == .forged || $0.problem == .wentBack }) {
            return
                "Stop the server and keep a copy of everything as it is: somebody has written to the accounts, unless "
                + "you have restored an older backup yourself. docs/operating.md says what to do then, in 'When check names a "
                + "planted key'."
        }
        if findings.contains(where: { $0.path.hasSuffix("names.key") && $0.problem != .missing }) {
            return
                "Take the wrong names.key away, and keep it. A server that still runs then writes the right one within a "
                + "minute: don't stop it. Where none runs, put the file back out of any backup of these accounts, and "
                + "nothing besides."
        }
        if findings.contains(where: { $0.path.hasSuffix("names.key") }) {
            return
                "A server that still runs writes names.key anew within a minute: don't stop it. Else put the file back out "
                + "of any backup of these accounts, and nothing besides."
        }
        return
            "Keep a copy of these files as they are, then put these accounts alone back, out of the last backup in which "
            + "they are right: vaccinapp restore --account ID BACKUP. What a restore that was cut short has left is "
            + "mended by the next start, or by doing it again."
    }

    static func count(_ accounts: Int) -> String { accounts == 1 ? "1 account" : "\(accounts) accounts" }

    /// Says why nothing was done, in words for the operator; the exit status is 1.
    static func refusal(_ error: VaultError, _ outcome: String, writing path: String) -> ExitCode {
        StandardError.write("vaccinapp: \(outcome): \(reason(error, path))")
        return ExitCode(1)
    }

    /// The same, of what only reads.
    static func refusal(_ error: VaultError, _ outcome: String, reading path: String) -> ExitCode {
        guard error.code == .storageReadOnly else { return refusal(error, outcome, writing: path) }
        StandardError.write(
            "vaccinapp: \(outcome): \(path) can't be read: see that \(ProcessUser.name) may read all that is in it.")
        return ExitCode(1)
    }

    /// What went wrong and what to do about it.
    static func reason(_ error: VaultError, _ path: String) -> String {
        switch error.code {
        case .storageFull: "the disk is full. Make room where \(path) lies and try again."
        case .storageReadOnly:
            "\(path) can't be written: \(ProcessUser.name) may not, or the disk is mounted for reading only."
        case .busy: "\(error.reason). Try again in a minute."
        case .storageFailed where error.reason.contains("errno") || error.reason.contains("SQLite"):
            "\(error.reason). See whether the disk is in order: the system's log tells more."
        default: "\(error.reason)."
        }
    }

    private static func words(_ finding: DirectoryCheck.Discrepancy) -> String {
        switch finding.problem {
        case .missing: "is missing"
        case .unreadable: "can't be read"
        case .foreign: finding.account == nil ? "is not the one of these accounts" : "is another account's"
        case .damaged: "is damaged"
        case .older: "is older than its bookkeeping"
        case .newer: "is newer than its bookkeeping"
        case .unknownVersion: "has a format that this release doesn't know"
        case .withoutAccount: "belongs to no account"
        case .withoutKeys: "has no key that belongs to it"
        case .forged: "was not written by a server"
        case .wentBack: "is older than in the backup, or another one"
        }
    }
}
