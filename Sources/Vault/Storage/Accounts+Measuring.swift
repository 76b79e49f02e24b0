extension Accounts {
    /// Opens a session's vault a second time, with the key at hand, reads from it and closes it, as often as asked.
    ///
    /// For measurements: from the blob on the disk to the first answer, without the way from the cookie to the key.
    package func measureOpening(_ session: Session, times: Int) async throws -> [Duration] {
        let (home, account) = (home, session.accountID)
        return try await session.shared.onTurn { shared in
            let (key, bookmark) = (try shared.currentKey().dataKey, shared.currentBookmark())
            return try (0..<times).map { _ in
                let start = ContinuousClock.now
                let blobs = try home.store.read(account, generation: bookmark.generation)
                let vault = try OpenVault(
                    opening: account, blobs: blobs, dataKey: key, bookmark: bookmark, home: home)
                _ = try vault.read { try $0.setting("a") }
                let taken = start.duration(to: .now)
                vault.close()
                return taken
            }
        }
    }
}
