/// What SQLite does with memory that it gives back.
enum SQLiteMemory {
    /// Has SQLite overwrite what it frees; must come before the first database is opened.
    static func wipeOnFree() {}
}
