import Intake
import Model
import PassArchive

extension TwinRule {
    /// Compares the doses of a file with those of a pass, and among themselves.
    ///
    /// - Parameter known: those that are there and say the same, or have the same id.
    func twins(
        _ incoming: [ArchivedVaccination], _ existing: [ArchivedVaccination], _ known: [Int?]
    ) -> ArchivedTwins {
        // Of two with ids of ours somebody said that they are two.
        let repeats = repeats(in: incoming.map(\.content)) { first, second in
            known[second] != nil || incoming[first].id != nil && incoming[second].id != nil
        }
        let stored = existing.map(\.content)
        let open = incoming.indices.filter { known[$0] == nil && repeats.twins[$0]?.relation != .same }
        let pairs = pairs(open.map { repeats.doses[$0] }, with: stored, taken: known.compactMap(\.self))
        var twins = repeats.twins.map { twin -> ArchivedTwins.Twin? in
            twin.map { $0.relation == .same ? .repeats($0.number) : .perhapsRepeats($0.number) }
        }
        for (number, pair) in zip(open, pairs) {
            guard let pair else { continue }
            twins[number] =
                pair.relation == .same
                ? .same(pair.number, filled: filled(stored[pair.number], by: repeats.doses[number]))
                : .perhaps(pair.number)
        }
        for (number, there) in known.enumerated() {
            guard let there else { continue }
            twins[number] = nil
            guard repeats.doses[number] != incoming[number].content else { continue }
            twins[number] = .same(there, filled: filled(stored[there], by: repeats.doses[number]))
        }
        return ArchivedTwins(twins: twins, doses: repeats.doses)
    }
}
