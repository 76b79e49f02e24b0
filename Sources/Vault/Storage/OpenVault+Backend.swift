import Fairness
import GRDB
import Secrets

extension OpenVault {
    /// Where a vault lives and what it may use.
    struct Backend: Sendable {
        let store: any BlobStore
        let bookkeeping: any Bookkeeping
        let random: RandomSource
        let tally: VaultCounters
        let migrator: DatabaseMigrator
        let spares: PrewarmedDatabases
        /// Where vaults have their turns: on few enough threads that whoever waited for the disk goes on at once.
        let turns: FairThreads

        /// - Parameter sizeLimit: bytes that a database may grow to.
        init(
            store: any BlobStore, bookkeeping: any Bookkeeping, random: RandomSource, sizeLimit: Int,
            tally: VaultCounters, migrator: DatabaseMigrator, turnsAtOnce: Int = 8
        ) {
            self.store = store
            self.bookkeeping = bookkeeping
            self.random = random
            self.tally = tally
            self.migrator = migrator
            turns = FairThreads(Shares(room: turnsAtOnce, ofAccount: 1))
            spares = PrewarmedDatabases(migrator: migrator, sizeLimit: sizeLimit)
        }
    }
}
