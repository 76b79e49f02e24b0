import GRDB
import VaultStorage

/// The schema of the accounts database, step by step.
///
/// A step that was released never changes.
enum AccountsMigrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 accounts, key slots, sessions", migrate: accounts)
        migrator.registerMigration("2 passkeys by their look-up", migrate: passkeys)
        migrator.registerMigration("3 sealed files of attachments", migrate: attachments)
        migrator.registerMigration("4 rows that show who wrote them", migrate: authentication)
        return migrator
    }

    /// - Throws: `vaultVersion` unless the books are this release's.
    static func requireCurrent(_ db: Database) throws {
        if try migrator.hasBeenSuperseded(db) {
            throw VaultError(.vaultVersion, "the accounts were written by a newer release")
        }
        guard try migrator.hasCompletedMigrations(db) else {
            // Those that a server of this release would refuse are told so.
            try requireNone(try db.tableExists("account") ? Int.fetchOne(db, sql: "SELECT COUNT(*) FROM account") : 0)
            throw VaultError(.vaultVersion, "the accounts are another release's: start this release's server once")
        }
    }

    /// Accounts whose rows nobody can vouch for stay where they are: what an attacker added would become right.
    static func requireNone(_ accounts: Int?) throws(VaultError) {
        if let accounts, accounts > 0 {
            throw VaultError(
                .vaultVersion,
                "these accounts are of a version before the first release, and are left as they are: start that version "
                    + "once more, let everybody export their passes, and import them with this one in a new data folder"
            )
        }
    }

    private static func accounts(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE account (
                    id TEXT PRIMARY KEY NOT NULL, nameHash BLOB NOT NULL UNIQUE, createdAt REAL NOT NULL,
                    isAdmin INTEGER NOT NULL DEFAULT 0, isRecoveryConfirmed INTEGER NOT NULL DEFAULT 0,
                    generation INTEGER NOT NULL, epoch INTEGER NOT NULL, tag BLOB NOT NULL, digest BLOB NOT NULL,
                    length INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE keySlot (
                    account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, kind INTEGER NOT NULL,
                    lookup BLOB NOT NULL, epoch INTEGER NOT NULL, salt BLOB NOT NULL, passes INTEGER NOT NULL,
                    memory INTEGER NOT NULL, expires INTEGER NOT NULL, publicKey BLOB NOT NULL,
                    sealed BLOB NOT NULL, mac BLOB NOT NULL,
                    PRIMARY KEY (account, kind, lookup, epoch)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE session (
                    lookup BLOB PRIMARY KEY NOT NULL, id TEXT NOT NULL UNIQUE,
                    account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, createdAt REAL NOT NULL,
                    lastSeen REAL NOT NULL, expires REAL NOT NULL, isPending INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX session_account ON session (account);
                CREATE TABLE familiarAddress (
                    account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, hash BLOB NOT NULL,
                    lastSeen REAL NOT NULL, PRIMARY KEY (account, hash)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE invitation (
                    hash BLOB PRIMARY KEY NOT NULL, expires REAL NOT NULL, usedAt REAL
                ) STRICT, WITHOUT ROWID;
                """)
    }

    private static func passkeys(_ db: Database) throws {
        try db.execute(sql: "CREATE INDEX keySlot_passkey ON keySlot (lookup) WHERE kind = 4")
    }

    private static func attachments(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE attachmentFile (
                    account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, id TEXT NOT NULL,
                    length INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (account, id)
                ) STRICT, WITHOUT ROWID;
                """)
    }

    /// An empty MAC, as of what was there before, is never right.
    private static func authentication(_ db: Database) throws {
        try requireNone(try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM account"))
        try db.execute(
            sql: """
                ALTER TABLE account ADD COLUMN rowMac BLOB NOT NULL DEFAULT x'';
                ALTER TABLE account ADD COLUMN bookmarkMac BLOB NOT NULL DEFAULT x'';
                ALTER TABLE keySlot ADD COLUMN rowMac BLOB NOT NULL DEFAULT x'';
                ALTER TABLE session ADD COLUMN rowMac BLOB NOT NULL DEFAULT x'';
                ALTER TABLE invitation ADD COLUMN rowMac BLOB NOT NULL DEFAULT x'';
                CREATE TABLE setting (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
                """)
    }
}
