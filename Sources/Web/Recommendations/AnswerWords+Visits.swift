package import Answers
import CivilDates
import Immunization

extension AnswerWords {
    /// 'As soon as possible', 'From 3 May 2027'; the day alone where something of it isn't in time on a later one.
    func heading(_ visit: Answer.Visit) -> String {
        guard visit.day > answer.day else { return names.words[.`visits.now`] }
        let day = names.words.date(visit.day.description)
        return visit.injections.contains { lastDay($0) == visit.day } ? day : names.words(.`visits.from`, ["date": day])
    }

    /// What an injection is called: a combination by its name, else what it is against and, where only some vaccine
    /// will do, that.
    package func name(_ injection: Answer.Injection) -> String {
        let vaccine = injection.vaccine.flatMap(names.catalogue.vaccine)
        let diseases = names.diseases(injection.antigens)
        guard let vaccine else { return diseases }
        let name = name(vaccine)
        if injection.isCombined, Set(injection.antigens).isSubset(of: vaccine.targets) { return name }
        // 'Chickenpox (varicella), given as chickenpox' says it twice.
        if Set(injection.antigens) == Set(vaccine.targets), first(of: name) == first(of: diseases) { return name }
        return name == diseases ? name : names.words(.`visits.given-as`, ["diseases": diseases, "vaccine": name])
    }

    /// Which dose it is, where it is the same against all.
    package func step(_ injection: Answer.Injection) -> String? {
        if injection.isYearly { return names.words[.`recommendations.repeat`] }
        if injection.isBooster { return names.words[.`recommendations.booster`] }
        guard let dose = injection.dose, let total = injection.total, total > 1 else { return nil }
        return names.words(.`recommendations.dose`, ["dose": String(dose), "total": String(total)])
    }

    /// What has to be known before it is given.
    package func conditions(_ injection: Answer.Injection) -> [String] {
        answer.lines.filter { injection.lines.contains($0.id) }.flatMap(conditions)
    }

    private func first(of name: String) -> String { name.prefix { $0.isLetter }.lowercased() }

    /// Until when the next dose of what it serves is in time, else may be given at all, where that is near and isn't the
    /// day of the visit, which its heading says.
    package func until(_ injection: Answer.Injection) -> String? {
        if let urgent = firstLines(of: injection).lazy.compactMap(urgent).first { return urgent }
        let day = answer.visits.first { $0.injections.contains(injection) }?.day
        if let good = lastDay(injection) {
            return good == day ? nil : names.words(.`visits.best-by`, ["date": names.words.date(good.description)])
        }
        return firstLines(of: injection).compactMap { line in
            line.lastDay.flatMap { last in until(line).map { (last, $0) } }
        }
        .min { $0.0 < $1.0 }?.1
    }

    /// The last day on which the next dose of what it serves is in time, where that is near.
    private func lastDay(_ injection: Answer.Injection) -> CalendarDate? {
        firstLines(of: injection).compactMap(lastGoodDay).min()
    }

    /// The lines whose next dose it is.
    private func firstLines(of injection: Answer.Injection) -> [Answer.Line] {
        answer.lines.filter { line in
            injection.lines.contains(line.id)
                && answer.visits.lazy.flatMap(\.injections).first { $0.lines.contains(line.id) } == injection
        }
    }
}

extension Answer.Injection {
    /// Whether one vaccine serves several lines.
    var isCombined: Bool { lines.count > 1 }
}

/// A visit: from when, and what is given.
package struct PlannedVisitRow: TemplateModel {
    package let visit: Answer.Visit
    package let words: AnswerWords

    package init(visit: Answer.Visit, words: AnswerWords) {
        self.visit = visit
        self.words = words
    }

    package static let fields: [TemplateField<Self>] = [
        .text("date") { row, _ in row.words.heading(row.visit) },
        .flag("isOnJourney") { $0.visit.isOnTrip },
        .rows("doses") { row in row.visit.injections.map { PlannedInjectionRow(injection: $0, words: row.words) } },
    ]
}

/// An injection of a visit.
struct PlannedInjectionRow: TemplateModel {
    let injection: Answer.Injection
    let words: AnswerWords

    static let fields: [TemplateField<Self>] = [
        .text("name") { row, _ in row.words.name(row.injection) },
        .flag("isCombined") { $0.injection.isCombined },
        .text("dose") { row, _ in row.words.step(row.injection) },
        .text("until") { row, _ in row.words.until(row.injection) },
        .lines("conditions") { row, _ in row.words.conditions(row.injection) },
    ]
}
