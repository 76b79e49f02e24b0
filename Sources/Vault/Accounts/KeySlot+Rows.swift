import VaultStorage

/// Key slots as rows.
extension KeySlot {
    init(_ row: TransactionRow) throws {
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

    /// An account's slots of one kind and look-up hash, of every epoch.
    ///
    /// - Throws: `rowForged` when no server has written one of them.
    static func fetch(
        _ db: any Transaction, account: AccountID, kind: Kind, lookup: [UInt8]? = nil
    ) throws -> [KeySlot] {
        try rows(db, account: account, kind: kind, lookup: lookup).map { row in
            let asked: AskedRow = [
                "account": .id(account), "kind": .number(kind.rawValue),
                "lookup": try lookup.map { .blob($0) } ?? row.value("lookup"),
            ]
            try db.require(row, .keySlot, where: asked)
            return try KeySlot(row)
        }
    }

    /// All of an account's slots that a server has written, of every epoch.
    ///
    /// Others are left out, so that nobody keeps an account from getting a new key by a slot of their own.
    static func fetchAuthentic(_ db: any Transaction, account: AccountID) throws -> [KeySlot] {
        try rows(db, account: account).filter {
            try db.isAuthentic($0, as: .keySlot, where: ["account": .id(account)])
        }.map(KeySlot.init)
    }

    /// The rows as they are, whoever wrote them.
    static func rows(
        _ db: any Transaction, account: AccountID, kind: Kind? = nil, lookup: [UInt8]? = nil
    ) throws -> [TransactionRow] {
        var sql = "SELECT * FROM keySlot WHERE account = ?"
        var arguments: [SQLValue] = [.id(account)]
        if let kind {
            sql += " AND kind = ?"
            arguments.append(.number(kind.rawValue))
        }
        if let lookup {
            sql += " AND lookup = ?"
            arguments.append(.blob(lookup))
        }
        return try db.rows(sql + " ORDER BY kind, epoch", arguments)
    }

    /// The accounts that a passkey opens; one at most, unless rows were tampered with.
    static func accounts(_ db: any Transaction, passkey lookup: [UInt8]) throws -> [AccountID] {
        // The kind as a literal, so that the partial index is used.
        let sql = "SELECT DISTINCT account FROM keySlot WHERE kind = 4 AND lookup = ?"
        return try db.rows(sql, [.blob(lookup)]).map { try $0.identifier("account") }
    }

    /// Whether it is there as it was read, byte for byte.
    func isUnchanged(_ db: any Transaction) throws -> Bool {
        try Self.fetch(db, account: terms.account, kind: terms.kind, lookup: terms.lookup).contains(self)
    }

    /// Inserts or replaces.
    func save(_ db: any Transaction) throws {
        let values: [SQLValue] = [
            .id(terms.account), .number(terms.kind.rawValue), .blob(terms.lookup), .number(terms.epoch),
            .blob(terms.salt), .number(terms.passes), .number(terms.memory), .number(terms.expires),
            .blob(publicKey), .blob(sealed), .blob(mac),
        ]
        try db.insert([.keySlot: values], replacing: ["account", "kind", "lookup", "epoch"])
    }

    /// Deletes a session's or a passkey's slots, of every epoch.
    static func delete(_ db: any Transaction, account: AccountID, kind: Kind, lookup: [UInt8]) throws {
        try db.execute(
            "DELETE FROM keySlot WHERE account = ? AND kind = ? AND lookup = ?",
            [.id(account), .number(kind.rawValue), .blob(lookup)])
    }

    /// Deletes the slots of later data keys, which the vault was never sealed under.
    static func delete(_ db: any Transaction, account: AccountID, after epoch: UInt32) throws {
        try db.execute("DELETE FROM keySlot WHERE account = ? AND epoch > ?", [.id(account), .number(epoch)])
    }
}
