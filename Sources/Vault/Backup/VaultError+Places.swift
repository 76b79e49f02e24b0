/// What an operator is told of a path that was named.
extension VaultError {
    static func noDataDirectory(_ path: String) -> VaultError {
        VaultError(
            .directoryUnusable,
            "\(path) is no data directory and no backup, since accounts.sqlite is not in it: see that the path is right"
        )
    }

    static func unreadable(_ path: String) -> VaultError {
        VaultError(.directoryUnusable, "\(path) can't be read: see that it is there and that this user may read it")
    }
}
