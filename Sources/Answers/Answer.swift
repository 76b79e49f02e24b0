public import CivilDates
public import Immunization

/// What has to be done for one patient, when and why: made once from a record, the schedules and a day.
///
/// Pages, calendars, sheets and files choose words for it and decide nothing. Two records with the same content give
/// equal answers on one day, in whatever order their vaccinations were entered.
public struct Answer: Sendable, Hashable {
    /// The day that it is for.
    public let day: CalendarDate
    /// The day of birth by which it was made; nil where none is known.
    public let birth: CalendarDate?
    /// One line for each vaccine group, in the order in which pages show them.
    ///
    /// Each antigen of the patient's species is in exactly one. There are none where no date of birth is known.
    public let lines: [Line]
    /// The visits that do all that is planned, in order of time.
    public let visits: [Visit]
    /// What comes after the time that is planned for: one for each day, neither joined nor spaced.
    public let outlook: [Visit]
    /// What each vaccination counts for: by day, then by id and antigen.
    public let doses: [JudgedDose]
    /// One verdict for each trip that isn't over, the earliest first.
    public let trips: [JudgedTrip]
    /// What somebody should look at in the vaccinations.
    public let issues: [HistoryIssue]
    /// What would change a line if we knew it.
    public let questions: [Question]
    /// The numbers that every page tells.
    public let summary: Summary
    /// The first later day on which anything of it may differ.
    public let changesOn: CalendarDate

    /// The line that an antigen is in.
    public func line(of antigen: String) -> Line? { lines.first { $0.group.contains(antigen) } }

    /// The lines without those so far ahead that nobody waits for them: what begins at 60 is no news to somebody of 14.
    public var near: [Line] { lines.filter(isNear) }

    /// Whether a line is one of them.
    public func isNear(_ line: Line) -> Bool {
        line.state != .later || line.day ?? day <= day.adding(CalendarPeriod(years: 11))
    }

    /// Whether anything is known of the day of birth.
    public var isBirthKnown: Bool { !questions.contains { $0.subject == .birthDate(nil) } }

    /// Whether a row that something was said by hasn't been reviewed yet.
    public var isDraft: Bool { lines.contains(where: \.isDraft) }

    /// The days on which somebody wants to be reminded: of each visit, and the last day of what is said to run out.
    public var reminderDays: [CalendarDate] {
        Set(visits.map(\.day) + lines.compactMap(\.validUntil).filter { day <= $0 }).sorted()
    }

    /// What a vaccination counts for, one verdict for each antigen that a schedule asks for.
    public func verdicts(of dose: String) -> [JudgedDose] { doses.filter { $0.dose == dose } }

    /// The numbers that every page tells.
    public struct Summary: Sendable, Hashable {
        /// How many doses are for now, in however many visits; one by mouth is one, too.
        public let injectionsNow: Int
        /// How many lines they are for: a combination serves several.
        public let linesNow: Int
        /// In how many visits they are.
        public let visitsNow: Int
        /// How many of them are only given if they haven't been yet.
        public let unlessGiven: Int
        /// How many questions there are, but for those about situations.
        public let questions: Int
        /// The next day after today on which something is planned.
        public let nextDay: CalendarDate?
        /// Whether no answer to a question could make that day another one.
        public let isCertain: Bool
    }
}
