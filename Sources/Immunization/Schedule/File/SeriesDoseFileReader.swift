import CivilDates

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
        dose.change = try object.optional("change").map(change)
        dose.isRecurring = try object.bool("recurring", default: false)
        dose.isBooster = try object.bool("booster", default: dose.isRecurring)
        (dose.season, dose.overdueInSeason) = try season(object.optional("season"))
        dose.ask = try object.texts("ask")
        dose.note = try object.texts("note")
        dose.urgent = try object.texts("urgent")
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
        age.recommendedUntil = try object.period("recommendedUntil")
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
        interval.longest = try longest(&object)
        interval.onlyValid = try onlyValid(&object, interval.reference)
        interval.afterValidUntilCountsAs = try object.optionalInteger("afterValidUntilCountsAs")
        interval.hasPriority = try object.bool("priority", default: false)
        interval.validity = try object.window()
        try object.finish()
        return interval
    }

    private static func onlyValid(
        _ object: inout DataObject, _ reference: IntervalRule.Reference
    ) throws(DataFault) -> Bool {
        let isAsked = try object.bool("valid", default: false)
        if case .mostRecent = reference { return isAsked }
        if isAsked { throw object.node.fault(.validWithoutVaccines) }
        return false
    }

    private static func longest(_ object: inout DataObject) throws(DataFault) -> LongestGap? {
        let (maximum, number) = (try object.period("maximum"), try object.optionalInteger("lateCountsAs"))
        guard let maximum, let number else {
            guard maximum == nil, number == nil else {
                throw object.node.fault(
                    .halfLongestGap)
            }
            return nil
        }
        return LongestGap(maximum: maximum, lateCountsAs: number)
    }

    private static func change(_ node: DataNode) throws(DataFault) -> VaccineChange {
        var object = try node.object()
        let change = VaccineChange(
            earlier: try object.strings("from").map(VaccineSelector.init),
            later: try object.strings("to").map(VaccineSelector.init), countsAs: try object.integer("countsAs"))
        try object.finish()
        return change
    }

    private static func reference(_ node: DataNode) throws(DataFault) -> IntervalRule.Reference {
        switch node.value {
        case .string("previous"): return .previousDose
        case .string("previous valid"): return .previousValidDose
        case .string(let text):
            let words = text.split(separator: " ")
            if words.count == 2, words[0] == "dose", let number = Int(typed: words[1], in: 1...999) {
                return .seriesDose(number)
            }
            throw node.fault(
                .notReference)
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

    private static func season(_ node: DataNode?) throws(DataFault) -> (Season?, overdue: MonthDay?) {
        guard let node else { return (nil, nil) }
        var object = try node.object()
        let (from, to) = (try object.required("from").string(), try object.required("to").string())
        let isFirst = try object.bool("firstOfLife", default: false)
        let overdue = try object.monthDay("overdue")
        try object.finish()
        if let begin = MonthDay(from), let end = MonthDay(to) {
            if let overdue, !YearlyDays(first: begin, last: end).contains(overdue) {
                throw node.fault(.overdueOutsideSeason)
            }
            return (isFirst ? .firstOfLife(begin: begin, end: end) : .yearly(begin: begin, end: end), overdue)
        }
        guard let first = CalendarDate(from), let last = CalendarDate(to), first <= last, !isFirst, overdue == nil
        else { throw node.fault(.notSeason) }
        return (.fixed(first: first, last: last), nil)
    }
}
