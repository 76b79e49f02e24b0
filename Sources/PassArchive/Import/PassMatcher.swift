import Model

/// The existing passes that no incoming one has been given yet, found by id or by the holder's name.
struct PassMatcher {
    private let passes: [ArchivedPass]
    private var isTaken: [Bool]
    /// In the order of the passes.
    private var byID: [String: [Int]] = [:]
    private var byName: [String: [Int]] = [:]

    init(_ passes: [ArchivedPass]) {
        self.passes = passes
        isTaken = Array(repeating: false, count: passes.count)
        for (index, pass) in passes.enumerated() {
            if let id = pass.id { byID[id, default: []].append(index) }
            byName[PassComparison.folded(pass.name), default: []].append(index)
        }
    }

    /// The pass of the same holder, which is nobody else's from then on.
    mutating func take(_ incoming: ArchivedPass) -> ArchivedPass? {
        let named = byName[PassComparison.folded(incoming.name)] ?? []
        let match =
            incoming.id.flatMap { byID[$0] }?.first { isFree($0) && PassComparison.isSame(incoming, passes[$0]) }
            ?? named.first { isFree($0) && PassComparison.canBeSame(incoming, passes[$0]) }
        if let match { isTaken[match] = true }
        return match.map { passes[$0] }
    }

    private func isFree(_ index: Int) -> Bool { !isTaken[index] }
}
