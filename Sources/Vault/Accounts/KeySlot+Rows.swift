import Foundation
import GRDB

/// Key slots as rows.
extension KeySlot {
    init(_ row: Row) throws {
        guard let kind = Kind(rawValue: row["kind"]) else {
            throw VaultError(.vaultDamaged, "a key slot has an unknown kind")
        }
        func bytes(_ column: String) -> [UInt8] {
            let data: Data = row[column]
            return Array(data)
        }
        func number(_ column: String) -> UInt64 {
            let value: Int64 = row[column]
            return UInt64(clamping: value)
        }
        let terms = Terms(
            account: try row.identifier("account"), kind: kind, epoch: row["epoch"], lookup: bytes("lookup"),
            salt: bytes("salt"), passes: number("passes"), memory: number("memory"), expires: number("expires"))
        self.init(terms: terms, publicKey: bytes("publicKey"), sealed: bytes("sealed"), mac: bytes("mac"))
    }

    /// All of an account's slots, or those of one kind and look-up hash; of every epoch.
    static func fetch(
        _ db: Database, account: AccountID, kind: Kind? = nil, lookup: [UInt8]? = nil
    ) throws -> [KeySlot] {
        var sql = "SELECT * FROM keySlot WHERE account = ?"
        var arguments: StatementArguments = [account.description]
        if let kind {
            sql += " AND kind = ?"
            arguments += [kind.rawValue]
        }
        if let lookup {
            sql += " AND lookup = ?"
            arguments += [Data(lookup)]
        }
        let statement = try db.cachedStatement(sql: sql + " ORDER BY kind, epoch")
        return try Row.fetchAll(statement, arguments: arguments).map(KeySlot.init)
    }

    /// Inserts or replaces.
    func save(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO keySlot
                    (account, kind, lookup, epoch, salt, passes, memory, expires, publicKey, sealed, mac)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                terms.account.description, terms.kind.rawValue, Data(terms.lookup), terms.epoch, Data(terms.salt),
                Int64(clamping: terms.passes), Int64(clamping: terms.memory), Int64(clamping: terms.expires),
                Data(publicKey), Data(sealed), Data(mac),
            ])
    }
}
