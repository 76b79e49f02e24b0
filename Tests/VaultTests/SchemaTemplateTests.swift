import Foundation
import GRDB
import Testing

@testable import Vault

/// What SQLite knows of a schema that was read ahead is used for a vault only when the vault's is that schema.
@Suite struct SchemaTemplateTests {
    let template: SchemaTemplate

    init() throws { template = try SchemaTemplate(VaultMigrations.migrator) }

    /// A database that `body` has changed.
    private func changed(_ body: (Database) throws -> Void) throws -> [UInt8] {
        let queue = try MemoryDatabase.make()
        try VaultMigrations.migrator.migrate(queue)
        try queue.writeWithoutTransaction(body)
        return try queue.writeWithoutTransaction { db in try VaultFile.withContent(of: db) { Array($0.bytes) } }
    }

    private func describes(_ image: [UInt8]) -> Bool { image.withUnsafeBytes(template.describes) }

    @Test func entriesDoNotChangeTheSchema() throws {
        #expect(describes(template.image))
        #expect(
            describes(
                try changed { db in
                    for number in 0..<500 {
                        try db.execute(sql: "INSERT INTO setting VALUES (?, 'v')", arguments: ["k\(number)"])
                    }
                    try db.execute(sql: "DELETE FROM setting WHERE key LIKE '%7'")
                }))
    }

    @Test(arguments: [
        "CREATE INDEX more ON setting (value)", "DROP INDEX fact_pass", "ALTER TABLE pass ADD COLUMN chip TEXT",
        // The same text on another page, and as many changes of the schema as there were.
        "DROP INDEX fact_pass; CREATE INDEX fact_pass ON fact (passID)", "PRAGMA user_version = 7",
        "PRAGMA page_size = 4096; VACUUM", "PRAGMA auto_vacuum = FULL; VACUUM",
    ])
    func anotherSchemaIsNoticed(_ sql: String) throws {
        let image = try? changed { try $0.execute(sql: sql) }
        // VACUUM has nowhere to work: then there is nothing to notice.
        if let image { #expect(!describes(image)) } else { #expect(sql.contains("VACUUM")) }
    }

    @Test func everyByteOfTheSchemaCounts() {
        var noticed = 0
        for offset in stride(from: 0, to: template.image.count, by: 7) {
            var image = template.image
            image[offset] ^= 0x10
            if !describes(image) { noticed += 1 }
        }
        // Seven pages of forty-four, all but 24 bytes.
        #expect(noticed > 6 * template.pageSize / 7)
        for offset in [100, 108, 200, template.pageSize - 1, 16, 18, 40, 43, 56] {
            var image = template.image
            image[offset] ^= 1
            #expect(!describes(image), "byte \(offset)")
        }
        #expect(!describes(Array(template.image.prefix(template.pageSize))))
        #expect(!describes([]))
    }

    /// Both ways into a database give the same answers, also after DDL, a rollback and a second exchange.
    @Test func aSpareAnswersAsADatabaseThatReadsItsOwnSchema() throws {
        let spares = PrewarmedDatabases(migrator: VaultMigrations.migrator, sizeLimit: 1 << 25)
        let image = try changed { db in
            for number in 0..<300 {
                try db.execute(sql: "INSERT INTO setting VALUES (?, ?)", arguments: ["k\(number)", "v\(number)"])
            }
        }
        for _ in 0..<5 {
            let spare = try spares.take(holding: DatabaseImage(copying: image))
            let plain = try MemoryDatabase.make()
            try plain.writeWithoutTransaction { try DatabaseImage(copying: image).move(into: $0) }
            for queue in [spare, plain] {
                #expect(try queue.read { try PrewarmedDatabases.migrations($0) }.count == 1)
                let found = try queue.read { try String.fetchAll($0, sql: "SELECT value FROM setting") }
                #expect(found.count == 300)
                try queue.write { db in
                    try db.execute(sql: "CREATE TABLE next (a TEXT)")
                    try db.execute(sql: "INSERT INTO next SELECT value FROM setting")
                }
                try queue.writeWithoutTransaction { db in
                    try db.inTransaction {
                        try db.execute(sql: "DROP TABLE setting")
                        return .rollback
                    }
                }
                #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM next, setting") } == 90_000)
                #expect(try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
            }
            let contents = try [spare, plain].map { queue in
                try queue.writeWithoutTransaction { db in try VaultFile.withContent(of: db) { Array($0.bytes) } }
            }
            #expect(contents[0] == contents[1])
        }
    }

    /// Also a vault whose change counter and size are those of a database without entries.
    @Test func theExchangeIsNoticed() throws {
        var image = try changed { db in
            try db.execute(sql: "INSERT INTO setting VALUES ('only', 'here')")
            // On a page that SQLite has read of the spare already.
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('later')")
        }
        image.replaceSubrange(24..<40, with: template.image[24..<40])
        image.replaceSubrange(92..<96, with: template.image[92..<96])
        let spares = PrewarmedDatabases(migrator: VaultMigrations.migrator, sizeLimit: 1 << 25)
        for _ in 0..<3 {
            let queue = try spares.take(holding: DatabaseImage(copying: image))
            #expect(try queue.read { try String.fetchAll($0, sql: "SELECT value FROM setting") } == ["here"])
            #expect(try queue.read { try PrewarmedDatabases.migrations($0) }.contains("later"))
        }
        let empty = try spares.take()
        #expect(try empty.read { try String.fetchAll($0, sql: "SELECT value FROM setting") } == [])
    }

    /// A vault of the release before still opens; its migration is what tells the fault.
    @Test func aMigratorThatFailsOnAnEmptyDatabaseOnlyMakesNothingAhead() throws {
        var migrator = VaultMigrations.migrator
        migrator.registerMigration("fails") { try $0.execute(sql: "not SQL") }
        let spares = PrewarmedDatabases(migrator: migrator, sizeLimit: 1 << 25)
        #expect(throws: (any Error).self) { try spares.take() }
        let queue = try spares.take(holding: DatabaseImage(copying: template.image))
        #expect(try queue.read { try PrewarmedDatabases.migrations($0) }.count == 1)
    }
}
