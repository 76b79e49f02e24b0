extension ScheduleCheck {
    /// A selection group of one antigen.
    private struct Node: Hashable {
        let antigen: String
        let group: String
    }

    /// Series that are left out once others are complete must not wait for each other.
    func checkCycles() throws(DataFault) {
        var waits: [Node: Set<Node>] = [:]
        for series in schedule.series {
            for case .completed(let groups) in series.doses.flatMap(\.skips).flatMap(\.sets).flatMap(\.conditions) {
                for antigen in series.antigens {
                    waits[Node(antigen: antigen, group: series.selection.group), default: []]
                        .formUnion(groups.map { Node(antigen: antigen, group: $0) })
                }
            }
        }
        // Whoever waits for nobody left is taken away, until nothing changes: what remains waits in a circle.
        while let free = waits.first(where: { $0.value.allSatisfy { waits[$0] == nil } }) { waits[free.key] = nil }
        if let stuck = waits.keys.min(by: { ($0.antigen, $0.group) < ($1.antigen, $1.group) }) {
            let first = schedule.series.first { series in
                series.selection.group == stuck.group && series.antigens.contains(stuck.antigen)
            }
            throw fault(of: first?.id, .seriesCycle, ["group": stuck.group, "antigen": stuck.antigen])
        }
    }
}
