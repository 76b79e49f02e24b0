/// One database that several servers share: books, blobs, attachments, and whose turn it is.
struct PostgresHome: Sendable {
    let books: PostgresBooks
    let blobs: PostgresBlobStore
    let attachments: PostgresAttachmentStore
    let turns: PostgresTurns

    /// Connects.
    ///
    /// - Parameter makingTables: false where a server must have made them.
    /// - Throws: `storageFailed` with what is wrong in words; `vaultVersion`.
    init(
        _ address: PostgresAddress, connections: Int, timeouts: PostgresTimeouts = PostgresTimeouts(),
        makingTables: Bool = true
    ) throws(VaultError) {
        let pool = PostgresPool(address, size: max(1, connections), timeouts: timeouts)
        books = PostgresBooks(pool: pool)
        blobs = PostgresBlobStore(pool: pool)
        attachments = PostgresAttachmentStore(pool: pool)
        // What holds them may take its time: passwords are hashed meanwhile.
        var patient = timeouts
        patient.idle = 120_000
        turns = PostgresTurns(
            pool: PostgresPool(address, size: max(2, connections / 2), timeouts: patient, waitSeconds: 20))
        do {
            try makingTables ? PostgresSchema.makeCurrent(pool) : PostgresSchema.requireCurrent(pool)
        } catch {
            throw VaultError(wrapping: error)
        }
    }

    func close() {
        books.close()
        turns.pool.close()
    }
}
