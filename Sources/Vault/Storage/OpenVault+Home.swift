import GRDB

extension OpenVault {
    /// Where a vault lives and what it may use.
    struct Home: Sendable {
        let store: any BlobStore
        let bookkeeping: any Bookkeeping
        let random: RandomSource
        let tally: VaultTally
        let migrator: DatabaseMigrator
        let spares: SpareDatabases

        /// - Parameter sizeLimit: bytes that a database may grow to.
        init(
            store: any BlobStore, bookkeeping: any Bookkeeping, random: RandomSource, sizeLimit: Int,
            tally: VaultTally, migrator: DatabaseMigrator
        ) {
            self.store = store
            self.bookkeeping = bookkeeping
            self.random = random
            self.tally = tally
            self.migrator = migrator
            spares = SpareDatabases(migrator: migrator, sizeLimit: sizeLimit)
        }
    }
}
