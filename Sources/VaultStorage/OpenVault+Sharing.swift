/// Where other servers open and write the same vault.
extension OpenVault {
    /// Takes over what other servers have written since; one cheap question where there is nothing.
    ///
    /// Closes the vault when its key is no longer the blob's: whoever has a secret opens it again.
    package func catchUp() throws {
        // A vault that is being made is nobody else's yet.
        guard dataKey != nil, record.generation > 0, let shared = backend.store as? any SharedBlobStore else { return }
        if database != nil, let known = try shared.record(account) {
            if try isLast(known) { return }
        }
        guard let (blob, known) = try shared.current(account), known.epoch == record.epoch else {
            close()
            throw VaultError(.closed, "another server has replaced the vault's key or deleted the account")
        }
        guard known.generation >= record.generation else {
            throw VaultError(.vaultOlder, "the blob is older than the last commit")
        }
        _ = try isLast(known)
        record = known
        unfinished = nil
        try reopen([blob])
    }

    /// Whether nobody has written since; two commits of one generation are a fork.
    private func isLast(_ known: CommitRecord) throws(VaultError) -> Bool {
        guard known.generation == record.generation else { return false }
        guard known.tag == record.tag else {
            throw VaultError(.vaultForked, "the blob is another one of the same generation")
        }
        return true
    }

    /// Repeats a write when another server's came first: on what that has left.
    ///
    /// Whoever wrote last has what the next write needs; the other has to open the vault first, and would be overtaken
    /// again and again. So the second time the account's row is kept locked: others wait for their turn.
    func writing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as VaultError where error.code == .overtaken {
            guard let shared = backend.store as? any SharedBlobStore else { throw error }
            do {
                return try shared.exclusively(account, body)
            } catch let error as any VaultErrorConvertible {
                throw error.vaultError
            }
        }
    }
}
