import GRDB
import Model

/// Which device and address each session came from: personal, so it is kept in the vault.
extension Records {
    func remember(_ client: ClientDescription, session: SessionID) throws {
        try execute(
            "INSERT OR REPLACE INTO sessionClient (session, address, device) VALUES (?, ?, ?)",
            arguments: [session.description, client.address, client.device])
        // Sessions that ran out leave their lines behind; only so many are kept.
        try execute(
            """
            DELETE FROM sessionClient WHERE rowid NOT IN
                (SELECT rowid FROM sessionClient ORDER BY rowid DESC LIMIT 200)
            """)
    }

    func clients() throws -> [SessionID: ClientDescription] {
        var clients: [SessionID: ClientDescription] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT * FROM sessionClient") {
            clients[try row.identifier("session")] = ClientDescription(address: row["address"], device: row["device"])
        }
        return clients
    }

    func forgetClients(except kept: [SessionID]) throws {
        let gone = try clients().keys.filter { !kept.contains($0) }
        for session in gone {
            try execute("DELETE FROM sessionClient WHERE session = ?", arguments: [session.description])
        }
        try forgetProofs(except: kept)
    }
}
