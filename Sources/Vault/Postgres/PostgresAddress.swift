import CPostgres
import Foundation

/// Where a database is and how to sign in to it, `postgres://user:password@host/name?sslmode=verify-full`.
///
/// It never shows what it holds: there may be a password in it. What it leaves out libpq takes from its own environment
/// variables and password file (<https://www.postgresql.org/docs/current/libpq-envars.html>).
package struct PostgresAddress: Sendable, CustomStringConvertible, CustomReflectable {
    let text: String
    /// Nothing of what is sent leaves this machine.
    let isLocal: Bool
    /// Whether it says itself how far TLS is wanted, or the environment does.
    let namesTLS: Bool
    /// Whether a password stands in it, which a command line would tell everybody on the machine.
    package let holdsPassword: Bool

    /// - Throws: `storageFailed` for what isn't an address of PostgreSQL; the reason quotes nothing of it.
    package init(
        _ text: String, environment: [String: String]? = nil
    ) throws(VaultError) {
        let environment = environment ?? ProcessInfo.processInfo.environment
        let isPlain = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
        guard isPlain, !text.utf8.contains(0), let options = Self.options(text) else {
            throw VaultError(
                .storageFailed, "the database's address can't be read: it has the form postgres://user@host/name")
        }
        self.text = text
        // What the address leaves out may stand in libpq's own variables.
        let host = options["host"] ?? environment["PGHOST"] ?? ""
        let hosts = "\(host),\(options["hostaddr"] ?? environment["PGHOSTADDR"] ?? "")".split(separator: ",")
        isLocal = hosts.allSatisfy { $0.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains($0) }
        namesTLS = options["sslmode"] != nil || environment["PGSSLMODE"] != nil
        holdsPassword = options["password"] != nil
    }

    package var description: String { "postgres://…" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    private static func options(_ text: String) -> [String: String]? {
        guard let options = PQconninfoParse(text, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var found: [String: String] = [:]
        var next = options
        while let keyword = next.pointee.keyword {
            if let value = next.pointee.val { found[String(cString: keyword)] = String(cString: value) }
            next += 1
        }
        return found
    }
}
