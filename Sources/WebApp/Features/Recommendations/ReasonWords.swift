import CivilDates
import Immunization
import Model

/// Why a recommendation has its day or its state, in sentences: the age or the gap that decides, the doses that counted,
/// and who says so.
struct ReasonWords {
    let advice: Advice
    let names: VaccinationNames
    private var words: Localizer { names.words }

    /// More doses than anybody reads.
    private static let mostDoses = 6

    /// What the schedule says of it where something stands against it, else what decided the day.
    func rule(_ recommendation: Recommendation) -> String {
        let texts = recommendation.why(words)
        return texts.isEmpty ? sentence(recommendation) : texts.joined(separator: " ")
    }

    /// Which doses count: 'Doses that count: 3 May 2019'.
    func counted(_ recommendation: Recommendation) -> String {
        guard !recommendation.doses.isEmpty else { return words[.recommendationsCountedNothing] }
        let counted = recommendation.doses.filter { $0.status == .valid }.map(\.dose)
        let valid = Set(counted.filter { advice.counts($0, against: recommendation.antigens) })
        let open = recommendation.progress.filter { $0.nextFrom != nil }
        let countsNone = !open.isEmpty && open.allSatisfy { $0.given == 0 && !$0.isBooster }
        guard !valid.isEmpty, !countsNone else { return words[.recommendationsCountedNone] }
        let dates = advice.patient.doses.filter { valid.contains($0.id) }.map(\.date).sorted { $0.latest < $1.latest }
        guard dates.count <= Self.mostDoses else { return words(.recommendationsCountedMany, count: dates.count) }
        return words(.recommendationsCounted, ["dates": words.list(dates.map(words.about))])
    }

    /// The result that a finished course is measured by, where none is entered: anti-HBs after hepatitis B.
    func unmeasured(_ recommendation: Recommendation) -> String? {
        guard recommendation.state == .complete else { return nil }
        let findings = recommendation.indications.flatMap(\.unless).filter { $0.contains("/") }
            .compactMap { $0.split(separator: "/").first.map(String.init) }
        let known = Set(advice.patient.observations.map(\.code))
        guard let missing = findings.first(where: { !known.contains($0) }) else { return nil }
        return words(.recommendationsUnmeasured, ["finding": names.catalogue.name(ofObservation: missing, words.code)])
    }

    /// Until when it is in time, and may be given at all, where that is near enough to matter; before a journey, the last
    /// day that helps.
    ///
    /// - Parameter visit: The day on which it is planned; nil where the first on which it can be given is meant.
    func lastDay(_ recommendation: Recommendation, on visit: CalendarDate? = nil) -> LastDay? {
        let inTime = recommendation.overdueFrom?.adding(days: -1)
        if case .trip(let departure) = recommendation.reason, let inTime {
            let useful = recommendation.useful(inTime, before: departure)
            let inTime = beginning(of: recommendation, before: useful)
            guard inTime >= visit ?? max(advice.today, recommendation.earliest ?? .first) else {
                return LastDay(date: inTime, text: words[.recommendationsTooLate])
            }
            let last = min(recommendation.latest ?? .last, inTime)
            guard last > advice.today else {
                return LastDay(date: last, text: words[.recommendationsUntilTripNow])
            }
            return LastDay(
                date: last, text: words(.recommendationsUntilTrip, ["date": words.date(last.description)]))
        }
        guard let latest = recommendation.latest, latest < advice.today.adding(CalendarPeriod(years: 1)) else {
            guard isOfPregnancy(recommendation), let inTime, inTime >= advice.today else { return nil }
            return LastDay(
                date: inTime, text: words(.recommendationsUntilIfPossible, ["date": words.date(inTime.description)]))
        }
        let possible = words.date(latest.description)
        guard let inTime, inTime >= advice.today, inTime < latest else {
            return LastDay(date: latest, text: words(.recommendationsUntil, ["date": possible]))
        }
        return LastDay(
            date: inTime,
            text: words(.recommendationsUntilBest, ["best": words.date(inTime.description), "date": possible]),
            isBest: true)
    }

    /// More time between two doses than anybody plans for before a journey.
    private static let longestGap = CalendarPeriod(weeks: 8)

    /// The last day on which a course can be begun so that all its doses are in time, if there is still time for that;
    /// else the last for the next dose.
    private func beginning(of recommendation: Recommendation, before last: CalendarDate) -> CalendarDate {
        let rows = advice.recommender.engine.schedules.first { $0.id == recommendation.schedule }?.series ?? []
        guard let progress = recommendation.progress.first(where: { $0.nextFrom != nil && $0.given == 0 }),
            let row = rows.first(where: { $0.id == progress.key.series })
        else { return last }
        var first = last
        for dose in row.doses.prefix(advice.total(progress, of: recommendation)).dropFirst() {
            let gaps = dose.intervals.compactMap { $0.minimum ?? $0.earliestRecommended }
            guard let days = gaps.map({ last.days(until: last.adding($0)) }).max(),
                days <= last.days(until: last.adding(Self.longestGap))
            else { break }
            first = first.adding(days: -days)
        }
        return first >= advice.today ? first : last
    }

    /// Who recommends it: 'STIKO'.
    func authority(_ recommendation: Recommendation) -> String? {
        advice.recommender.engine.schedules.first { $0.id == recommendation.schedule }?.authority
    }

    private func sentence(_ recommendation: Recommendation) -> String {
        let reason = recommendation.reason
        return switch reason {
        case .interval where advice.isOnlyContinued(recommendation): words[.recommendationsOnlyContinued]
        case .age(let age), .minimumAge(let age):
            isOfChildhood(age) && recommendation.kind != .risk
                ? words(.recommendationsFromChildhood, count: remaining(recommendation))
                : isLongPast(age) && !recommendation.indications.isEmpty
                    ? words(SeriesForecast.Reason.Code.any)
                    : words(reason.code, ["age": words.age(age)])
                        + (isMissed(recommendation, at: age) ? " \(words[.recommendationsCaughtUp])" : "")
        case .interval(let gap) where gap.observation == PatientObservation.pregnancy && gap.length.weeks > 0:
            // The first week of a pregnancy is the one that begins with it.
            words(.recommendationsFromWeek, ["week": String(gap.length.weeks + 1)])
        case .interval(let gap), .minimumInterval(let gap), .conflict(let gap):
            // A dose that may follow at once waits for nothing.
            words.length(gap.length).isEmpty
                ? words(SeriesForecast.Reason.Code.any)
                : words(reason.code, ["gap": words.length(gap.length), "dose": dose(gap, recommendation)])
        case .season(let first?, let last?):
            words(reason.code, ["from": words.date(first.description), "to": words.date(last.description)])
        case .season: words(SeriesForecast.Reason.Code.any)
        case .trip(let day), .validUntil(let day): words(reason.code, ["date": words.date(day.description)])
        default: words(reason.code)
        }
    }

    /// Whether the pregnancy decides its day, so that it has an end as well.
    private func isOfPregnancy(_ recommendation: Recommendation) -> Bool {
        if case .interval(let gap) = recommendation.reason {
            gap.observation == PatientObservation.pregnancy
        } else {
            false
        }
    }

    /// Whether an age was so long ago that it is a reason only together with what was missed then.
    private func isLongPast(_ age: CalendarPeriod) -> Bool {
        advice.patient.birthDate.adding(age).adding(CalendarPeriod(years: 1)) < advice.today
    }

    /// Whether nothing that counts has been given since an age that was long ago.
    private func isMissed(_ recommendation: Recommendation, at age: CalendarPeriod) -> Bool {
        guard isLongPast(age) else { return false }
        let counted = Set(recommendation.doses.filter { $0.status == .valid }.map(\.dose))
        let day = advice.patient.birthDate.adding(age)
        return !advice.patient.doses.contains { counted.contains($0.id) && $0.date.latest >= day }
    }

    /// Whether an age that decides is a child's and the holder has grown up since: it says nothing to an adult.
    private func isOfChildhood(_ age: CalendarPeriod) -> Bool {
        let (birth, grown) = (advice.patient.birthDate, CalendarPeriod(years: 18))
        return birth.adding(grown) <= advice.today && birth.adding(age) < birth.adding(grown)
    }

    /// How many doses the course has that is still to come.
    private func remaining(_ recommendation: Recommendation) -> Int {
        let open = recommendation.progress.filter { $0.nextFrom != nil }
        return max(1, open.map { advice.total($0, of: recommendation) - $0.given }.max() ?? 1)
    }

    /// What a gap is measured from, as a sentence has it: 'the dose of 3 May 2019', 'the start of the pregnancy'.
    private func dose(_ gap: SeriesForecast.Gap, _ recommendation: Recommendation) -> String {
        if gap.observation == PatientObservation.pregnancy { return words[.recommendationsAfterPregnancy] }
        guard let id = gap.dose else { return words[.recommendationsAfterDetail] }
        guard let dose = advice.patient.doses.first(where: { $0.id == id }) else {
            return words[.recommendationsAfterPrevious]
        }
        let of = words(dose.date.isExact ? .dateOf : .dateOfAbout, ["date": words.date(dose.date)])
        // A booster against whooping cough goes with the next against tetanus, and may count from one that held none.
        let diseases = advice.diseases(ofDose: id)
        guard !diseases.isEmpty, Set(diseases).isDisjoint(with: recommendation.antigens) else {
            return words(.recommendationsAfterDose, ["of": of])
        }
        return words(.recommendationsAfterOther, ["diseases": words.list(diseases.map(names.target)), "of": of])
    }
}

extension Recommendation {
    /// The last day on which it protects, or is accepted, from a departure on, whatever its own first day is: of a day that
    /// is in time.
    fileprivate func useful(_ inTime: CalendarDate, before departure: CalendarDate) -> CalendarDate {
        let days = indications.compactMap { indication -> CalendarDate? in
            guard case .trip(let rule) = indication.ground, let before = rule.latestBefore else { return nil }
            return departure.adding(days: -departure.days(until: departure.adding(before)))
        }
        guard let last = days.max() else { return min(inTime, departure.adding(days: -1)) }
        // In time after that day, it goes on with what is valid still, and counts at once.
        let goesOn = inTime > last && inTime <= departure && inTime > earliest ?? .first
        return goesOn ? inTime : min(inTime, last)
    }
}

/// Until when something is in time, or possible at all.
struct LastDay {
    /// The first of these days.
    let date: CalendarDate
    /// What is said of them.
    let text: String
    /// Whether it is only the best: it may be given after it too.
    var isBest = false
}
