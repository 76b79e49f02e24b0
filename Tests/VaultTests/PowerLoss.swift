@testable import Vault
@testable import VaultStorage

/// What may be on a disk when the power goes after some of the steps that were asked of it.
struct PowerLoss {
    struct State {
        var files: [String: [UInt8]] = [:]
        var lastCommit: CommitRecord?
        var acknowledged = 0
        let description: String
    }

    /// What becomes of bytes that were written and not synced.
    enum Fate: CaseIterable {
        case dropped, kept, firstHalf, secondHalf, everyOtherSector, anySector, zeroed
    }

    private static let sector = 512

    // Two views of the same steps: what was made durable, and what was asked for.
    private var durableNames: [String: Int] = [:]
    private var names: [String: Int] = [:]
    private var durable: [Int: [UInt8]] = [:]
    private var contents: [Int: [UInt8]] = [:]
    private var lastCommit: CommitRecord?
    private var acknowledged = 0
    private let count: Int

    /// Every state after every step.
    static func states(_ steps: [RecordedDisk.Step], _ body: (State) throws -> Void) rethrows {
        var loss = PowerLoss(count: 0)
        for (index, step) in steps.enumerated() {
            loss = PowerLoss(loss, step, count: index + 1)
            for (label, names) in [("old names", loss.durableNames), ("new names", loss.names)] {
                for fate in Fate.allCases { try body(loss.state(names, label, fate)) }
            }
        }
    }

    private init(count: Int) { self.count = count }

    private init(_ before: PowerLoss, _ step: RecordedDisk.Step, count: Int) {
        self.init(count: count)
        (durableNames, names, durable, contents) = (before.durableNames, before.names, before.durable, before.contents)
        (lastCommit, acknowledged) = (before.lastCommit, before.acknowledged)
        switch step {
        case .create(let path, let file):
            names[path] = file
            contents[file] = []
        case .write(let file, let position, let bytes): contents[file, default: []].write(bytes, at: position)
        case .sync(let file): durable[file] = contents[file]
        case .rename(let source, let target): names[target] = names.removeValue(forKey: source)
        case .syncDirectory: durableNames = names
        case .remove(let path): names[path] = nil
        case .record(let lastCommit): self.lastCommit = lastCommit
        case .acknowledge(let number): acknowledged = number
        }
    }

    private func state(_ names: [String: Int], _ label: String, _ fate: Fate) -> State {
        State(
            files: names.mapValues { content($0, fate) }, lastCommit: lastCommit, acknowledged: acknowledged,
            description: "step \(count), \(label), \(fate)")
    }

    private func content(_ file: Int, _ fate: Fate) -> [UInt8] {
        let (asked, safe) = (contents[file] ?? [], durable[file] ?? [])
        guard asked != safe else { return safe }
        switch fate {
        case .dropped: return safe
        case .kept: return asked
        case .zeroed: return asked.count == safe.count ? safe : [UInt8](repeating: 0, count: asked.count)
        case .firstHalf: return mix(asked, safe) { $0 * Self.sector < asked.count / 2 }
        case .secondHalf: return mix(asked, safe) { $0 * Self.sector >= asked.count / 2 }
        case .everyOtherSector: return mix(asked, safe) { $0 % 2 == 0 }
        case .anySector: return mix(asked, safe) { _ in Bool.random() }
        }
    }

    /// Some sectors as they were asked for, the others as they were before.
    private func mix(_ asked: [UInt8], _ safe: [UInt8], _ isNew: (Int) -> Bool) -> [UInt8] {
        var mixed = safe
        for start in stride(from: 0, to: asked.count, by: Self.sector) where isNew(start / Self.sector) {
            mixed.write(Array(asked[start..<min(start + Self.sector, asked.count)]), at: start)
        }
        return mixed
    }
}
