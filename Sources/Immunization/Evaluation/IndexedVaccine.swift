/// A vaccine of a table, with its place in it.
///
/// A class, so that the many steps of judging share it instead of copying it.
final class IndexedVaccine: Sendable {
    let entry: VaccineTable.Entry
    /// Its place in ``VaccineTable/all``.
    let index: Int
    let id: String
    let kind: String
    let isLive: Bool
    let isPassive: Bool
    /// What it protects against.
    let antigens: Set<String>

    init(_ entry: VaccineTable.Entry, index: Int) {
        (self.entry, self.index) = (entry, index)
        (id, kind, isLive, isPassive) = (entry.id, entry.kind, entry.isLive, entry.isPassive)
        antigens = Set(entry.antigens.map(\.antigen))
    }
}
