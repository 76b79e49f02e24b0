import Dispatch
import GRDB
import Synchronization

/// Databases in memory, made ahead with the schema read and the first questions prepared.
///
/// So opening a vault needn't wait for that.
final class PrewarmedDatabases: Sendable {
    private static let count = 4
    private let migrator: DatabaseMigrator
    /// Nil where this release's schema can't be laid out ahead; then nothing is made ahead.
    private let template: SchemaTemplate?
    /// Bytes that a database may grow to.
    private let sizeLimit: Int
    private let ready = Mutex<[DatabaseQueue]>([])
    private let making = DispatchQueue(label: "vaccinapp.spares", qos: .utility)

    init(migrator: DatabaseMigrator, sizeLimit: Int) {
        self.migrator = migrator
        self.sizeLimit = sizeLimit
        template = try? SchemaTemplate(migrator)
        refill()
    }

    /// A database without entries, in this release's schema.
    func take() throws -> DatabaseQueue {
        if let template { return try take(holding: DatabaseImage(copying: template.image)) }
        let queue = try MemoryDatabase.make()
        try migrator.migrate(queue)
        try queue.writeWithoutTransaction { try MemoryDatabase.limit($0, bytes: sizeLimit) }
        return queue
    }

    /// A database that holds an image.
    func take(holding image: DatabaseImage) throws -> DatabaseQueue {
        guard let template, template.describes(image.bytes) else {
            let queue = try MemoryDatabase.make()
            try queue.writeWithoutTransaction { db in
                let pageSize = image.pageSize
                try image.move(into: db)
                try MemoryDatabase.limit(db, bytes: sizeLimit, pageSize: pageSize)
            }
            return queue
        }
        defer { refill() }
        let queue = try ready.withLock { $0.popLast() } ?? make(template)
        try queue.writeWithoutTransaction { try image.move(into: $0) }
        return queue
    }

    /// A moment later, so as not to be in the way of the opening that took one.
    private func refill() {
        guard let template else { return }
        making.asyncAfter(deadline: .now() + .milliseconds(5)) { [weak self] in
            while let self, self.ready.withLock({ $0.count }) < Self.count, let spare = try? self.make(template) {
                self.ready.withLock { $0.append(spare) }
            }
        }
    }

    private func make(_ template: SchemaTemplate) throws -> DatabaseQueue {
        let queue = try MemoryDatabase.make()
        try queue.writeWithoutTransaction { db in
            try DatabaseImage(copying: template.forSpares).move(into: db)
            try MemoryDatabase.limit(db, bytes: sizeLimit, pageSize: template.pageSize)
            // Reads the schema.
            _ = try Self.migrations(db)
        }
        // The statements that every read begins and ends with are prepared by this too.
        try queue.read { try Records(db: $0).warmUp() }
        return queue
    }

    /// The names of the migrations that a database has seen.
    static func migrations(_ db: Database) throws -> Set<String> {
        try String.fetchSet(db.cachedStatement(sql: "SELECT identifier FROM grdb_migrations"))
    }
}
