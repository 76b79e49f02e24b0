import CLinux
import CVaultFile

/// What SQLite does with memory that it gives back.
enum SQLiteMemory {
    /// True when SQLite overwrites what it frees; set up once, and only before the first database is opened.
    static let isWiped: Bool = {
        linux_keep_memory()
        return vault_wipe_sqlite_memory() == 0
    }()
}
