import CivilDates
import Immunization

/// Who takes the places of a visit first: what has its last day soon, and what a pregnancy asks for; live ones, which are
/// given together or weeks apart; what begins a course before a trip; what was ticked; the season; the rest by age.
///
/// What trips ask for shares the earliest of its last days, as nobody comes a week later for a trip that is over. Of it what
/// can't wait for the next visit comes first, of that a course before what comes again in every season; then what every
/// traveller is recommended, then what needs most doses.
struct Precedence: Comparable {
    /// The rank of live vaccines.
    static let live = 1

    let rank: Int
    /// The last day on which it is begun in time; the last of all where nothing ends.
    let lastStart: CalendarDate
    private let isPatient: Bool
    /// Whether it comes again in every season, and shares a rank with what doesn't.
    private let isSeasonal: Bool
    private let last: CalendarDate
    private let isConditional: Bool
    private let doses: Int
    private let day: CalendarDate
    private let id: String

    static func < (left: Self, right: Self) -> Bool {
        left.order == right.order ? left.id < right.id : left.order < right.order
    }

    static func == (left: Self, right: Self) -> Bool { left.order == right.order && left.id == right.id }

    private var order: (Int, Int, CalendarDate, Int, Int, CalendarDate) {
        (rank, (isPatient ? 2 : 0) + (isSeasonal ? 1 : 0), last, isConditional ? 1 : 0, -doses, day)
    }

    /// How long after a visit the next one is that takes what found no place.
    private static let nextVisit = CalendarPeriod(weeks: 1)

    static func sorted(
        _ parts: [Combinations.Part], on day: CalendarDate, _ judgement: Judgement,
        isSeasonal: (Recommendation) -> Bool
    ) -> [(key: Precedence, part: Combinations.Part)] {
        let ofTrips = parts.flatMap(\.doses).filter(\.isForTripAlone).flatMap(\.lasts).filter { day <= $0 }.min()
        return parts.map { part in
            (Precedence(part, on: day, judgement, lastOfTrips: ofTrips, isSeasonal: isSeasonal), part)
        }.sorted { $0.key < $1.key }
    }

    private init(
        _ part: Combinations.Part, on visit: CalendarDate, _ judgement: Judgement, lastOfTrips: CalendarDate?,
        isSeasonal: (Recommendation) -> Bool
    ) {
        let soon = visit.adding(CalendarPeriod(weeks: 4))
        let trips = part.doses.filter(\.isForTripAlone)
        let own = part.doses.flatMap(\.lasts).filter { visit <= $0 }.min()
        let end = [own, trips.isEmpty ? nil : lastOfTrips].compactMap(\.self).min()
        let course = trips.map { judgement.course(of: $0) }.max() ?? 0
        rank =
            if end ?? .last < soon || part.doses.contains(where: \.isOfPregnancy) {
                0
            } else if part.isLive {
                Self.live
            } else if course > 1, trips.contains(where: { $0.progress.contains { $0.given == 0 } }) {
                2
            } else if part.doses.contains(where: \.isTicked) {
                3
            } else if part.doses.contains(where: isSeasonal) {
                4
            } else {
                5
            }
        lastStart = part.doses.contains(where: \.isOfPregnancy) ? visit : own ?? .last
        // A live one before a trip keeps others waiting, and few give some of them: it comes as soon as it can.
        isPatient = (trips.isEmpty || !part.isLive) && visit.adding(Self.nextVisit) <= lastStart
        self.isSeasonal = rank == 0 && part.doses.contains(where: isSeasonal)
        last = rank == 0 ? end ?? .last : .last
        isConditional = !trips.isEmpty && trips.allSatisfy { $0.indications.allSatisfy { $0.trip?.conditions != nil } }
        doses = course
        (day, id) = (part.doses.compactMap(\.recommended).min() ?? .last, part.doses.first?.id ?? "")
    }
}

extension Judgement {
    /// How many doses the longest course has that a recommendation goes on with, without those that only some vaccines need.
    fileprivate func course(of dose: Recommendation) -> Int {
        let rows = schedule(dose.schedule)?.series ?? []
        return dose.progress.compactMap { progress in
            rows.first { $0.id == progress.key.series }?.doses
                .count { !$0.isBooster && !$0.isRecurring && $0.skips.isEmpty }
        }.max() ?? 0
    }
}

extension Recommendation {
    /// The last days that it has: at all, and in time.
    fileprivate var lasts: [CalendarDate] { [latest, overdueFrom?.adding(days: -1)].compactMap(\.self) }

    /// Whether a pregnancy asks for it, which passes.
    var isOfPregnancy: Bool {
        indications.contains { $0.ground == .observation(PatientObservation.pregnancy) }
    }
}
