extension AccountsSchema {
    var steps: [Step] {
        [
            first + (isShared ? firstShared : []), [withdrawals], [passingFiles], calendarFeeds, healthLinks,
            reminderMails,
        ].map { Step(statements: $0) } + [
            Step(statements: macs, signing: [.calendarFeed, .healthLink, .reminderMail]),
            Step(statements: [mailLimits]),
            Step(
                statements: [healthLinkFiles], moving: ("healthLink", HealthLinkFiles.move),
                last: ["ALTER TABLE healthLink DROP COLUMN sealed"]),
        ]
    }

    /// Whose consent was withdrawn, and when; see `Withdrawal`.
    private var withdrawals: String {
        table(
            "withdrawal",
            """
            account TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE, withdrawnAt \(real) NOT NULL,
            rowMac \(blob) NOT NULL
            """)
    }

    /// Which sealed files go at a time, whether their vault is opened or not; see `TransientFile`.
    private var passingFiles: String {
        table(
            "passingFile",
            """
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, id TEXT NOT NULL, expires \(real) NOT NULL,
            PRIMARY KEY (account, id)
            """)
    }

    /// Calendars that are subscribed to; see `CalendarFeed`.
    private var calendarFeeds: [String] {
        [
            table(
                "calendarFeed",
                """
                id \(blob) PRIMARY KEY, account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
                sealed \(blob) NOT NULL
                """),
            "CREATE INDEX calendarFeed_account ON calendarFeed (account)",
        ]
    }

    /// What links lead to, and who opened them; see `HealthLink`.
    private var healthLinks: [String] {
        [
            table(
                "healthLink",
                """
                id \(blob) PRIMARY KEY, account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
                sealed \(blob) NOT NULL, expires \(real) NOT NULL, isPaused \(integer) NOT NULL, salt \(blob) NOT NULL,
                passcode \(blob) NOT NULL, attempts \(integer) NOT NULL, publicKey \(blob) NOT NULL
                """),
            "CREATE INDEX healthLink_account ON healthLink (account)",
            table(
                "healthLinkOpening",
                """
                link \(blob) NOT NULL REFERENCES healthLink ON DELETE CASCADE, number \(integer) NOT NULL,
                sealed \(blob) NOT NULL, PRIMARY KEY (link, number)
                """),
        ]
    }

    /// The files that links lead to; see `HealthLinkFiles`.
    private var healthLinkFiles: String {
        table(
            "healthLinkFile",
            """
            link \(blob) NOT NULL REFERENCES healthLink ON DELETE CASCADE, number \(integer) NOT NULL,
            digest \(blob) NOT NULL, sealed \(blob) NOT NULL, PRIMARY KEY (link, number)
            """)
    }

    /// Who wants mail, and on which days; see `ReminderMail`.
    private var reminderMails: [String] {
        [
            table(
                "reminderMail",
                """
                account TEXT PRIMARY KEY REFERENCES account ON DELETE CASCADE, name \(blob) NOT NULL UNIQUE,
                sealed \(blob) NOT NULL, kind TEXT NOT NULL, language TEXT NOT NULL, createdAt \(real) NOT NULL,
                confirmedAt \(real) NOT NULL, isRefused \(integer) NOT NULL, lastSent TEXT NOT NULL,
                failingSince \(real) NOT NULL, nextTry \(real) NOT NULL
                """),
            table(
                "reminderDay",
                """
                account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, day TEXT NOT NULL, PRIMARY KEY (account, day)
                """),
        ]
    }

    /// Show who wrote what is outside of vaults; see `AuthenticatedRow`.
    private var macs: [String] {
        ["calendarFeed", "healthLink"].map { "ALTER TABLE \($0) ADD COLUMN digest \(blob)" }
            + ["calendarFeed", "healthLink", "reminderMail"].map { "ALTER TABLE \($0) ADD COLUMN rowMac \(blob)" }
    }

    /// Who asked for first messages, and who wants none, by hashes; see `MailLimit`.
    private var mailLimits: String {
        table(
            "mailLimit",
            "hash \(blob) PRIMARY KEY, askedAt \(real) NOT NULL, stoppedAt \(real) NOT NULL, rowMac \(blob) NOT NULL")
    }

    private var first: [String] {
        [
            // The two MACs show who wrote what is before them: see `AuthenticatedRow`.
            table(
                "account",
                """
                id TEXT PRIMARY KEY, nameHash \(blob) NOT NULL UNIQUE, createdAt \(real) NOT NULL,
                isAdmin \(integer) NOT NULL, isRecoveryConfirmed \(integer) NOT NULL, isDisabled \(integer) NOT NULL,
                restoredAt \(real) NOT NULL,
                rowMac \(blob) NOT NULL,
                generation \(integer) NOT NULL, epoch \(integer) NOT NULL, tag \(blob) NOT NULL,
                digest \(blob) NOT NULL, length \(integer) NOT NULL, commitMac \(blob) NOT NULL
                """),
            table(
                "keySlot",
                """
                account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, kind \(integer) NOT NULL,
                lookup \(blob) NOT NULL, epoch \(integer) NOT NULL, salt \(blob) NOT NULL, passes \(integer) NOT NULL,
                memory \(integer) NOT NULL, expires \(integer) NOT NULL, publicKey \(blob) NOT NULL,
                sealed \(blob) NOT NULL, mac \(blob) NOT NULL, rowMac \(blob) NOT NULL,
                PRIMARY KEY (account, kind, lookup, epoch)
                """),
            "CREATE INDEX keySlot_lookup ON keySlot (lookup)",
            table(
                "session",
                """
                lookup \(blob) PRIMARY KEY, id TEXT NOT NULL UNIQUE,
                account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, createdAt \(real) NOT NULL,
                lastSeen \(real) NOT NULL, expires \(real) NOT NULL, isPending \(integer) NOT NULL,
                rowMac \(blob) NOT NULL
                """),
            "CREATE INDEX session_account ON session (account)",
            table(
                "familiarAddress",
                """
                account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, hash \(blob) NOT NULL,
                lastSeen \(real) NOT NULL, PRIMARY KEY (account, hash)
                """),
            table(
                "invitation",
                "hash \(blob) PRIMARY KEY, expires \(real) NOT NULL, usedAt \(real), rowMac \(blob) NOT NULL"),
            // Length and digest of each sealed file, so that a damaged one is noticed without a key; where servers share
            // a database, also the file.
            table(
                "attachmentFile",
                """
                account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, id TEXT NOT NULL,
                length \(integer) NOT NULL, digest \(blob) NOT NULL,
                \(isShared ? "writtenAt \(real) NOT NULL, content \(blob) NOT NULL," : "") PRIMARY KEY (account, id)
                """),
            // What is checked when a server starts.
            table("setting", "name TEXT PRIMARY KEY, value \(blob) NOT NULL"),
            // Which accounts are gone, until no backup holds them any more; see `DeletedAccount`.
            table("deletedAccount", "id TEXT PRIMARY KEY, deletedAt \(real) NOT NULL, keptUntil \(real) NOT NULL"),
            // When the server closes for good; one row at most.
            table(
                "closing",
                "number \(integer) PRIMARY KEY, day TEXT NOT NULL, message TEXT NOT NULL, rowMac \(blob) NOT NULL"),
            // What runs by itself, and who is at it; see `Jobs`.
            table(
                "job",
                """
                name TEXT PRIMARY KEY, lastRun \(real), lastSuccess \(real), outcome TEXT NOT NULL,
                holder \(blob) NOT NULL, leaseUntil \(real) NOT NULL
                """),
        ]
    }

    private var firstShared: [String] {
        [
            // One sealed blob for each account; written before the account's row when that is new.
            table("vault", "account TEXT PRIMARY KEY, generation \(integer) NOT NULL, blob \(blob) NOT NULL"),
            // Sealed bytes don't get shorter by compressing.
            "ALTER TABLE vault ALTER COLUMN blob SET STORAGE EXTERNAL",
            "ALTER TABLE attachmentFile ALTER COLUMN content SET STORAGE EXTERNAL",
            // Rows to lock while an account's keys change; see `PostgresLock`.
            table("account_lock", "number \(integer) PRIMARY KEY"),
            "INSERT INTO account_lock (number) SELECT * FROM generate_series(0, 255)",
            // Failed sign-ins, by keyed hashes.
            table(
                "attempt",
                """
                account \(blob) NOT NULL, address \(blob) NOT NULL, failures \(integer) NOT NULL,
                last \(real) NOT NULL, PRIMARY KEY (account, address)
                """),
            "CREATE INDEX attempt_last ON attempt (last)",
            // Questions to passkeys that were answered.
            table("answer", "nonce \(blob) PRIMARY KEY, ends \(real) NOT NULL"),
            // What was committed lately; see `PostgresReceipt`.
            table("receipt", "id \(blob) PRIMARY KEY, writtenAt \(real) NOT NULL"),
            "CREATE INDEX receipt_writtenAt ON receipt (writtenAt)",
        ]
    }
}
