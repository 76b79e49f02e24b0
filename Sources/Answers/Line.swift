public import CivilDates
public import Immunization

extension Answer {
    /// What is said of one vaccine group: what several schedules, rows and trips say of its antigens, merged.
    public struct Line: Sendable, Hashable, Identifiable {
        /// The group's id in the schedule of the country the patient lives in, else the antigen's: it stays the same.
        public let id: String
        /// All antigens of the group.
        public let group: [String]
        /// What to do about it on the day.
        public var state: State
        /// The antigens that the next dose is for; all of the group if none is to come.
        public var antigens: [String]
        /// The number of the next dose.
        public var dose: Int?
        /// How many doses the course has, with those to come, also where it was begun and isn't needed; nil where the
        /// number says nothing.
        public var total: Int?
        /// Whether the next dose refreshes a course that is complete without it.
        public var isBooster = false
        /// Whether it is for a season.
        public var isSeasonal = false
        /// Whether it comes again in every season.
        public var isYearly = false
        /// The first day on which the next dose counts.
        public var firstDay: CalendarDate?
        /// The day of the next dose: of the visit that gives it or, where none does, the recommended one.
        public var day: CalendarDate?
        /// The day since which it has been recommended, where that has passed.
        public var since: CalendarDate?
        /// The last day on which it is in time.
        public var lastGoodDay: CalendarDate?
        /// The last day on which the last dose is valid, as it is said or, of an animal's, by its product; it may have passed.
        public var validUntil: CalendarDate?
        /// The last day on which it may be given at all.
        public var lastDay: CalendarDate?
        /// Whether whoever is asked by ``Question/Subject/course(_:)`` decides it.
        public var isQuestion = false
        /// The day that holds instead if that question is answered by yes.
        public var otherwise: CalendarDate?
        /// Whether it is for now whatever is answered about its course, and nobody has: which dose it is, isn't known, and
        /// nothing is planned after it.
        var isCourseUnknown = false
        /// What was answered of its course, where that decides its state.
        public var told: Dossier.Told?
        /// Whether papers are to be looked at: nobody has told whether its course was given, or nobody knows.
        public var isToLookUp = false
        /// Whether immunity is assumed or proven.
        public var isImmune = false
        /// The antigens of the group against which immunity is assumed or proven, whatever the others ask for.
        public var immune: Set<String> = []
        /// The ids of the vaccinations that are entered against any antigen of the group, in order of time.
        public var entered: [String] = []
        /// How many of them count against one of ``antigens``, by whichever series.
        public var counted = 0
        /// Why it has its state and its day, what decides first; at most two.
        public var reasons: [Reason] = []
        /// What the schedules themselves say where something speaks against it or a doctor decides: by language.
        public var why: [[String: String]] = []
        /// Until when something speaks against it, where that is known.
        public var until: CalendarDate?
        /// The kinds or products that the next dose is recommended with; empty: any that protects.
        public var vaccines: [String] = []
        /// Those of them that can be had for the patient's age; else, where nothing against it alone can be, the smallest
        /// kind that holds others too.
        public var available: [String] = []
        /// Why a course that was begun isn't gone on with; nil where none is unfinished.
        public var begun: Begun?
        /// What other rows say of the same antigens.
        public var also: [Also] = []
        /// The countries that it is for: the patient's own, and those that are travelled to.
        public var places: Set<String> = []
        /// What borders ask for that isn't there yet; nil: nothing.
        public var entry: Entry?
        /// The ids of the schedules that say so.
        public var schedules: [String] = []
        /// What it rests on.
        public var sources: [RuleSource] = []
        /// What the course is that the next dose belongs to, where it isn't the usual one, by language.
        public var course: [[String: String]] = []
        /// Advice to show with it, by language.
        public var notes: [[String: String]] = []
        /// Within how many hours it is given and with what, by language, where it is for now and can't wait.
        public var urgent: [String: String]?
        /// Whether a row that says so hasn't been reviewed yet.
        public var isDraft = false
        /// The observation whose result isn't entered, by which a finished course is measured.
        public var finding: String?

        /// Whether its next dose is counted into what is for now.
        public var isForNow: Bool { state == .now || state == .nowUnlessGiven && !isQuestion }

        /// Whether a course counts into it that was reported and isn't entered.
        public var isTold: Bool { told == .yes }

        /// Whether everything that it rests on was read in the original.
        public var isReadInOriginal: Bool { !sources.isEmpty && sources.allSatisfy(\.isRead) }

        /// A line of which nothing is known yet.
        init(id: String, group: [String]) {
            (self.id, self.group, state, antigens) = (id, group, .notRecommended, group)
        }
    }

    /// Why a course that was begun isn't gone on with.
    public enum Begun: String, Sendable, Hashable, CaseIterable {
        /// Nothing asks for it at present.
        case withoutGround
        /// It isn't finished at this age any more.
        case tooOld
    }

    /// What a row says that another one outweighs: 'for Kenya by 19 December, otherwise from 2031'.
    public struct Also: Sendable, Hashable {
        /// The state that its own line would have.
        public let state: State
        /// The day it asks for.
        public let day: CalendarDate?
        /// The antigens that it is about.
        public let antigens: [String]
        /// Why.
        public let reasons: [Reason]
        /// The id of the schedule that says so.
        public let schedule: String
    }
}
