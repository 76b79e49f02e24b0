import Algorithms
import CivilDates
import Immunization

extension Advice {
    /// The visits to the doctor that do all that is due in the next two years.
    ///
    /// - Parameter shown: The recommendations that are shown; a visit's other doses are left out.
    func visits(for shown: [Recommendation]) -> [VisitPlan.Visit] {
        let ids = Set(shown.map(\.id))
        return plan.visits.compactMap { visit in
            let doses = visit.doses.filter { ids.contains($0.id) }
            return doses.isEmpty ? nil : VisitPlan.Visit(date: visit.date, doses: doses)
        }
    }

    /// How long a journey is taken to last of which nobody said when it ends.
    private static let unknownJourney = CalendarPeriod(weeks: 4)

    /// Whether somebody is away on a day, or leaves on it.
    func isOnJourney(_ day: CalendarDate) -> Bool {
        patient.trips.contains { trip in
            guard let first = trip.departure else { return false }
            return first <= day && day < trip.returning ?? first.adding(Self.unknownJourney)
        }
    }
}

/// A visit: from when, and what is given.
struct VisitRow: TemplateModel {
    let visit: VisitPlan.Visit
    let advice: Advice
    let names: VaccinationNames

    private var doses: [InjectionRow] {
        Injections(advice: advice, catalogue: names.catalogue).injections(of: visit)
            .map { InjectionRow(injection: $0, date: visit.date, advice: advice, names: names) }
    }

    static let fields: [TemplateField<Self>] = [
        .text("date") { row, words in
            row.visit.date <= row.advice.today
                ? words[.visitsNow] : words(.visitsFrom, ["date": words.date(row.visit.date.description)])
        },
        .flag("isOnJourney") { $0.advice.isOnJourney($0.visit.date) },
        .rows("doses") { $0.doses },
    ]
}

/// An injection of a visit: a combination by its name, else what it is against.
struct InjectionRow: TemplateModel {
    let injection: Injection
    /// The day of the visit.
    let date: CalendarDate
    let advice: Advice
    let names: VaccinationNames

    var name: String {
        if let combination = injection.combination?.name[names.words.code] { return combination }
        let diseases = names.words.list(injection.doses.apart().flatMap(\.antigens).map(names.target))
        guard let vaccine = injection.carrier?.name[names.words.code] else { return diseases }
        return names.words(.visitsGivenAs, ["diseases": diseases, "vaccine": vaccine])
    }

    /// Which dose it is, where it is the same against all.
    private var dose: String? {
        let steps = Set(injection.doses.apart().map { advice.step($0, names.words) })
        return steps.count == 1 ? steps.first ?? nil : nil
    }

    private var lastDays: [(dose: Recommendation, day: LastDay)] {
        let reasons = ReasonWords(advice: advice, names: names)
        return injection.doses.compactMap { dose in reasons.lastDay(dose, on: date).map { (dose, $0) } }
    }

    /// The first day after which it is too late, or nearly, unless that has passed.
    var lastDay: LastDay? { lastDays.map(\.day).filter { $0.date >= date }.min { $0.date < $1.date } }

    /// The day from which it is late, where somebody's answer asks for it within days: a newborn whose mother is ill.
    var overdueIfAsked: CalendarDate? {
        isAsked ? injection.doses.filter { $0.state == .overdue }.compactMap(\.overdueFrom).min() : nil
    }

    /// Until when it may be given, where that is near; what of a combination it is said of, where that differs.
    private var until: String? {
        let texts = Array(lastDays.map(\.day.text).uniqued())
        guard texts.count > 1 else { return texts.first }
        return texts.map { text in
            let diseases = lastDays.filter { $0.day.text == text }.flatMap(\.dose.antigens).map(names.target)
            return names.words(.nextReason, ["diseases": names.words.list(Array(diseases.uniqued())), "reason": text])
        }.joined(separator: " ")
    }

    /// Why it is given: what somebody's answer or journey asks for goes before what is for everyone.
    func reason(_ words: ReasonWords) -> String {
        let asked = injection.doses.first { $0.indications.contains { !$0.isTrip } }
        guard let dose = asked ?? injection.doses.first else { return "" }
        let because =
            asked.map {
                $0.indications.filter { !$0.isTrip }.map { SituationsView.text($0, names.catalogue, names.words) }
            } ?? []
        return (because.uniqued().map { $0.hasSuffix(".") ? $0 : "\($0)." } + [words.rule(dose)]).joined(separator: " ")
    }

    /// Both in one, and what has to be so.
    var text: String { unlessGiven(dose.map { "\(name), \($0)" } ?? name) }

    /// Whether it is one of every season.
    var isSeasonal: Bool { injection.doses.contains { $0.progress.contains(where: advice.isSeasonal) } }

    /// Whether somebody's answer asks for it.
    var isAsked: Bool {
        !isSeasonal && injection.doses.contains { $0.kind == .risk && $0.indications.contains { !$0.isTrip } }
    }

    private func unlessGiven(_ text: String) -> String {
        injection.doses.first.map { advice.unlessGiven(text, $0, names.words) } ?? text
    }

    static let fields: [TemplateField<Self>] = [
        .text("name") { row, _ in row.dose == nil ? row.text : row.name },
        .text("dose") { row, _ in row.dose.map(row.unlessGiven) },
        .text("until") { row, _ in row.until },
        .flag("isCombined") { $0.injection.combination != nil },
    ]
}
