import VaultStorage

/// What each of the tables holds, for copies and for accounts that are put back; a test compares them with the steps.
extension AccountsSchema {
    /// An account's rows beside its own in `account`, by the column `account`; what refers to one of them goes with it.
    static let tablesOfAccounts =
        ["keySlot", "session", "familiarAddress", "attachmentFile", "passingFile", "withdrawal"]
        + SharedAccess.allCases.flatMap(\.tables).filter { $0.condition == SharedAccess.own }.map(\.name)

    /// What belongs to no single account, which a backup copies as it is.
    static let tablesBesideAccounts = ["invitation", "closing", "deletedAccount", "mailLimit"]
}
