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
}

/// A visit: from when, and what is given.
struct VisitRow: TemplateModel {
    let visit: VisitPlan.Visit
    let advice: Advice
    let names: VaccinationNames

    private var doses: [InjectionRow] {
        Injections(advice: advice, catalogue: names.catalogue).injections(of: visit)
            .map { InjectionRow(injection: $0, advice: advice, names: names) }
    }

    static let fields: [TemplateField<Self>] = [
        .text("date") { row, words in
            row.visit.date <= row.advice.today
                ? words[.visitsNow] : words(.visitsFrom, ["date": words.date(row.visit.date.description)])
        },
        .rows("doses") { $0.doses },
    ]
}

/// An injection of a visit: a combination by its name, else what it is against.
struct InjectionRow: TemplateModel {
    let injection: Injection
    let advice: Advice
    let names: VaccinationNames

    var name: String {
        if let combination = injection.combination?.name[names.words.code] { return combination }
        let diseases = names.words.list(injection.doses.flatMap(\.antigens).map(names.target))
        guard let vaccine = injection.carrier?.name[names.words.code] else { return diseases }
        return names.words(.visitsGivenAs, ["diseases": diseases, "vaccine": vaccine])
    }

    /// Which dose it is, where it is the same against all.
    private var dose: String? {
        let steps = Set(injection.doses.map { advice.step($0, names.words) })
        return steps.count == 1 ? steps.first ?? nil : nil
    }

    private var lastDays: [LastDay] {
        injection.doses.compactMap(ReasonWords(advice: advice, words: names.words).lastDay)
    }

    /// The first day after which it is too late, or nearly, unless that has passed.
    var lastDay: CalendarDate? { lastDays.map(\.date).filter { $0 >= advice.today }.min() }

    /// Until when it may be given, where that is near.
    private var until: String? {
        let texts = lastDays.map(\.text)
        return texts.isEmpty ? nil : texts.uniqued().joined(separator: " ")
    }

    /// Both in one, and what has to be so.
    var text: String { unlessGiven(dose.map { "\(name), \($0)" } ?? name) }

    /// Whether it is one of every season.
    var isSeasonal: Bool { injection.doses.contains { $0.progress.contains(where: advice.isSeasonal) } }

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
