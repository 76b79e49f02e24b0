package import Foundation
package import VaultStorage

/// When the accounts were last copied, and what came of it: noted beside them, since the backup is elsewhere.
package struct LastBackup: Sendable, Equatable {
    package let date: Date
    package let accounts: Int
    /// How much of it was not right.
    package let findings: Int

    private static let setting = "backup"

    init(date: Date, accounts: Int, findings: Int) {
        (self.date, self.accounts, self.findings) = (date, accounts, findings)
    }

    /// Nil where no backup was noted.
    init?(_ db: any Transaction) throws {
        let row = try db.row("SELECT value FROM setting WHERE name = ?", [.text(Self.setting)])
        guard let row else { return nil }
        let numbers = String(decoding: try row.blob("value"), as: UTF8.self).split(separator: " ").map {
            Int(typed: $0, in: 0...1 << 40)
        }
        guard numbers.count == 3, let time = numbers[0], let accounts = numbers[1], let findings = numbers[2] else {
            return nil
        }
        self.init(date: Date(timeIntervalSince1970: Double(time)), accounts: accounts, findings: findings)
    }

    func save(_ db: any Transaction) throws {
        let text = "\(Int(date.timeIntervalSince1970, clampedTo: 0...1 << 40)) \(accounts) \(findings)"
        try db.execute(
            "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            [.text(Self.setting), .blob(Array(text.utf8))])
    }

    /// The settings that belong into a backup.
    static func otherSettings(_ db: any Transaction) throws -> [TransactionRow] {
        try db.rows("SELECT * FROM setting WHERE name <> ?", [.text(setting)])
    }
}

extension Accounts {
    /// When these accounts were last copied; nil where no backup was noted.
    package func lastBackup() async throws(VaultError) -> LastBackup? {
        try await VaultError.wrapping { try await database.read { try LastBackup($0) } }
    }
}
