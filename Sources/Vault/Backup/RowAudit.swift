import Model
import VaultStorage

/// Reads an account's rows as they are, for copies and comparisons, and names those that no server has written.
struct RowAudit: Sendable {
    struct Rows {
        /// Nil where its values are none that a server writes, which is one of the findings.
        let account: AccountRow?
        let slots: [KeySlot]
        let files: [AttachmentRow]
        let findings: [DirectoryCheck.Discrepancy]
        /// As they are; without the slots of sessions: a backup shows nobody who was signed in.
        let row: TransactionRow
        let slotRows: [TransactionRow]
        let fileRows: [TransactionRow]
        /// That the consent was withdrawn: one at most.
        let withdrawalRows: [TransactionRow]

        /// Puts the account and its keys, as they are, into another database.
        func insert(into db: any Transaction) throws {
            try row.insert(into: "account", db)
            for slot in slotRows { try slot.insert(into: "keySlot", db) }
            for withdrawal in withdrawalRows { try withdrawal.insert(into: "withdrawal", db) }
        }
    }

    /// Nil where nobody can tell, since `names.key` is not the one of these accounts.
    let key: RowKey?

    static func accounts(_ db: any Transaction) throws -> [AccountID] {
        try db.rows("SELECT id FROM account ORDER BY id").compactMap { (try? $0.text("id")).flatMap { AccountID($0) } }
    }

    static func isThere(_ id: AccountID, _ db: any Transaction) throws -> Bool {
        try db.finds("SELECT 1 AS one FROM account WHERE id = ?", [.id(id)])
    }

    /// Nil when there is no such account.
    func rows(of id: AccountID, _ db: any Transaction) throws -> Rows? {
        guard let account = try db.row("SELECT * FROM account WHERE id = ?", [.id(id)]) else { return nil }
        let slots = try KeySlot.rows(db, account: id)
        let sessions = try db.rows("SELECT * FROM session WHERE account = ?", [.id(id)])
        let withdrawals = try db.rows("SELECT * FROM withdrawal WHERE account = ?", [.id(id)])
        var findings: [DirectoryCheck.Discrepancy] = []
        func judge(_ row: TransactionRow, _ kind: AuthenticatedRow, _ detail: String?) {
            guard let key, !key.isAuthentic(row, as: kind) else { return }
            findings.append(.init(forged: kind.table + (detail.map { " (\($0))" } ?? ""), of: id))
        }
        judge(account, .account, nil)
        judge(account, .commit, "its last commit")
        for slot in slots {
            let kind = (try? slot.number("kind")).flatMap { KeySlot.Kind(rawValue: $0) }
            judge(slot, .keySlot, kind.map { "\($0)" } ?? "unknown")
        }
        for session in sessions { judge(session, .session, nil) }
        for withdrawal in withdrawals { judge(withdrawal, .withdrawal, nil) }
        let readable = try? AccountRow(account)
        let files = try AttachmentRow.rows(db, account: id)
        if readable == nil || files.contains(where: { (try? AttachmentRow($0)) == nil }) {
            findings.append(.init(account: id, problem: .damaged))
        }
        // A slot that can't be read is one of those that were named.
        return Rows(
            account: readable, slots: slots.compactMap { try? KeySlot($0) },
            files: files.compactMap { try? AttachmentRow($0) }, findings: findings, row: account,
            slotRows: slots.filter { (try? $0.number("kind")) != KeySlot.Kind.session.rawValue }, fileRows: files,
            withdrawalRows: withdrawals)
    }

    /// What an account keeps outside its vault, and in no backup.
    func findings(outsideVaultOf id: AccountID, _ db: any Transaction) throws -> [DirectoryCheck.Discrepancy] {
        guard let key else { return [] }
        return try [AuthenticatedRow.calendarFeed, .healthLink, .reminderMail].flatMap { kind in
            try db.rows("SELECT * FROM \(kind.table) WHERE account = ?", [.id(id)]).filter { row in
                guard key.isAuthentic(row, as: kind) else { return true }
                return try kind == .healthLink && HealthLinkFiles(of: row, db)?.areRight(db) != true
            }.map { _ in .init(forged: kind.table, of: id) }
        }
    }

    /// What belongs to no account that could have an id.
    func findings(besideAccounts db: any Transaction) throws -> [DirectoryCheck.Discrepancy] {
        guard let key else { return [] }
        let nameless = try db.rows("SELECT id FROM account").filter {
            (try? $0.text("id")).flatMap { AccountID($0) } == nil
        }
        let others = try [AuthenticatedRow.invitation, .closing, .mailLimit].flatMap { kind in
            try db.rows("SELECT * FROM \(kind.table)").filter { !key.isAuthentic($0, as: kind) }.map { _ in kind.table }
        }
        return nameless.map { _ in .init(forged: "account", of: nil) } + others.map { .init(forged: $0, of: nil) }
    }
}
