/// Key slots as rows.
extension KeySlot {
    init(_ row: LedgerRow) throws {
        guard let kind = Kind(rawValue: try row.number("kind")) else {
            throw VaultError(.vaultDamaged, "a key slot has an unknown kind")
        }
        let terms = Terms(
            account: try row.identifier("account"), kind: kind, epoch: try row.number("epoch"),
            lookup: try row.blob("lookup"), salt: try row.blob("salt"), passes: try row.number("passes"),
            memory: try row.number("memory"), expires: try row.number("expires"))
        self.init(
            terms: terms, publicKey: try row.blob("publicKey"), sealed: try row.blob("sealed"),
            mac: try row.blob("mac"))
    }

    /// All of an account's slots, or those of one kind and look-up hash; of every epoch.
    static func fetch(
        _ db: any Ledger, account: AccountID, kind: Kind? = nil, lookup: [UInt8]? = nil
    ) throws -> [KeySlot] {
        var sql = "SELECT * FROM keySlot WHERE account = ?"
        var arguments: [LedgerValue] = [.id(account)]
        if let kind {
            sql += " AND kind = ?"
            arguments.append(.number(kind.rawValue))
        }
        if let lookup {
            sql += " AND lookup = ?"
            arguments.append(.blob(lookup))
        }
        return try db.rows(sql + " ORDER BY kind, epoch", arguments).map(KeySlot.init)
    }

    /// Inserts or replaces.
    func save(_ db: any Ledger) throws {
        try db.execute(
            """
            INSERT INTO keySlot
                (account, kind, lookup, epoch, salt, passes, memory, expires, publicKey, sealed, mac)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (account, kind, lookup, epoch) DO UPDATE SET salt = excluded.salt, passes = excluded.passes,
                memory = excluded.memory, expires = excluded.expires, publicKey = excluded.publicKey,
                sealed = excluded.sealed, mac = excluded.mac
            """,
            [
                .id(terms.account), .number(terms.kind.rawValue), .blob(terms.lookup), .number(terms.epoch),
                .blob(terms.salt), .number(terms.passes), .number(terms.memory), .number(terms.expires),
                .blob(publicKey), .blob(sealed), .blob(mac),
            ])
    }
}
