extension Answer {
    /// What comes first where one line has to do for a patient: the first of these that holds.
    public enum Standing: Int, Sendable, Hashable, CaseIterable {
        /// Something that is for now is known to be missing.
        case missing
        /// Something is for now.
        case now
        /// Something is for now unless it has been given.
        case unlessGiven
        /// Something comes too late for a trip.
        case tooLate
        /// Something isn't known by which all else is planned.
        case questions
        /// A doctor decides.
        case ask
        /// Something is forbidden for now.
        case contraindicated
        /// Nothing is missing.
        case complete
    }

    /// The one that holds for the patient.
    public var standing: Standing {
        let due = due
        if due.contains(where: \.isMissing) { return .missing }
        if due.contains(where: { !$0.isUnlessGiven }) { return .now }
        if !due.isEmpty { return .unlessGiven }
        let states = Set(lines.map(\.state))
        if states.contains(.tooLate) { return .tooLate }
        if summary.questions > 0 { return .questions }
        if states.contains(.ask) { return .ask }
        return states.contains(.contraindicated) ? .contraindicated : .complete
    }
}
