import Foundation
import Glibc
import Lists
import NIOCore
import Vault
package import VaultStorage
import Web

/// What `vaccinapp serve --check` tells; nothing is made or changed.
extension Configuration {
    /// A line for each setting: its value and where that comes from.
    ///
    /// Of a database's address nothing is shown: there may be a password in it.
    package var effective: [String] {
        Self.settings.map { setting in
            let value = setting.name == "database" && database != nil ? "(set, not shown)" : given[setting.name]
            let source = given.sources[setting.name].map { source in
                source == .option ? "--\(setting.name)" : setting.variable
            }
            return "\(setting.name) = \(value.isEmpty ? "(none)" : value)  [\(source ?? "default")]"
        }
    }

    /// Why a server wouldn't start so, in the words that it would say; the accounts aside.
    package var faults: [String] {
        var faults: [String] = []
        func look(_ body: () throws -> Void) {
            do { try body() } catch { faults.append("\(error)") }
        }
        look { _ = try Transport(self) }
        look {
            _ = try LoadedResources(self)
            _ = try CatalogueSource(CatalogueStore(self))
        }
        if !isInUse, database == nil { look(requireFreePort) }
        if let metrics, !isInUse, database == nil { look(metrics.requireFree) }
        return faults
    }

    /// Why a server couldn't open the accounts; nil when it could.
    ///
    /// Looks at them as far as that goes without making or changing anything, also over the network.
    package var accountsFault: VaultError? {
        do throws(VaultError) {
            try Accounts.requireNoBackup(data.path)
            try Accounts.requireOpenable(accounts)
            return nil
        } catch {
            return error
        }
    }

    private var isInUse: Bool { database == nil && Accounts.isInUse(data.path) }

    private func requireFreePort() throws {
        do {
            try SocketAddress.requireFree(host, port)
        } catch {
            throw unableToListen(error)
        }
    }

    /// What a server would start with, and whoever runs it may not have meant.
    package var oddities: [String] {
        let isLocal = IPAddress.isLoopback(host: host)
        let isReached = !isLocal || !trustedProxies.isEmpty || tls != nil
        var oddities: [String] = []
        func tell(_ isOdd: Bool, _ text: String) { if isOdd { oddities.append(text) } }
        tell(isReached && signUp == "open", "Anybody may make an account. If that isn't meant: --sign-up invitation.")
        tell(
            !isLocal && tls == nil && trustedProxies.isEmpty,
            "Pages go over the network in plain text: there is neither --tls-certificate nor --trusted-proxy.")
        tell(
            isLocal && tls == nil && trustedProxies.isEmpty && !publicOrigin.isEmpty,
            "There is a --public-origin and no --trusted-proxy: behind a proxy all people count as one address.")
        tell(
            isReached && publicOrigin.isEmpty,
            "Passkeys are bound to whatever name is asked for: set --public-origin.")
        tell(
            trustedProxies.contains { $0.hasSuffix("/0") },
            "--trusted-proxy trusts everybody: whoever asks can name any address as theirs.")
        tell(
            database == nil && holdsAccounts && !expectsData,
            "There are accounts. With --expect-data yes a folder that isn't mounted is never taken for a new one.")
        tell(
            publicOrigin.hasPrefix("http://") && URL(string: publicOrigin)?.host != "localhost",
            "--public-origin is an address without TLS: browsers make passkeys at an https:// address alone.")
        if database == nil, let line = Accounts.count(in: data.path).flatMap(fewUsers) { oddities.append(line) }
        tell(demo && isReached, "An invented family with a known password is made in a new data folder: --demo.")
        tell(
            isReached && operatorName.isEmpty,
            "The privacy policy names nobody as responsible, which the GDPR asks for: set --operator and --contact.")
        tell(metrics == nil, "Nothing is measured: --metrics-port.")
        tell(
            sessionIdle > sessionLength,
            "--session-idle is longer than --session-length, after which a session ends in any case.")
        tell(geteuid() == 0, "This is root: see it as the server's user, who may do less.")
        tell(isInUse, "Another process uses this data directory now, so nobody looked whether the ports are free.")
        if database != nil {
            // A server that this one is to replace may have it.
            do { try requireFreePort() } catch { oddities.append("\(error)") }
        }
        var status = stat()
        if stat(data.path, &status) == 0 {
            tell(
                status.st_uid != geteuid(),
                "\(data.path) is another user's: what the server makes there, that one can't read.")
        }
        let key = data.appending(path: "names.key").path
        if stat(key, &status) == 0 {
            tell(
                status.st_mode & 0o077 != 0,
                "Others than the server's user have rights to \(key): chmod 0600, and see who may have read it.")
        }
        return oddities
    }

    /// What to say where fewer accounts are allowed than there are; nil where that isn't so.
    package func fewUsers(than count: Int) -> String? {
        guard let users, users < count else { return nil }
        return
            "--users \(users) is less than the \(count) accounts that there are: they all stay, and nobody else can sign up."
    }

    private var holdsAccounts: Bool {
        FileManager.default.fileExists(atPath: data.appending(path: "accounts.sqlite").path)
    }
}

extension MetricsAddress {
    fileprivate func requireFree() throws {
        do { try SocketAddress.requireFree(host, port) } catch { throw unableToListen }
    }
}

extension SocketAddress {
    /// Takes an address for a moment, as a server does.
    ///
    /// - Throws: `IOError`, or that there is no such host.
    fileprivate static func requireFree(_ host: String, _ port: Int) throws {
        let address = try makeAddressResolvingHost(host, port: port)
        let socket = Glibc.socket(address.protocol.rawValue, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var isReused: Int32 = 1
        _ = setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        let status = address.withSockAddr { bind(socket, $0, socklen_t($1)) }
        guard status == 0 else { throw IOError(errnoCode: errno, reason: "bind") }
    }
}
