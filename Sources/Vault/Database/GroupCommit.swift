import Dispatch
import Synchronization
import VaultStorage

/// Writes the commit records of many vaults in one transaction: whoever comes while one is written goes into the next.
///
/// A hundred vaults that commit at once cost the accounts database a few waits for the disk, not a hundred.
final class GroupCommit: Sendable {
    /// A commit record that waits to be written, and what became of it.
    private final class PendingWrite: Sendable {
        let commit: CommitRecord
        let account: AccountID
        private let outcome = Mutex<Result<Void, VaultError>?>(nil)

        init(_ commit: CommitRecord, of account: AccountID) {
            (self.commit, self.account) = (commit, account)
        }

        var result: Result<Void, VaultError>? { outcome.withLock { $0 } }
        func finish(_ result: Result<Void, VaultError>) { outcome.withLock { $0 = result } }
    }

    private let waiting = Mutex<[PendingWrite]>([])
    private let queue = DispatchQueue(label: "vaccinapp.commits")

    /// How many wait for the next transaction.
    var length: Int { waiting.withLock(\.count) }

    /// Durable when it returns; blocks.
    func record(_ commit: CommitRecord, of account: AccountID, in accountsDatabase: SQLiteAccountsDatabase)
        throws(VaultError)
    {
        let own = PendingWrite(commit, of: account)
        waiting.withLock { $0.append(own) }
        queue.sync {
            // Somebody before may have taken it along.
            guard own.result == nil else { return }
            let pending = waiting.withLock { pending in
                defer { pending = [] }
                return pending
            }
            record(pending, in: accountsDatabase)
        }
        try own.result?.get()
    }

    /// One that can't be noted must not hold up the others: then each gets a transaction of its own.
    private func record(_ pending: [PendingWrite], in accountsDatabase: SQLiteAccountsDatabase) {
        if pending.count > 1, case .success = write(pending, in: accountsDatabase) {
            for one in pending { one.finish(.success(())) }
        } else {
            for one in pending { one.finish(write([one], in: accountsDatabase)) }
        }
    }

    private func write(_ pending: [PendingWrite], in accountsDatabase: SQLiteAccountsDatabase) -> Result<
        Void, VaultError
    > {
        do {
            try accountsDatabase.writeBlocking { transaction in
                for one in pending { try AccountRow.record(one.commit, transaction, one.account) }
            }
            return .success(())
        } catch {
            return .failure(VaultError(wrapping: error))
        }
    }
}
