import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// Empty databases in memory, made ahead, so that opening a vault needn't wait for one to be set up.
final class SpareDatabases: Sendable {
    /// A database to fill, and the connection that an image reaches it through.
    struct Spare: Sendable {
        let queue: DatabaseQueue
        let source: ImageSource
    }

    private static let count = 2
    private let ready = Mutex<[Spare]>([])
    private let making = DispatchQueue(label: "vaccinapp.spares", qos: .utility)

    init() { refill() }

    func take() throws(VaultError) -> Spare {
        defer { refill() }
        if let spare = ready.withLock({ $0.popLast() }) { return spare }
        return try Self.make()
    }

    /// A moment later, so as not to be in the way of the opening that took one.
    private func refill() {
        making.asyncAfter(deadline: .now() + .milliseconds(5)) { [weak self] in
            while let self, self.ready.withLock({ $0.count }) < Self.count, let spare = try? Self.make() {
                self.ready.withLock { $0.append(spare) }
            }
        }
    }

    private static func make() throws(VaultError) -> Spare {
        let queue = try MemoryDatabase.make()
        do {
            // The statements that every read begins and ends with are prepared by this.
            try queue.read { _ in }
        } catch {
            throw VaultError(wrapping: error)
        }
        return Spare(queue: queue, source: try ImageSource())
    }
}

/// A connection that reads a database image where it lies.
///
/// `@unchecked` because it is used once, by whoever took it.
final class ImageSource: @unchecked Sendable {
    let connection: OpaquePointer?

    init() throws(VaultError) {
        var connection: OpaquePointer?
        let status = sqlite3_open_v2(
            ":memory:", &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        self.connection = connection
        guard status == SQLITE_OK else { throw VaultError(.busy, "no memory to open a vault", retryAfter: 5) }
    }

    deinit { sqlite3_close_v2(connection) }
}
