import Foundation
import Passkeys
import SoftAuthenticator
import TestSupport
import Testing

@testable import Vault
@testable import VaultStorage

/// What a test looks at or copies, wherever the app keeps it.
extension TestVaults {
    /// Every vault and attachment against its bookkeeping, as `vaccinapp check` compares them.
    func check() throws -> DirectoryCheck { try DirectoryCheck(path, database: database) }

    /// A backup, as `vaccinapp backup` makes it.
    @discardableResult
    func backup(to target: String) throws -> BackupCopy.Report {
        try BackupCopy(of: path, database: database).write(to: target)
    }

    /// Puts a backup back, as `vaccinapp restore` does.
    @discardableResult
    func restore(_ backup: String) throws -> DirectoryCheck {
        try BackupRestore(of: backup, now: clock.now).write(to: path, database: database)
    }

    /// A app with everything of this one.
    func copied() throws -> TestVaults {
        // Its own home is this one's kind, whatever the task that asks.
        let copy = Self.$isShared.withValue(database != nil) { TestVaults() }
        let backup = "\(copy.path)-backup"
        defer { try? FileManager.default.removeItem(atPath: backup) }
        #expect(try self.backup(to: backup).findings == [])
        #expect(try copy.restore(backup).findings == [])
        return copy
    }

    /// What somebody could read who has every disk: the folder's files, and what the database says of itself.
    func everything() throws -> [String: Data] {
        var everything = try files()
        if let database, let cluster = PostgresCluster.shared {
            everything["the database"] = Data(try cluster.dump(database.name).utf8)
            everything["the database's log"] = cluster.log
        }
        return everything
    }

    /// Runs a statement on the app's database, as its admin could.
    @discardableResult
    func sql(_ statement: String, _ arguments: [SQLValue] = []) throws -> [TransactionRow] {
        let pool = PostgresPool(try #require(database), size: 1)
        defer { pool.close() }
        return try pool.transaction(.comparing) { try $0.rows(statement, arguments) }
    }
}

// MARK: - Several servers
extension TestVaults {
    /// Two servers on the app's database, with a data folder each.
    func servers(_ change: (inout VaultConfiguration) -> Void = { _ in }) throws -> (first: Accounts, second: Accounts)
    {
        let first = try accounts(change)
        let folder = "\(path)/second"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: "\(path)/names.key", toPath: "\(folder)/names.key")
        let second = try accounts {
            change(&$0)
            $0.directory = folder
        }
        return (first, second)
    }

    /// Adds a passkey to the cookie's account; gives its authenticator.
    func addPasskey(_ accounts: Accounts, _ cookie: String, secret: PasskeySecret?) async throws -> SoftAuthenticator {
        let session = try await session(accounts, cookie)
        let making = try await accounts.passkeys.begin(session, password: Self.password)
        let authenticator = try SoftAuthenticator(userHandle: making.userHandle)
        _ = try await accounts.passkeys.add(
            session, name: "Marias Telefon", response: authenticator.register(SoftAuthenticator.challenge),
            expectation: .usual(), secret: secret, client: Self.client)
        return authenticator
    }
}

// MARK: - Attachments
extension TestVaults {
    /// A session with a pass in its vault.
    func memberWithPass(_ accounts: Accounts) async throws -> (session: Session, pass: PassRecord) {
        let (_, session) = try await member(accounts)
        let pass = try pass()
        try await session.vault.write { try $0.insert(pass) }
        return (session, pass)
    }

    @discardableResult
    func attach(
        _ content: [UInt8], to pass: PassID, of session: Session, vaccination: VaccinationID? = nil
    ) async throws -> AttachmentID {
        let attachment = try Attachment(
            passID: pass, vaccinationID: vaccination, name: "Impfpass Seite 3.jpg", mediaType: "image/jpeg",
            addedAt: clock.now)
        let file = try await session.vault.seal(content)
        try await session.vault.write { try $0.insert(attachment, content: file) }
        return attachment.id
    }

    /// The sealed files, by their paths in a data folder.
    func sealedFiles() throws -> [String: [UInt8]] {
        guard database != nil else {
            return try files().filter { $0.key.hasPrefix("attachments/") }.mapValues { Array($0) }
        }
        let rows = try sql("SELECT account, id, content FROM attachmentFile")
        return try Dictionary(
            uniqueKeysWithValues: rows.map {
                ("attachments/\(try $0.text("account"))/\(try $0.text("id")).sealed", try $0.blob("content"))
            })
    }

    /// Puts other bytes in the place of a sealed file; nil = takes it away.
    func tamper(_ file: SealedFileID, of account: AccountID, with bytes: [UInt8]?) throws {
        let path = "\(path)/attachments/\(account)/\(file).sealed"
        switch (bytes, database) {
        case (let bytes?, nil): try Data(bytes).write(to: URL(fileURLWithPath: path))
        case (nil, nil): try FileManager.default.removeItem(atPath: path)
        case (let bytes?, _):
            try sql(
                "UPDATE attachmentFile SET content = ? WHERE account = ? AND id = ?",
                [.blob(bytes), .id(account), .id(file)])
        case (nil, _): try sql("DELETE FROM attachmentFile WHERE account = ? AND id = ?", [.id(account), .id(file)])
        }
    }
}

extension Data {
    /// Whether the bytes are in here, as they are or as PostgreSQL writes them.
    func tells(_ needle: [UInt8]) -> Bool {
        let hexadecimal = needle.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return holds(needle) || holds(Array(hexadecimal.utf8))
    }
}
