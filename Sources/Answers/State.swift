extension Answer {
    /// What to do about a line on the day, in the order of the pages.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// To be given now.
        case now
        /// To be given now unless it has been given already.
        case nowUnlessGiven
        /// A doctor decides, for a reason that the line gives.
        case ask
        /// A trip asks for it, and it can't protect by the departure any more.
        case tooLate
        /// Something speaks against it for now.
        case contraindicated
        /// To be given within eight weeks.
        case soon
        /// To be given on a later day.
        case later
        /// Nothing is missing.
        case complete
        /// Not needed: too old, the season over, no ground.
        case notRecommended
    }
}

extension Answer.State {
    /// Which of two rows on the same antigens wins: the lower rank, what speaks against a dose before all else.
    func rank(isCautioned: Bool) -> Int {
        switch self {
        case .contraindicated: 1
        case .ask: isCautioned ? 2 : 6
        case .now: 3
        case .nowUnlessGiven: 4
        case .soon: 7
        case .later: 8
        case .tooLate: 9
        case .complete: 10
        case .notRecommended: 11
        }
    }

    /// The rank of what a trip asks for within weeks: today's visit may give it.
    static let rankOfTrip = 5

    /// Its place on a page.
    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether a dose is asked for, now or on a later day.
    public var isOpen: Bool { self == .now || self == .nowUnlessGiven || self == .soon || self == .later }
}
