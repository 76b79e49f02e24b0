import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// What `vaccinapp serve --check` tells; nothing is opened, made or changed.
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

    /// Why a server wouldn't start so.
    package var faults: [String] {
        var faults: [String] = []
        do {
            _ = try Transport(self)
        } catch {
            faults.append("\(error)")
        }
        var status = stat()
        let folder = data.path
        if stat(folder, &status) != 0 {
            let above = data.deletingLastPathComponent().path
            if expectsData {
                faults.append("The data folder \(folder) isn't there, and --expect-data says that it is.")
            }
            if access(above, W_OK | X_OK) != 0 {
                faults.append("The data folder \(folder) isn't there, and can't be made: \(above) can't be written.")
            }
        } else if status.st_mode & S_IFMT != S_IFDIR {
            faults.append("\(folder) is no folder. Name another with --data.")
        } else if access(folder, R_OK | W_OK | X_OK) != 0 {
            faults.append("The data folder \(folder) can't be read and written by this user.")
        } else if database == nil, expectsData, !holdsAccounts {
            faults.append("The data folder \(folder) holds no accounts, and --expect-data says that it does.")
        } else if database != nil, holdsAccounts {
            faults.append("The data folder \(folder) holds accounts of its own, and --database names others.")
        }
        return faults
    }

    /// What a server would start with, and whoever runs it may not have meant.
    package var oddities: [String] {
        let isLocal = IPAddress(host)?.isLoopback == true || host == "localhost"
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
        tell(demo && isReached, "An invented family with a known password is made in a new data folder: --demo.")
        tell(metrics == nil, "Nothing is measured: --metrics-port.")
        tell(geteuid() == 0, "This is root: see it as the server's user, who may do less.")
        return oddities
    }

    private var holdsAccounts: Bool {
        FileManager.default.fileExists(atPath: data.appending(path: "accounts.sqlite").path)
    }
}
