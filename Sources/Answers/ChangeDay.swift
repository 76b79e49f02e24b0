import CivilDates
import Immunization

/// Finds the first later day on which an answer may be another one.
struct ChangeDay {
    private let judgement: Judgement
    private let lines: [Answer.Line]
    private let plan: VisitPlan
    /// Other days on which it may.
    private let others: [CalendarDate]

    init(_ judgement: Judgement, _ lines: [Answer.Line], _ plan: VisitPlan, besides others: [CalendarDate] = []) {
        (self.judgement, self.lines, self.plan, self.others) = (judgement, lines, plan, others)
    }

    /// Tomorrow, where something is for today; never later than a year ahead.
    var day: CalendarDate {
        let tomorrow = judgement.day.adding(days: 1)
        guard !lines.contains(where: { $0.isForNow || $0.isQuestion }) else { return tomorrow }
        let all = ofForecasts + ofLines + ofRows + ofPatient + ofPlan + others
        let limit = judgement.day.adding(CalendarPeriod(years: 1))
        return all.filter { $0 > judgement.day }.min().map { min($0, limit) } ?? limit
    }

    /// The visits, and the day on which what comes after the last of them, or begins at an age, is near enough to be planned.
    private var ofPlan: [CalendarDate] {
        let back = CalendarPeriod(years: -VisitPlanner.horizon.years)
        let next =
            plan.remaining.compactMap { $0.recommended?.adding(back) }
            + judgement.recommender.engine.beginnings(for: judgement.patient).map { $0.adding(back) }
        // An animal's boosters are planned weeks before their day.
        return plan.visits.map(\.date) + next + next.map { $0.earlier(by: KnownDates.animalsLead) }
    }

    private var soon: Int { judgement.recommender.soon.weeks * 7 }

    /// The same of lines, which wait for all that is given together; what trips ask for is given a week ahead.
    private var ofLines: [CalendarDate] {
        lines.flatMap { line in
            [
                line.day, line.day?.adding(days: -soon), line.day?.adding(days: -Recommender.daysAheadOfTrips),
                line.lastGoodDay?.adding(days: 1), line.lastDay?.adding(days: 1),
            ].compactMap(\.self)
        }
    }

    /// What each series asks for, eight weeks before its day, and when it is late or over.
    private var ofForecasts: [CalendarDate] {
        judgement.assessments.flatMap(\.series).map(\.forecast).flatMap { forecast in
            let day = forecast.recommended
            return [
                forecast.earliest, day, day?.adding(days: -soon), forecast.pastDue?.adding(days: 1),
                forecast.latest?.adding(days: 1),
            ].compactMap(\.self)
        }
    }

    /// The ages, the seasons and the days on which rows begin or end.
    private var ofRows: [CalendarDate] {
        let judged = Set(judgement.assessments.map(\.schedule))
        return judgement.recommender.engine.turns(of: judged).flatMap { turns in
            turns.days(on: judgement.day, bornOn: judgement.patient.birthDate)
        }
    }

    /// An observation begins or ends; a trip comes near, begins and is over; the patient grows up.
    private var ofPatient: [CalendarDate] {
        let patient = judgement.patient
        let engine = judgement.recommender.engine
        let observations = engine.changes(of: patient.observations)
        let trips = patient.trips.flatMap { [$0.departure, $0.returning?.adding(days: 1)] }
        let home = patient.absences.map { Optional($0.upperBound.adding(days: 1)) }
        let pregnancy = [37, 40, 43, 46].map { patient.pregnancyStart?.adding(CalendarPeriod(weeks: $0)) }
        let doses = patient.doses.flatMap { [Optional($0.date.latest), $0.validUntil?.adding(days: 1)] }
        return (trips + home + pregnancy + doses).compactMap(\.self) + observations
            + [judgement.day(atAge: Judgement.grown)]
    }
}
