/// What an import would do, worked out before anything is stored.
///
/// A pure function of what comes in and what is there: the same two always give the same plan, and a plan for
/// something that was imported already has nothing new in it.
package struct ImportPlan: Sendable, Equatable {
    /// An incoming pass, the existing one that it belongs to, and its entries.
    package struct Pass: Sendable, Equatable {
        package var incoming: ArchivedPass
        /// The pass that is there for the same holder; nil when the incoming one is new.
        package var existing: ArchivedPass?
        /// Fields of the holder that differ, by name; what is there is kept unless the user decides otherwise.
        package var differingFields: [String]
        package var rows: [ImportRow]

        package var isNew: Bool { existing == nil }
    }

    package let passes: [Pass]

    /// Compares every incoming pass with the existing ones.
    ///
    /// `identity` says when two certificates are the same one; by default, when their texts are equal.
    package init(
        incoming: [ArchivedPass], existing: [ArchivedPass],
        identity: @escaping (ArchivedCertificate) -> String = { $0.text }
    ) {
        var free = existing
        passes = incoming.map { pass in
            let match =
                free.firstIndex { PassComparison.isSame(pass, $0, byID: true) }
                ?? free.firstIndex { PassComparison.isSame(pass, $0, byID: false) }
            let existing = match.map { free.remove(at: $0) }
            return Pass(
                incoming: pass, existing: existing,
                differingFields: existing.map { PassComparison.differingFields(pass, $0) } ?? [],
                rows: PassComparison.rows(of: pass, against: existing, identity: identity))
        }
    }

    /// Whether the import would change nothing, conflicts aside.
    package var isEmpty: Bool { passes.allSatisfy { !$0.isNew && $0.rows.allSatisfy { !$0.isNew } } }

    package var newCount: Int { passes.reduce(0) { $0 + $1.rows.count(where: \.isNew) } }
    package var alreadyThereCount: Int { passes.reduce(0) { $0 + $1.rows.count(where: \.isAlreadyThere) } }
    package var conflictCount: Int { passes.reduce(0) { $0 + $1.rows.count(where: \.isConflict) } }
}
