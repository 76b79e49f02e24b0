import CivilDates
import Immunization
import Vault

/// What a pass answers in one line: whether anything is due, and until when nothing is.
enum PassAnswer: Equatable {
    /// Without a date of birth nothing can be said.
    case withoutBirthDate
    /// Nothing at all is entered of what was recommended long ago.
    case empty
    /// Of so many diseases nothing is recorded, though vaccinations against them were recommended long ago.
    case incomplete(unknown: Int, of: Int)
    case due(Int)
    case nothingUntil(CalendarDate)
    case nothing

    /// A record of which more is unknown than known answers nothing else; where less is, what is due comes first.
    init(_ advice: Advice?, _ catalogue: Catalogue) {
        guard let advice else {
            self = .withoutBirthDate
            return
        }
        let (unknown, all) = advice.unknownDiseases
        let due = advice.dueCount(catalogue)
        if unknown > 0, advice.patient.doses.isEmpty {
            self = .empty
        } else if unknown > 0, due == 0 || unknown * 2 > all {
            self = .incomplete(unknown: unknown, of: all)
        } else if due > 0 {
            self = .due(due)
        } else {
            self = advice.next.map(PassAnswer.nothingUntil) ?? .nothing
        }
    }

    /// The line.
    func text(_ words: Localizer, today: CalendarDate) -> String {
        switch self {
        case .withoutBirthDate: words[.familyBirthdate]
        case .empty: words[.familyEmpty]
        case .incomplete(let unknown, let all):
            words(.familyIncomplete, count: all, ["unknown": String(unknown)])
        case .due(let count): words(.familyDue, count: count)
        case .nothingUntil(let day): words(.familyUntil, ["date": words.date(Self.monthOrDay(day, today: today))])
        case .nothing: words[.familyNothing]
        }
    }

    /// What is shown beside it: what is due whatever isn't entered, or that something isn't.
    func also(_ advice: Advice?, _ names: VaccinationNames) -> String? {
        guard let advice else { return nil }
        switch self {
        case .empty, .incomplete:
            let due = advice.dueInjections(names.catalogue).map {
                InjectionRow(injection: $0, date: advice.today, advice: advice, names: names).name
            }
            return due.isEmpty ? nil : names.words(.nextNow, ["what": due.joined(separator: "; ")])
        case .due where advice.unknownDiseases.unknown > 0:
            let (unknown, all) = advice.unknownDiseases
            return names.words(.familyIncomplete, count: all, ["unknown": String(unknown)])
        default: return nil
        }
    }

    /// Whether something is to be done by now.
    var reminds: Bool {
        switch self {
        case .withoutBirthDate, .empty, .incomplete, .due: true
        case .nothingUntil, .nothing: false
        }
    }

    /// What to do about it.
    func action(_ pass: PassID) -> (text: Message, link: String) {
        switch self {
        case .withoutBirthDate: (.familyActionBirthdate, Links.editPass(pass))
        case .empty, .incomplete: (.familyActionEnter, Links.vaccinationTable(pass))
        case .due, .nothingUntil, .nothing: (.recommendationsTitle, Links.recommendations(pass))
        }
    }

    /// The month, which is near enough; the day where it is of this month.
    private static func monthOrDay(_ day: CalendarDate, today: CalendarDate) -> PartialDate {
        let isThisMonth = (day.year, day.month) == (today.year, today.month)
        return PartialDate(year: day.year, month: day.month, day: isThisMonth ? day.day : nil) ?? PartialDate(day)
    }
}

extension Advice {
    /// The diseases that nothing is recorded of, and all whose record matters by now: those, what there are doses against, and
    /// what is due.
    fileprivate var unknownDiseases: (unknown: Int, all: Int) {
        let known = Set(recommendations.filter { !$0.doses.isEmpty }.flatMap { $0.progress.map(\.key.antigen) })
        let unrecorded = recommendations.filter(isUnrecorded)
        let unknown = Set(unrecorded.flatMap(\.antigens)).subtracting(known)
            .union(unrecorded.filter(isOnlyContinued).flatMap(\.antigens))
        let asked = recommendations.filter { $0.isDue || (!$0.doses.isEmpty && $0.state <= .complete) }
        return (unknown.count, unknown.union(asked.flatMap { $0.progress.map(\.key.antigen) }).count)
    }

    /// How many injections are due.
    fileprivate func dueCount(_ catalogue: Catalogue) -> Int { dueInjections(catalogue).count }

    /// The injections that are due, without those that may only not be recorded.
    ///
    /// What two schedules, or a rule for all and one for some, ask for at once is one.
    fileprivate func dueInjections(_ catalogue: Catalogue) -> [Injection] {
        var covered: Set<String> = []
        let due = recommendations.filter { recommendation in
            guard recommendation.isDue, !isUnrecorded(recommendation),
                !covered.isSuperset(of: recommendation.antigens)
            else { return false }
            covered.formUnion(recommendation.antigens)
            return true
        }
        let visit = VisitPlan.Visit(date: today, doses: due)
        return Injections(advice: self, catalogue: catalogue).injections(of: visit)
    }

    /// The day from which the next vaccination is recommended.
    fileprivate var next: CalendarDate? {
        near.filter { $0.state == .dueSoon || $0.state == .planned }.compactMap(\.recommended).min()
    }

    /// The visits of the next year, as every page and calendar has them: what may only not be recorded isn't planned.
    var nextVisits: [VisitPlan.Visit] {
        let end = today.adding(CalendarPeriod(years: 1))
        return visits(for: near).filter { $0.date <= end }
    }
}

extension Recommendation {
    /// Whether it should be done by now.
    fileprivate var isDue: Bool { state == .overdue || state == .due }
}
