import GRDB
import Glibc
import VaultStorage

/// What an operator reads about a path that was named.
extension VaultError {
    /// What went wrong in reading or writing accounts on the disk.
    init(ofAccounts error: any Error) {
        if let refusal = error as? Draft.Obstacle {
            self.init(refusal)
            return
        }
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            self.init(
                .vaultDamaged,
                "accounts.sqlite is damaged: keep a copy of the folder as it is, and restore the last good backup")
        default: self.init(wrapping: error)
        }
    }

    static func noDataDirectory(_ path: String) -> VaultError {
        // Of a tar file there is nothing to be looked for inside.
        if access("\(path)/accounts.sqlite", F_OK) != 0, errno == EACCES { return unreadable(path) }
        do throws(VaultError) {
            try DataDirectory.requireNoRestore(path)
        } catch {
            return error
        }
        if access(path, F_OK) != 0, errno == ENOENT {
            return VaultError(.directoryUnusable, "there is nothing at \(path): see that the path is right")
        }
        return VaultError(
            .directoryUnusable,
            "\(path) is no data directory and no backup, since accounts.sqlite is not in it: see that the path is right"
        )
    }

    static func noFolder(_ path: String) -> VaultError {
        VaultError(.directoryUnusable, "there is no folder \(path): make it first, or name a place in another one")
    }

    init(_ refusal: Draft.Obstacle) {
        switch refusal {
        case .noFolder(let path): self = .noFolder(path)
        case .isWritten(let path):
            self.init(.directoryUnusable, "another process is writing \(path): wait for its end, or take it away")
        case .isLeft(let path):
            self.init(
                .directoryUnusable,
                "what a process that was ended left at \(path) can't be removed by \(ProcessUser.name): remove it")
        case .isTakenAway(let path):
            self.init(.directoryUnusable, "other processes keep taking \(path) away: let them end")
        }
    }

    static func noVaults(_ path: String) -> VaultError {
        VaultError(
            .directoryUnusable,
            "\(path) has accounts, and its folder vaults is missing: put it back, or take a whole backup")
    }

    static func unreadable(_ path: String) -> VaultError {
        VaultError(
            .directoryUnusable, "\(path) can't be read: see that it is there and that \(ProcessUser.name) may read it")
    }
}
