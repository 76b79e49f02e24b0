import Synchronization
package import Vault
import VaultStorage

/// Whether users may be sent to this server, in words for whoever watches it.
package final class Readiness: Sendable {
    /// With what it takes to say so: within 4 seconds.
    private let patience: Duration

    private let accounts: Accounts
    private let ending = Atomic(false)

    package init(_ accounts: Accounts) {
        self.accounts = accounts
        patience = .seconds(3) / accounts.configuration.pace
    }

    /// From now on nobody new is to come.
    package func end() { ending.store(true, ordering: .relaxed) }

    package var isEnding: Bool { ending.load(ordering: .relaxed) }

    /// Why nobody is to be sent here; nil when all is well.
    package var refusal: String? {
        get async {
            if isEnding { return "the server is ending" }
            async let answers = answer { [accounts] in await accounts.isReady }
            async let storage = storageRefusal
            if await answers == true { return await storage }
            // From a folder that isn't the server's any more nothing is read.
            let isInPlace = await answer { [accounts] in accounts.isFolderInPlace }
            return isInPlace == false
                ? "the data folder is gone, or another one lies in its place" : "the accounts' database doesn't answer"
        }
    }

    /// Whether something can be saved.
    package var isStorageWritable: Bool { get async { await storageRefusal == nil } }

    private var storageRefusal: String? {
        get async {
            guard let fault = await answer({ [accounts] in await accounts.storageFault }) else {
                return "the data folder doesn't answer"
            }
            switch fault?.code {
            case nil: return nil
            case .storageFull: return "the data folder is full"
            case .storageReadOnly: return "the data folder can't be written: \(fault?.reason ?? "")"
            case .directoryUnusable: return fault?.reason
            default: return "the data folder fails: \(fault?.reason ?? "")"
            }
        }
    }

    /// What somebody answers in time.
    private func answer<Value: Sendable>(_ ask: @escaping @Sendable () async -> Value) async -> Value? {
        try? await withTimeLimit(patience) { await ask() }
    }
}
