import GRDB

extension OpenVault {
    /// Where a vault lives and what it may use.
    struct Home: Sendable {
        let store: any BlobStore
        let bookkeeping: any Bookkeeping
        let random: RandomSource
        /// Bytes that a database may grow to.
        let sizeLimit: Int
        let tally: VaultTally
        let migrator: DatabaseMigrator
        var spares = SpareDatabases()
    }
}
