/// What an import would do, worked out before anything is stored.
///
/// A pure function of what comes in and what is there: the same two always give the same plan, and a plan for
/// something that was imported already has nothing new in it.
package struct ArchiveImportPlan: Sendable, Equatable {
    /// Where an incoming pass goes.
    package enum Destination: Sendable, Hashable {
        /// To the pass of the same holder, else to a new one.
        case automatic
        case new
        /// To the existing pass with this id.
        case existing(String)
        case nowhere
    }

    /// An incoming pass, the existing one that it belongs to, and its entries.
    package struct Pass: Sendable, Equatable {
        package var incoming: ArchivedPass
        /// The pass that is there for the same holder; nil when the incoming one is new.
        package var existing: ArchivedPass?
        /// Whether the user doesn't want it; it then has no rows.
        package var isSkipped = false
        /// Fields of the holder that differ, by name; what is there is kept unless the user decides otherwise.
        package var differingFields: [String]
        package var rows: [ArchiveImportRow]

        package var isNew: Bool { existing == nil && !isSkipped }
    }

    package private(set) var passes: [Pass]

    /// Compares every incoming pass with the existing ones.
    ///
    /// - `destinations`: where each incoming pass goes, in their order; what is missing goes by itself.
    /// - `identity`: says when two certificates are the same one; by default, when their texts are equal.
    /// - `twins`: says which doses are or may be one; by default none are that differ in anything, and in their ids.
    ///
    /// Once nobody waits for it any more, the passes that are left have no rows.
    package init(
        incoming: [ArchivedPass], existing: [ArchivedPass], destinations: [Destination] = [],
        identity: @escaping (ArchivedCertificate) -> String = { $0.text },
        twins: ArchivedTwins.Finding = { incoming, _, _ in ArchivedTwins(incoming) }
    ) {
        let chosen = Set(destinations)
        var free = PassMatcher(existing.filter { pass in pass.id.map { !chosen.contains(.existing($0)) } ?? true })
        passes = incoming.enumerated().map { index, pass in
            let destination = destinations.indices.contains(index) ? destinations[index] : .automatic
            var match: ArchivedPass?
            let nothing = Pass(incoming: pass, existing: nil, isSkipped: true, differingFields: [], rows: [])
            guard !Task.isCancelled else { return nothing }
            switch destination {
            case .automatic: match = free.take(pass)
            case .existing(let id): match = existing.first { $0.id == id }
            case .new: match = nil
            case .nowhere: return nothing
            }
            return Pass(
                incoming: pass, existing: match,
                differingFields: match.map { PassComparison.differingFields(pass, $0) } ?? [],
                rows: PassComparison.rows(of: pass, against: match, identity: identity, twins: twins))
        }
    }

    /// Takes new entries for known ones that are there outside their pass.
    package mutating func markThere(where isThere: (ArchiveImportRow.Entry) throws -> Bool) rethrows {
        for pass in passes.indices {
            for row in passes[pass].rows.indices where passes[pass].rows[row].isNew {
                let entry = passes[pass].rows[row].entry
                if try isThere(entry) { passes[pass].rows[row].state = .alreadyThere(existing: entry) }
            }
        }
    }

    /// Leaves out the new passes after as many of them.
    ///
    /// - Returns: How many those are.
    package mutating func skipNew(after most: Int) -> Int {
        let skipped = passes.indices.filter { passes[$0].isNew }.dropFirst(most)
        for index in skipped {
            passes[index].isSkipped = true
            (passes[index].differingFields, passes[index].rows) = ([], [])
        }
        return skipped.count
    }

    /// Takes entries out; they come back for each pass.
    package mutating func leaveOut(
        where isLeftOut: (_ pass: Int, ArchiveImportRow) throws -> Bool
    ) rethrows -> [[ArchiveImportRow]] {
        try passes.indices.map { pass in
            let left = try passes[pass].rows.map { try isLeftOut(pass, $0) }
            defer { passes[pass].rows = zip(passes[pass].rows, left).filter { !$1 }.map(\.0) }
            return zip(passes[pass].rows, left).filter { $1 }.map(\.0)
        }
    }

    /// Whether the import would change nothing, conflicts aside.
    package var isEmpty: Bool {
        passes.allSatisfy { !$0.isNew && $0.rows.allSatisfy { !$0.isNew && !$0.isAddition } }
    }

    package var newCount: Int { passes.reduce(0) { $0 + $1.rows.count(where: \.isNew) } }
    package var alreadyThereCount: Int { passes.reduce(0) { $0 + $1.rows.count(where: \.isAlreadyThere) } }
    package var conflictCount: Int { passes.reduce(0) { $0 + $1.rows.count(where: \.isConflict) } }
}
