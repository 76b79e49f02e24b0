import GRDB
import Testing

@testable import Vault

@Suite("Vaults from before all that waits was a draft", .timeLimit(.minutes(3)))
struct DraftMigrationTests {
    @Test func typingStaysAndWhatWasReadGoesWithItsFiles() throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        let queue = try DatabaseQueue(configuration: configuration)
        try VaultMigrations.migrator.migrate(queue, upTo: "13 drafts")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO pass (id, kind, name, sex, createdAt) VALUES ('p', 'person', 'A', 'unknown', 0);
                    INSERT INTO pendingImport (id, passID, text, identity, createdAt, expires, source, changedAt)
                        VALUES ('typed', 'p', '[1]', 'draft', 1, 9, 'table', 2);
                    INSERT INTO pendingImport (id, passID, text, identity, createdAt, expires)
                        VALUES ('photo', 'p', '{}', 'scan p', 1, 9), ('trial', NULL, '{}', 'trial t', 1, 9),
                        ('file', NULL, '{}', 'archive', 1, 9);
                    INSERT INTO sealedFile (id, key, epoch, size, digest, pendingID)
                        VALUES ('of photo', x'00', 1, 1, x'00', 'photo'), ('of file', x'00', 1, 1, x'00', 'file'),
                        ('attached', x'00', 1, 1, x'00', NULL);
                    INSERT INTO attachment (id, passID, name, mediaType, addedAt, file)
                        VALUES ('a', 'p', 'a.pdf', 'application/pdf', 1, 'attached');
                    """)
        }
        try VaultMigrations.migrator.migrate(queue)
        try queue.write { db in
            let sql = "SELECT id || ' ' || source || ' ' || passID || ' ' || content || ' ' || changedAt FROM draft"
            #expect(try String.fetchAll(db, sql: sql) == ["typed table p [1] 2.0"])
            let records = Records(db: db)
            let staged = try String.fetchAll(db, sql: "SELECT id FROM sealedFile WHERE draftID IS NOT NULL")
            #expect(try staged.isEmpty && records.hasUnusedFiles())
            // A file refers to its draft, and a draft to no table: it outlives its pass for as long as that is in the bin.
            try db.execute(sql: "UPDATE sealedFile SET draftID = 'typed' WHERE id = 'of photo'")
            try db.execute(sql: "DELETE FROM pass WHERE id = 'p'")
            #expect(try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM draft") == 1)
            try db.execute(sql: "DELETE FROM draft")
            #expect(try String.fetchOne(db, sql: "SELECT draftID FROM sealedFile WHERE id = 'of photo'") == nil)
        }
    }

    /// A vault without anything in it fits into the first step that its size goes up by.
    @Test func anEmptyVaultTakesNoMorePages() throws {
        let queue = try DatabaseQueue()
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = 1024") }
        try VaultMigrations.migrator.migrate(queue)
        #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA page_count") } ?? .max <= 64)
    }
}
