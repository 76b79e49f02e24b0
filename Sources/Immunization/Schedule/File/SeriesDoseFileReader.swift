/// Reads one dose of a series of a schedule file.
enum SeriesDoseFileReader {
    static func dose(_ node: DataNode) throws(DataFault) -> SeriesDose {
        var object = try node.object()
        var dose = SeriesDose()
        dose.ages = try object.array("ages").map(age)
        dose.intervals = try object.array("intervals").map(interval)
        dose.allowableIntervals = try object.array("allowableIntervals").map(interval)
        dose.preferableVaccines = try object.array("vaccines").map(vaccine)
        dose.allowableVaccines = try object.array("alsoAccepted").map(vaccine)
        dose.inadvertentVaccines = try object.strings("inadvertent").map(VaccineSelector.init)
        dose.skips = try object.array("skips").map(SkipReader.skip)
        dose.isRecurring = try object.bool("recurring", default: false)
        dose.isBooster = try object.bool("booster", default: dose.isRecurring)
        dose.season = try season(object.optional("season"))
        dose.note = try object.texts("note")
        try object.finish()
        return dose
    }

    private static func age(_ node: DataNode) throws(DataFault) -> AgeRule {
        var object = try node.object()
        var age = AgeRule()
        age.absoluteMinimum = try object.period("absoluteMinimum")
        age.minimum = try object.period("minimum")
        age.earliestRecommended = try object.period("recommended")
        age.latestRecommended = try object.period("overdue")
        age.maximum = try object.period("maximum")
        age.validity = try object.window()
        try object.finish()
        return age
    }

    private static func interval(_ node: DataNode) throws(DataFault) -> IntervalRule {
        var object = try node.object()
        var interval = IntervalRule(from: try reference(object.required("from")))
        interval.absoluteMinimum = try object.period("absoluteMinimum")
        interval.minimum = try object.period("minimum")
        interval.earliestRecommended = try object.period("recommended")
        interval.latestRecommended = try object.period("overdue")
        interval.hasPriority = try object.bool("priority", default: false)
        interval.validity = try object.window()
        try object.finish()
        return interval
    }

    private static func reference(_ node: DataNode) throws(DataFault) -> IntervalRule.Reference {
        switch node.value {
        case .string("previous"): return .previousDose
        case .string(let text):
            let words = text.split(separator: " ")
            if words.count == 2, words[0] == "dose", let number = Int(words[1]), number > 0 {
                return .seriesDose(number)
            }
            throw node.fault("should be \u{201C}previous\u{201D} or \u{201C}dose 1\u{201D}")
        case .array: return .mostRecent(try node.strings().map(VaccineSelector.init))
        default:
            var object = try node.object()
            let code = try object.string("observation")
            try object.finish()
            return .observation(code)
        }
    }

    static func vaccine(_ node: DataNode) throws(DataFault) -> DoseVaccine {
        if case .string = node.value {
            var vaccine = DoseVaccine(VaccineSelector(try node.string()))
            vaccine.isForecast = true
            return vaccine
        }
        var object = try node.object()
        var vaccine = DoseVaccine(VaccineSelector(try object.string("vaccine")))
        (vaccine.beginAge, vaccine.endAge) = (try object.period("from"), try object.period("until"))
        vaccine.manufacturer = try object.optionalString("manufacturer")
        vaccine.isForecast = try object.bool("forecast", default: true)
        try object.finish()
        return vaccine
    }

    private static func season(_ node: DataNode?) throws(DataFault) -> Season? {
        guard let node else { return nil }
        var object = try node.object()
        let (from, to) = (try object.required("from"), try object.required("to"))
        try object.finish()
        let (fromText, toText) = (try from.string(), try to.string())
        if let begin = MonthDay(fromText), let end = MonthDay(toText) { return .yearly(begin: begin, end: end) }
        guard let first = CalendarDate(fromText), let last = CalendarDate(toText), first <= last else {
            throw node.fault("should be a season from one day to another, such as 10-01 to 03-31")
        }
        return .fixed(first: first, last: last)
    }
}
