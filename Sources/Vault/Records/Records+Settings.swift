import ByteCoding
import Foundation
import GRDB
import Model
import VaultStorage

extension Records {
    /// A setting's value, or nil when it was never set.
    package func setting(_ key: String) throws -> String? {
        try String.fetchOne(statement("SELECT value FROM setting WHERE key = ?"), arguments: [key])
    }

    package func settings() throws -> [String: String] {
        let rows = try Row.fetchAll(statement("SELECT key, value FROM setting"))
        return Dictionary(rows.map { ($0["key"], $0["value"]) }) { first, _ in first }
    }

    /// Sets, or with nil removes, a setting of at most 10,000 characters.
    ///
    /// - Throws: `invalidRecord`.
    package func setSetting(_ key: String, to value: String?) throws {
        try Validation.text(key, "key", limit: 100)
        guard let value else {
            try execute("DELETE FROM setting WHERE key = ?", arguments: [key])
            return
        }
        guard value.utf8.count <= 40_000 else { throw VaultError(.invalidRecord, "a setting is too long") }
        try execute(
            "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            arguments: [key, value])
    }

    /// The recovery code, until its owner has confirmed a copy.
    func unconfirmedRecoveryCode() throws -> String? { try setting(Self.recoveryCode) }

    /// Keeps the recovery code until then, or with nil no longer.
    package func keep(unconfirmedRecoveryCode code: String?) throws { try setSetting(Self.recoveryCode, to: code) }

    private static let recoveryCode = "recoveryCode"

    /// Lets one session see the recovery code for a while, and no other.
    func showRecoveryCode(to session: SessionID, from time: Date) throws {
        let end = Int64(time.timeIntervalSince1970 + Self.proofSeconds, clampedTo: 0...1 << 40)
        try setSecret("recovery-code-shown", to: end.bigEndianBytes + session.bytes)
    }

    func showsRecoveryCode(to session: SessionID, at time: Date) throws -> Bool {
        guard let note = try secret("recovery-code-shown"), note.dropFirst(8).elementsEqual(session.bytes) else {
            return false
        }
        let end = Int64(bigEndianBytes: Array(note.prefix(8))) ?? 0
        return time.timeIntervalSince1970 < TimeInterval(end)
    }

    /// A secret of the account itself (second factors), which no page reads.
    func secret(_ key: String) throws -> [UInt8]? {
        try Data.fetchOne(statement("SELECT value FROM secret WHERE key = ?"), arguments: [key]).map { Array($0) }
    }

    func setSecret(_ key: String, to value: [UInt8]?) throws {
        guard let value else {
            try execute("DELETE FROM secret WHERE key = ?", arguments: [key])
            return
        }
        try execute(
            "INSERT INTO secret (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            arguments: [key, Data(value)])
    }
}
