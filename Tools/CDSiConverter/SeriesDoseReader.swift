import CivilDates
import Immunization

/// Reads one dose of a series.
struct SeriesDoseReader {
    /// An absolute minimum that isn't written is long ago (tables 6-14 and 6-17): whatever came earlier is in grace.
    private static let none = CalendarPeriod()

    let text: CDSiText

    func dose(_ element: XMLElement) throws -> SeriesDose {
        var dose = SeriesDose()
        dose.ages = try element.all("age").map(age)
        dose.intervals = try element.all("interval").compactMap(interval)
        dose.allowableIntervals = try element.all("allowableInterval").compactMap(interval)
        dose.preferableVaccines = try element.all("preferableVaccine").compactMap(vaccine)
        dose.allowableVaccines = try element.all("allowableVaccine").compactMap(vaccine)
        dose.inadvertentVaccines = element.all("inadvertentVaccine").compactMap { $0.value("cvx") }
            .map { .named(text.code($0)) }
        dose.skips = try element.all("conditionalSkip").compactMap(skip)
        dose.isRecurring = text.flag(element, "recurringDose")
        dose.isBooster = dose.isRecurring
        if let season = element.first("seasonalRecommendation") {
            let (first, last) = (try text.date(season, "startDate"), try text.date(season, "endDate"))
            if first != nil || last != nil { dose.season = .fixed(first: first, last: last) }
        }
        return dose
    }

    private func age(_ element: XMLElement) throws -> AgeRule {
        var age = AgeRule()
        age.minimum = try text.period(element, "minAge")
        age.absoluteMinimum = try text.period(element, "absMinAge") ?? age.minimum.map { _ in Self.none }
        age.earliestRecommended = try text.period(element, "earliestRecAge")
        age.latestRecommended = try text.period(element, "latestRecAge")
        age.maximum = try text.period(element, "maxAge")
        age.validity = try text.window(element)
        return age
    }

    private func interval(_ element: XMLElement) throws -> IntervalRule? {
        let reference: IntervalRule.Reference
        if let number = element.value("fromTargetDose").flatMap({ Int($0) }) {
            reference = .seriesDose(number)
        } else if let recent = element.value("fromMostRecent") {
            reference = .mostRecent(text.vaccines(recent))
        } else if let code = element.first("fromRelevantObs")?.value("code") {
            reference = .observation(code)
        } else if text.flag(element, "fromPrevious") {
            reference = .previousDose
        } else {
            return nil
        }
        var interval = IntervalRule(from: reference)
        interval.minimum = try text.period(element, "minInt")
        interval.absoluteMinimum = try text.period(element, "absMinInt") ?? interval.minimum.map { _ in Self.none }
        interval.earliestRecommended = try text.period(element, "earliestRecInt")
        interval.latestRecommended = try text.period(element, "latestRecInt")
        interval.hasPriority = element.value("intervalPriority") != nil
        interval.validity = try text.window(element)
        return interval
    }

    func vaccine(_ element: XMLElement) throws -> DoseVaccine? {
        guard let cvx = element.value("cvx") else { return nil }
        var vaccine = DoseVaccine(.named(text.code(cvx)))
        vaccine.beginAge = try text.period(element, "beginAge")
        vaccine.endAge = try text.period(element, "endAge")
        vaccine.manufacturer = element.value("mvx")
        vaccine.isForecast = text.flag(element, "forecastVaccineType")
        return vaccine
    }

    private func skip(_ element: XMLElement) throws -> ConditionalSkip? {
        guard let word = element.value("context") else { return nil }
        guard let context = ConditionalSkip.Context(rawValue: word.lowercased()) else {
            throw CDSiError(text.place, "has a skip in the unknown context '\(word)'")
        }
        var skip = ConditionalSkip(context, try element.all("set").map(set))
        skip.logic = element.value("setLogic")?.uppercased() == "AND" ? .all : .any
        return skip
    }

    private func set(_ element: XMLElement) throws -> ConditionalSkip.ConditionSet {
        let logic: ConditionalSkip.Logic = element.value("conditionLogic")?.uppercased() == "OR" ? .any : .all
        var set = ConditionalSkip.ConditionSet(logic, try element.all("condition").map(condition))
        set.validity = try text.window(element)
        return set
    }

    private func condition(_ element: XMLElement) throws -> SkipCondition {
        let (begin, end) = (try text.period(element, "beginAge"), try text.period(element, "endAge"))
        switch element.value("conditionType")?.lowercased() {
        case "age": return .age(from: begin, until: end)
        case "interval": return .interval(try text.period(element, "interval") ?? CalendarPeriod())
        case "completed series":
            let groups = (element.value("seriesGroups") ?? "").split(separator: ";").map { String($0).trimmed }
            return .completed(seriesGroups: groups)
        case "vaccine count by age", "vaccine count by date", "vaccine count by date and age":
            var count = SkipCondition.DoseCount(try comparison(element), try number(element))
            count.onlyValid = element.value("doseType")?.lowercased() == "valid"
            let vaccines = text.vaccines(element.value("vaccineTypes"))
            if !vaccines.isEmpty { count.vaccines = vaccines }
            (count.beginAge, count.endAge) = (begin, end)
            count.from = try text.date(element, "startDate")
            count.until = try text.date(element, "endDate")
            return .doses(count)
        case let type:
            throw CDSiError(text.place, "has a skip condition of the unknown type '\(type ?? "")'")
        }
    }

    private func number(_ element: XMLElement) throws -> Int {
        guard let number = element.value("doseCount").flatMap({ Int($0) }) else {
            throw CDSiError(text.place, "has a dose count that is no number")
        }
        return number
    }

    private func comparison(_ element: XMLElement) throws -> SkipCondition.Comparison {
        switch element.value("doseCountLogic")?.lowercased() {
        case "greater than": return .moreThan
        case "equal to": return .equal
        case "less than": return .lessThan
        default: throw CDSiError(text.place, "has a dose count of unknown logic")
        }
    }
}
