import Synchronization
import VaultStorage

/// Notices who became an admin and who is none any more, by whatever way: a command beside the server, another server,
/// a hand in the database.
final class AdminWatch: Sendable {
    private let known: Mutex<Set<AccountID>>

    init(_ admins: Set<AccountID>) { known = Mutex(admins) }

    /// The events that lie between what was known and this.
    func changes(to admins: Set<AccountID>) -> [SecurityEvent] {
        known.withLock { known in
            defer { known = admins }
            return admins.subtracting(known).map { _ in .adminAdded }
                + known.subtracting(admins).map { _ in .adminRemoved }
        }
    }

    static func admins(_ db: any Transaction) throws -> Set<AccountID> {
        Set(try db.rows("SELECT id FROM account WHERE isAdmin = 1").map { try $0.identifier("id") })
    }
}
