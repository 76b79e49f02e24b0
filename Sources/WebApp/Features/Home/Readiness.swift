import Synchronization
import Vault
import VaultStorage

/// Whether users may be sent to this server, in words for whoever watches it.
final class Readiness: Sendable {
    /// With what it takes to say so: within 4 seconds.
    static let patience = Duration.seconds(3)

    private let accounts: Accounts
    private let ending = Atomic(false)

    init(_ accounts: Accounts) { self.accounts = accounts }

    /// From now on nobody new is to come.
    func end() { ending.store(true, ordering: .relaxed) }

    /// Why nobody is to be sent here; nil when all is well.
    var refusal: String? {
        get async {
            if ending.load(ordering: .relaxed) { return "the server is ending" }
            async let answers = answer { [accounts] in await accounts.isReady }
            async let storage = storage
            let (doesAnswer, (refusal, isAnother)) = await (answers == true, storage)
            // In a folder that is another one nothing is asked.
            return doesAnswer || isAnother ? refusal : "the accounts' database doesn't answer"
        }
    }

    /// Whether something can be saved.
    var isStorageWritable: Bool { get async { await storage.refusal == nil } }

    /// Why nothing can be saved, and whether that is because the data folder isn't the server's any more.
    private var storage: (refusal: String?, isAnother: Bool) {
        get async {
            guard let fault = await answer({ [accounts] in await accounts.storageFault }) else {
                return ("the data folder doesn't answer", false)
            }
            switch fault?.code {
            case nil: return (nil, false)
            case .storageFull: return ("the data folder is full", false)
            case .storageReadOnly: return ("the data folder can't be written: \(fault?.reason ?? "")", false)
            case .directoryUnusable: return (fault?.reason, true)
            default: return ("the data folder fails: \(fault?.reason ?? "")", false)
            }
        }
    }

    /// What somebody answers in time.
    private func answer<Value: Sendable>(_ ask: @escaping @Sendable () async -> Value) async -> Value? {
        try? await withTimeLimit(Self.patience) { await ask() }
    }
}
