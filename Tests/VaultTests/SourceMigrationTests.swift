import GRDB
import Testing

@testable import Vault

@Suite("Vaults from before doses had a source", .timeLimit(.minutes(3)))
struct SourceMigrationTests {
    @Test func whatCameWithACertificateAndWasntTouchedHasThatToShow() throws {
        let queue = try DatabaseQueue()
        try VaultMigrations.migrator.migrate(queue, upTo: "1 first release")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO pass (id, kind, name, sex, createdAt) VALUES ('p', 'person', 'A', 'unknown', 0);
                    INSERT INTO vaccination (id, passID, target, date, createdAt, updatedAt)
                        VALUES ('proven', 'p', 'tbe', '2021', 5, 5), ('edited', 'p', 'tbe', '2022', 5, 6),
                        ('typed', 'p', 'tbe', '2023', 5, 5);
                    INSERT INTO certificate (id, passID, vaccinationID, text, identity, addedAt)
                        VALUES ('c', 'p', 'proven', 'x', 'c', 5), ('d', 'p', 'edited', 'x', 'd', 5);
                    """)
        }
        try VaultMigrations.migrator.migrate(queue)
        let sources = try queue.read { db in
            try String.fetchAll(db, sql: "SELECT source FROM vaccination ORDER BY date")
        }
        #expect(sources == ["unknown-issuer", "hand", "hand"])
    }
}
