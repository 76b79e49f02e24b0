import Dispatch
import Synchronization
import VaultStorage

/// Notes the bookmarks of many vaults in one transaction: whoever comes while one is written goes into the next.
///
/// A hundred vaults that commit at once cost the books a few waits for the disk, not a hundred.
final class GroupCommit: Sendable {
    /// A bookmark that waits to be noted, and what became of it.
    private final class PendingWrite: Sendable {
        let bookmark: CommitRecord
        let account: AccountID
        private let outcome = Mutex<Result<Void, VaultError>?>(nil)

        init(_ bookmark: CommitRecord, of account: AccountID) {
            (self.bookmark, self.account) = (bookmark, account)
        }

        var result: Result<Void, VaultError>? { outcome.withLock { $0 } }
        func settle(_ result: Result<Void, VaultError>) { outcome.withLock { $0 = result } }
    }

    private let waiting = Mutex<[PendingWrite]>([])
    private let turns = DispatchQueue(label: "vaccinapp.bookmarks")

    /// How many wait for the next turn.
    var length: Int { waiting.withLock(\.count) }

    /// Durable when it returns; blocks.
    func note(_ bookmark: CommitRecord, of account: AccountID, in accountsDatabase: SQLiteAccountsDatabase)
        throws(VaultError)
    {
        let slip = PendingWrite(bookmark, of: account)
        waiting.withLock { $0.append(slip) }
        turns.sync {
            // Somebody before this turn may have taken it along.
            guard slip.result == nil else { return }
            let slips = waiting.withLock { slips in
                defer { slips = [] }
                return slips
            }
            note(slips, in: accountsDatabase)
        }
        try slip.result?.get()
    }

    /// One that can't be noted must not hold up the others: then each gets a transaction of its own.
    private func note(_ slips: [PendingWrite], in accountsDatabase: SQLiteAccountsDatabase) {
        if slips.count > 1, case .success = write(slips, in: accountsDatabase) {
            for slip in slips { slip.settle(.success(())) }
        } else {
            for slip in slips { slip.settle(write([slip], in: accountsDatabase)) }
        }
    }

    private func write(_ slips: [PendingWrite], in accountsDatabase: SQLiteAccountsDatabase) -> Result<Void, VaultError>
    {
        do {
            try accountsDatabase.writeBlocking { transaction in
                for slip in slips { try AccountRow.record(slip.bookmark, transaction, slip.account) }
            }
            return .success(())
        } catch {
            return .failure(VaultError(wrapping: error))
        }
    }
}
