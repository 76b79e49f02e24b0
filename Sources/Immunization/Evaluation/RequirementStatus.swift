public import CivilDates

/// Whether a record meets what a law asks for on a day.
public struct RequirementStatus: Sendable, Hashable {
    /// What the record says.
    public enum State: Sendable, Hashable {
        /// The law asks nothing of people born so long ago.
        case notAsked
        /// The first dose is asked for from this day on.
        case notYet(from: CalendarDate)
        /// The doses are enough for the age.
        case enough
        /// The doses aren't enough, and immunity is recorded.
        case immune
        /// The doses aren't enough, and something that speaks against the vaccine is recorded.
        case contraindicated
        /// So many doses lack.
        case lacking(Int)
    }

    /// What the record says.
    public let state: State
    /// How many doses are asked for at the age.
    public let asked: Int
    /// The places of the doses that count, in the list that was given.
    public let counted: [Int]
    /// Whether a dose counts only if its partly known day, or the day of birth, was a good one.
    public let isUncertain: Bool
    /// The day from which one dose more is asked for than the state tells of, if one will be.
    public let next: CalendarDate?
}

extension LegalRequirement {
    /// Whether a patient's record meets it.
    ///
    /// Where only a part of a day is known, the law asks from the first day that it can have been, and a dose counts that
    /// can have been given late enough: ``RequirementStatus/isUncertain`` then says that someone has to look.
    ///
    /// - Parameters:
    ///   - birth: The day of birth.
    ///   - doses: The days of the doses against the disease, in any order.
    ///   - isImmune: Whether immunity is recorded.
    ///   - isContraindicated: Whether something that speaks against the vaccine is recorded.
    ///   - today: The day to judge on.
    public func standing(
        born birth: PartialDate, doses: [PartialDate], isImmune: Bool = false, isContraindicated: Bool = false,
        on today: CalendarDate
    ) -> RequirementStatus {
        let (counted, isUncertain) = counted(doses, born: birth)
        let ages = self.doses.map { birth.earliest.adding($0) }.sorted()
        let asked = ages.count { $0 <= today }
        let isAsked = bornAfter.map { birth.latest > $0 } ?? true
        let state: RequirementStatus.State =
            if !isAsked {
                .notAsked
            } else if asked == 0, let first = ages.first {
                .notYet(from: first)
            } else if counted.count >= asked {
                .enough
            } else if isImmune {
                .immune
            } else if isContraindicated {
                .contraindicated
            } else {
                .lacking(asked - counted.count)
            }
        return RequirementStatus(
            state: state, asked: isAsked ? asked : 0, counted: counted, isUncertain: isUncertain,
            next: isAsked ? ages.dropFirst(max(1, asked)).first : nil)
    }

    /// The places of the doses that count, each old enough and far enough from the one before.
    private func counted(_ doses: [PartialDate], born birth: PartialDate) -> (places: [Int], isUncertain: Bool) {
        var (places, isUncertain) = ([Int](), false)
        for place in doses.indices.sorted(by: { doses[$0] < doses[$1] }) {
            let (dose, before) = (doses[place], places.last.map { doses[$0] })
            let first = [birth.earliest.adding(earliest), before?.earliest.adding(gap)].compactMap(\.self).max()
            let last = [birth.latest.adding(earliest), before?.latest.adding(gap)].compactMap(\.self).max()
            guard let first, let last, dose.latest >= first else { continue }
            if dose.earliest < last { isUncertain = true }
            places.append(place)
        }
        return (places, isUncertain)
    }
}
