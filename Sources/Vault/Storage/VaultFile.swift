import CVaultFile
import GRDB

/// The file in memory that a vault's database lies in.
///
/// SQLite reads and writes it as any file, and asks once in every transaction that changed something that it be made
/// durable: after the last page is written, and before anything counts. That is when it is sealed.
enum VaultFile {
    /// Opens a file of the connection's own, empty.
    static let path = "file:/vault?vfs=\(VAULT_FILE_VFS)"

    /// True when SQLite knows such files.
    static let isReady: Bool = {
        // First, while SQLite isn't in use; `ProcessHardening.apply` reports it.
        _ = SQLiteMemory.isWiped
        return vault_file_register() == 0
    }()

    /// What a file holds, between two transactions or at their end.
    struct Content {
        let bytes: UnsafeRawBufferPointer
        /// One byte for each unit of `BlobLayout`; 0 where nothing has changed since the content was last kept.
        let changed: UnsafeBufferPointer<UInt8>

        fileprivate init(_ state: vault_file_state) {
            bytes = UnsafeRawBufferPointer(start: state.bytes, count: state.count)
            changed = UnsafeBufferPointer(start: state.changed, count: state.units)
        }
    }

    static func withContent<T>(of db: Database, _ body: (Content) throws -> T) throws -> T {
        var state = vault_file_state()
        guard vault_file_read(db.sqliteConnection, &state) == 0 else { throw notOurs }
        return try body(Content(state))
    }

    static var notOurs: VaultError { VaultError(.storageFailed, "a vault's database lies in another file") }
}

/// Takes a file's content when SQLite asks that it be made durable, and remembers how that went.
final class CommitHook {
    private let keep: (VaultFile.Content) throws -> Void
    /// True once the content is kept.
    private(set) var hasKept = false
    /// Why the content could not be kept.
    private(set) var error: (any Error)?

    /// - Parameter keep: throws to have the transaction rolled back.
    init(_ keep: @escaping (VaultFile.Content) throws -> Void) { self.keep = keep }

    /// Waits for the transaction's end; the hook must live until `remove`.
    func install(_ db: Database) throws {
        let status = vault_file_keep(
            db.sqliteConnection,
            { context, state in
                guard let context, let state else { return 1 }
                let hook = Unmanaged<CommitHook>.fromOpaque(context).takeUnretainedValue()
                return hook.take(VaultFile.Content(state.pointee)) ? 0 : 1
            }, Unmanaged.passUnretained(self).toOpaque())
        guard status == 0 else { throw VaultFile.notOurs }
    }

    /// Is called no more.
    func remove(_ db: Database) { _ = vault_file_keep(db.sqliteConnection, nil, nil) }

    /// Takes the content now; for what SQLite has no reason to make durable.
    func take(contentOf db: Database) throws {
        try install(db)
        guard vault_file_sync(db.sqliteConnection) == 0 else { throw error ?? VaultFile.notOurs }
    }

    private func take(_ content: VaultFile.Content) -> Bool {
        do {
            try keep(content)
            hasKept = true
        } catch {
            self.error = error
        }
        return hasKept
    }
}
