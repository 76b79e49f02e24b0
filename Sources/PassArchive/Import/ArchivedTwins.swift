package import Model

/// Which doses that come in are or may be one, with doses that are there or among themselves.
package struct ArchivedTwins: Sendable {
    /// What a dose is once more, by its number.
    package enum Twin: Sendable, Equatable {
        /// The same as one that is there, which with this says `filled`.
        case same(Int, filled: Vaccination)
        /// Perhaps one that is there.
        case perhaps(Int)
        /// The same as an earlier one that comes in.
        case repeats(Int)
        /// Perhaps an earlier one that comes in.
        case perhapsRepeats(Int)
    }

    /// Says it of doses, those that are there, and which of them were paired before.
    package typealias Finding = (
        _ incoming: [ArchivedVaccination], _ existing: [ArchivedVaccination], _ known: [Int?]
    ) -> ArchivedTwins

    package let twins: [Twin?]
    /// The doses that come in, each with what later ones say of it.
    package let doses: [Vaccination]

    package init(twins: [Twin?], doses: [Vaccination]) { (self.twins, self.doses) = (twins, doses) }

    /// Where no two are one.
    package init(_ incoming: [ArchivedVaccination]) {
        self.init(twins: incoming.map { _ in nil }, doses: incoming.map(\.content))
    }
}
