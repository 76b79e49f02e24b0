package import GRDB

/// The schema of a user's database, step by step.
package enum VaultMigrations {
    package static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        for (name, sql) in steps { migrator.registerMigration(name) { try $0.execute(sql: sql) } }
        return migrator
    }()

    /// A step that a release has shipped never changes.
    private static let steps = [
        (
            "1 first release",
            """
            CREATE TABLE pass (
                id TEXT PRIMARY KEY NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, birthDate TEXT,
                sex TEXT NOT NULL, createdAt REAL NOT NULL
            ) STRICT;
            CREATE TABLE vaccination (
                id TEXT PRIMARY KEY NOT NULL, passID TEXT NOT NULL REFERENCES pass ON DELETE CASCADE,
                target TEXT NOT NULL, vaccine TEXT, vaccineName TEXT, date TEXT NOT NULL, batch TEXT,
                administeredBy TEXT, country TEXT, note TEXT, doseNumber INTEGER, seriesDoses INTEGER,
                createdAt REAL NOT NULL, updatedAt REAL NOT NULL
            ) STRICT;
            CREATE INDEX vaccination_pass ON vaccination (passID, target, date);
            CREATE TABLE certificate (
                id TEXT PRIMARY KEY NOT NULL, passID TEXT NOT NULL REFERENCES pass ON DELETE CASCADE,
                vaccinationID TEXT REFERENCES vaccination ON DELETE SET NULL, text TEXT NOT NULL,
                identity TEXT NOT NULL UNIQUE, eventDate TEXT, issuedAt REAL, expiresAt REAL,
                addedAt REAL NOT NULL
            ) STRICT;
            CREATE INDEX certificate_pass ON certificate (passID);
            CREATE INDEX certificate_vaccination ON certificate (vaccinationID);
            CREATE TABLE pendingImport (
                id TEXT PRIMARY KEY NOT NULL, passID TEXT REFERENCES pass ON DELETE CASCADE,
                text TEXT NOT NULL, identity TEXT NOT NULL, createdAt REAL NOT NULL
            ) STRICT;
            CREATE TABLE fact (
                id TEXT PRIMARY KEY NOT NULL, passID TEXT NOT NULL REFERENCES pass ON DELETE CASCADE,
                kind TEXT NOT NULL, value TEXT NOT NULL, fromDate TEXT, toDate TEXT
            ) STRICT;
            CREATE INDEX fact_pass ON fact (passID);
            CREATE TABLE setting (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE consent (
                id TEXT PRIMARY KEY NOT NULL, version TEXT NOT NULL, time REAL NOT NULL,
                language TEXT NOT NULL, withdrawnAt REAL
            ) STRICT;
            CREATE TABLE accessEvent (
                id TEXT PRIMARY KEY NOT NULL, time REAL NOT NULL, device TEXT NOT NULL, code TEXT NOT NULL,
                detail TEXT
            ) STRICT;
            CREATE INDEX accessEvent_time ON accessEvent (time);
            CREATE TABLE sessionClient (
                session TEXT PRIMARY KEY NOT NULL, address TEXT NOT NULL, device TEXT NOT NULL
            ) STRICT;
            CREATE TABLE secret (key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE passkey (
                id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, relyingParty TEXT NOT NULL,
                credential BLOB NOT NULL UNIQUE, publicKey BLOB NOT NULL, signCount INTEGER NOT NULL,
                opensVault INTEGER NOT NULL, isBackupEligible INTEGER NOT NULL, createdAt REAL NOT NULL,
                lastUsed REAL
            ) STRICT;
            CREATE TABLE sealedFile (
                id TEXT PRIMARY KEY NOT NULL, key BLOB NOT NULL, epoch INTEGER NOT NULL, size INTEGER NOT NULL,
                digest BLOB NOT NULL, pendingID TEXT REFERENCES pendingImport ON DELETE SET NULL
            ) STRICT;
            CREATE INDEX sealedFile_pending ON sealedFile (pendingID);
            CREATE TABLE attachment (
                id TEXT PRIMARY KEY NOT NULL, passID TEXT NOT NULL REFERENCES pass ON DELETE CASCADE,
                vaccinationID TEXT REFERENCES vaccination ON DELETE SET NULL, name TEXT NOT NULL,
                mediaType TEXT NOT NULL, addedAt REAL NOT NULL, file TEXT NOT NULL REFERENCES sealedFile
            ) STRICT;
            CREATE INDEX attachment_pass ON attachment (passID);
            CREATE INDEX attachment_vaccination ON attachment (vaccinationID);
            CREATE INDEX attachment_file ON attachment (file);
            """
        ),
        // What a dose is against whose product isn't known.
        ("2 several targets", "ALTER TABLE vaccination ADD COLUMN otherTargets TEXT"),
        // Where on the body and how a dose was given, when its batch expires, and where its record comes from.
        //
        // What came with a certificate and wasn't touched since has that to show for it; whether its issuer is known is asked
        // when it is shown.
        (
            "3 where doses come from",
            """
            ALTER TABLE vaccination ADD COLUMN site TEXT;
            ALTER TABLE vaccination ADD COLUMN route TEXT;
            ALTER TABLE vaccination ADD COLUMN batchExpiry TEXT;
            ALTER TABLE vaccination ADD COLUMN source TEXT NOT NULL DEFAULT 'hand';
            ALTER TABLE vaccination ADD COLUMN sourceDate TEXT;
            UPDATE vaccination SET source = 'unknown-issuer'
                WHERE updatedAt = createdAt
                AND EXISTS (SELECT 1 FROM certificate WHERE certificate.vaccinationID = vaccination.id);
            """
        ),
        // When what waits for its owner goes; what waits already went with the old program.
        ("4 how long something waits", "ALTER TABLE pendingImport ADD COLUMN expires REAL NOT NULL DEFAULT 0"),
        // Forms that somebody has described, so that their pages can be read.
        (
            "5 templates of forms",
            """
            CREATE TABLE scanTemplate (
                id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, createdAt REAL NOT NULL
            ) STRICT;
            """
        ),
        // Addresses at which calendars of visits can be subscribed to.
        (
            "6 calendar feeds",
            """
            CREATE TABLE calendarFeed (
                passID TEXT PRIMARY KEY NOT NULL REFERENCES pass ON DELETE CASCADE, secret BLOB NOT NULL,
                hasNames INTEGER NOT NULL, language TEXT NOT NULL, createdAt REAL NOT NULL
            ) STRICT;
            """
        ),
        // Links that lead others to a pass for a while.
        (
            "7 health links",
            """
            CREATE TABLE healthLink (
                id TEXT PRIMARY KEY NOT NULL, passID TEXT NOT NULL REFERENCES pass ON DELETE CASCADE,
                address BLOB NOT NULL, key BLOB NOT NULL, label TEXT NOT NULL, hasPasscode INTEGER NOT NULL,
                privateKey BLOB NOT NULL, createdAt REAL NOT NULL, expiresAt REAL NOT NULL
            ) STRICT;
            CREATE INDEX healthLink_pass ON healthLink (passID);
            """
        ),
        // What was deleted and can be brought back for a while: rows of any table, as JSON by their columns' names.
        (
            "8 bin",
            """
            CREATE TABLE binItem (
                id TEXT PRIMARY KEY NOT NULL, kind TEXT NOT NULL, passID TEXT NOT NULL, deletedAt REAL NOT NULL
            ) STRICT;
            CREATE TABLE binRow (
                item TEXT NOT NULL REFERENCES binItem ON DELETE CASCADE, number INTEGER NOT NULL,
                source TEXT NOT NULL, content TEXT NOT NULL, file TEXT REFERENCES sealedFile,
                PRIMARY KEY (item, number)
            ) STRICT;
            CREATE INDEX binRow_file ON binRow (file);
            """
        ),
        // Which passes a link leads to beside the one where it was made; its passcode, and how many of that pass's doses are in it.
        (
            "9 links to several passes",
            """
            CREATE TABLE healthLinkPass (
                link TEXT NOT NULL REFERENCES healthLink ON DELETE CASCADE,
                passID TEXT NOT NULL REFERENCES pass ON DELETE CASCADE, PRIMARY KEY (link, passID)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX healthLinkPass_pass ON healthLinkPass (passID);
            ALTER TABLE healthLink ADD COLUMN passcode TEXT;
            ALTER TABLE healthLink ADD COLUMN doses INTEGER;
            """
        ),
        // Until when a dose is valid, as an animal's passport says.
        ("10 until when a dose is valid", "ALTER TABLE vaccination ADD COLUMN validUntil TEXT"),
        // Whether it was less than a full dose.
        ("11 less than a full dose", "ALTER TABLE vaccination ADD COLUMN reduced TEXT"),
        // What was stored in one turn and can be undone for a while: each entry as it was before, as JSON by its columns'
        // names, and what its changes are known by.
        //
        // What imports could be taken back by until now goes.
        (
            "12 what can be undone",
            """
            CREATE TABLE batch (
                id TEXT PRIMARY KEY NOT NULL, passID TEXT, createdAt REAL NOT NULL, vaccinations INTEGER NOT NULL,
                isTooLarge INTEGER NOT NULL, remaining INTEGER
            ) STRICT;
            CREATE TABLE batchStep (
                batch TEXT NOT NULL REFERENCES batch ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                number INTEGER NOT NULL, source TEXT NOT NULL, entry TEXT NOT NULL, earlier TEXT, before TEXT,
                after TEXT, PRIMARY KEY (batch, number)
            ) STRICT, WITHOUT ROWID;
            DELETE FROM pendingImport WHERE identity = 'undo';
            """
        ),
        // What somebody began to enter and hasn't saved waits beside imports: where it came from, and when it was changed.
        (
            "13 drafts",
            """
            ALTER TABLE pendingImport ADD COLUMN source TEXT;
            ALTER TABLE pendingImport ADD COLUMN changedAt REAL;
            """
        ),
        // All that waits to be finished is a draft, and stays while its pass is in the bin.
        //
        // Photos, trials of templates and files that wait go with what was sealed for them; what was typed stays.
        (
            "14 one store of what waits",
            """
            UPDATE sealedFile SET pendingID = NULL WHERE pendingID IN (SELECT id FROM pendingImport WHERE source IS NULL);
            ALTER TABLE pendingImport RENAME TO draft;
            ALTER TABLE sealedFile RENAME COLUMN pendingID TO draftID;
            CREATE TEMP TABLE typed AS SELECT * FROM draft WHERE source IS NOT NULL;
            DROP TABLE draft;
            CREATE TABLE draft (
                id TEXT PRIMARY KEY NOT NULL, source TEXT NOT NULL, name TEXT, passID TEXT, content TEXT NOT NULL,
                createdAt REAL NOT NULL, changedAt REAL NOT NULL, expires REAL NOT NULL
            ) STRICT;
            INSERT INTO draft SELECT id, source, NULL, passID, text, createdAt, changedAt, expires FROM typed;
            DROP TABLE typed;
            """
        ),
    ]
}
