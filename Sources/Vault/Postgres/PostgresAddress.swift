import CPostgres
import Foundation
package import VaultStorage

/// Where a database is and how to sign in to it, `postgres://user:password@host/name?sslmode=verify-full`.
///
/// It never shows what it holds: there may be a password in it. What it leaves out libpq takes from its own environment
/// variables and password file (<https://www.postgresql.org/docs/current/libpq-envars.html>).
package struct PostgresAddress: Sendable, CustomStringConvertible, CustomReflectable {
    let text: String
    /// Nothing of what is sent leaves this machine.
    let isLocal: Bool
    /// What is asked of TLS, as libpq's parameters: of another machine's database, where neither the address nor the
    /// environment says otherwise by `sslmode`, a certificate for its name by an authority that this system trusts.
    ///
    /// They go before what the address says.
    let tlsParameters: [(name: String, value: String)]
    /// Whether it contains a password, which a command line would show to everybody on the machine.
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
        // What the address leaves out may be in libpq's own variables.
        let host = options["host"] ?? environment["PGHOST"] ?? ""
        let hosts = "\(host),\(options["hostaddr"] ?? environment["PGHOSTADDR"] ?? "")".split(separator: ",")
        // A service's host is in a file of libpq's, which overrides the environment's, and is used beside one of ours.
        let isService = (options["service"] ?? environment["PGSERVICE"]) != nil
        isLocal =
            !isService && hosts.allSatisfy { $0.hasPrefix("/") || ["localhost", "127.0.0.1", "::1"].contains($0) }
        var tls: [(name: String, value: String)] = []
        let saysMode = options["sslmode"] != nil || environment["PGSSLMODE"] != nil
        if !isLocal, !saysMode || Self.asksForAnyTLS(text) {
            tls.append(("sslmode", "verify-full"))
            if options["sslrootcert"] == nil, environment["PGSSLROOTCERT"] == nil {
                tls.append(("sslrootcert", Self.systemAuthorities))
            }
        }
        tlsParameters = tls
        holdsPassword = options["password"] != nil
    }

    /// libpq before 16 has no word for them.
    private static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"

    /// Whether it says `ssl=true`, which libpq reads as `sslmode=require`: any certificate would do.
    private static func asksForAnyTLS(_ text: String) -> Bool {
        text.split { $0 == "?" || $0 == "&" }.contains { $0.removingPercentEncoding == "ssl=true" }
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
