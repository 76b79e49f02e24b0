import CivilDates

/// Reads one series of a schedule file.
struct SeriesReader {
    /// Lists of places that rows name by a word.
    var places: [String: [String]] = [:]

    func series(_ node: DataNode) throws(DataFault) -> AntigenSeries {
        var object = try node.object()
        var series = AntigenSeries(id: try object.string("id"), antigens: try object.required("antigens").strings())
        series.name = try object.texts("name")
        series.note = try object.texts("note")
        series.kind = try object.choice("kind", default: .standard)
        series.group = try object.optionalString("group")
        series.selection = try selection(object.optional("selection"))
        series.sexes = Set(try object.array("sexes").map { (node) throws(DataFault) in try node.choice() })
        series.limits = try limits(object.optional("limits"))
        series.doses = try object.array("doses").map(SeriesDoseFileReader.dose)
        let gaps = series.doses.map(\.leastGap)
        series.indications = try object.array("indications").map { (node) throws(DataFault) in
            try indication(node, gaps)
        }
        let ask = try object.texts("ask")
        for index in series.doses.indices where series.doses[index].ask.isEmpty { series.doses[index].ask = ask }
        series.sources = try object.strings("sources")
        series.confidence = try object.optionalChoice("confidence")
        series.review = try object.optionalChoice("review")
        try object.finish()
        if series.kind == .risk, series.indications.isEmpty { throw node.fault(.riskWithoutIndications) }
        return series
    }

    private func selection(_ node: DataNode?) throws(DataFault) -> SeriesSelection {
        var selection = SeriesSelection()
        guard let node else { return selection }
        var object = try node.object()
        selection.group = try object.optionalString("group") ?? selection.group
        selection.equivalentGroups = Set(try object.strings("equivalentTo"))
        selection.priority = try object.optionalString("priority") ?? selection.priority
        selection.preference = try object.optionalInteger("preference") ?? selection.preference
        selection.isDefault = try object.bool("default", default: false)
        selection.isProductPath = try object.bool("productPath", default: false)
        selection.minimumAgeToStart = try object.period("startFrom")
        selection.maximumAgeToStart = try object.period("startBefore")
        try object.finish()
        return selection
    }

    private func limits(_ node: DataNode?) throws(DataFault) -> SeriesLimits {
        var limits = SeriesLimits()
        guard let node else { return limits }
        var object = try node.object()
        (limits.bornFrom, limits.bornBefore) = (try object.date("bornFrom"), try object.date("bornBefore"))
        limits.gestationBelowWeeks = try object.optionalInteger("gestationBelow")
        limits.gestationFromWeeks = try object.optionalInteger("gestationFrom")
        limits.bornIn = try yearlyDays(object.optional("bornIn"))
        limits.regions = try places(object.optional("regions"))
        (limits.inForceFrom, limits.inForceUntil) = (try object.date("inForceFrom"), try object.date("inForceUntil"))
        try object.finish()
        return limits
    }

    private func indication(_ node: DataNode, _ gaps: [CalendarPeriod?]) throws(DataFault) -> Indication {
        var object = try node.object()
        var grounds: [Indication.Ground] = []
        if let code = try object.optionalString("observation") { grounds.append(.observation(code)) }
        let regions = try places(object.optional("residence"))
        if !regions.isEmpty { grounds.append(.residence(regions)) }
        if let trip = object.optional("trip") { grounds.append(.trip(try self.trip(trip, gaps))) }
        guard let ground = grounds.first, grounds.count == 1 else {
            throw node.fault(
                .noGround)
        }
        var indication = Indication(ground)
        (indication.beginAge, indication.endAge) = (try object.period("from"), try object.period("until"))
        (indication.also, indication.unless) = (Set(try object.strings("also")), Set(try object.strings("unless")))
        indication.text = try object.texts("text")
        try object.finish()
        return indication
    }

    private func yearlyDays(_ node: DataNode?) throws(DataFault) -> YearlyDays? {
        guard let node else { return nil }
        var object = try node.object()
        guard let first = try object.monthDay("from"), let last = try object.monthDay("to") else {
            throw node.fault(.noFromAndTo)
        }
        try object.finish()
        return YearlyDays(first: first, last: last)
    }

    /// Codes of countries and regions, and names of lists of them.
    func places(_ node: DataNode?) throws(DataFault) -> Set<String> {
        var codes: Set<String> = []
        for entry in try node?.array() ?? [] {
            let word = try entry.string()
            if Self.isCode(word) {
                codes.insert(word)
            } else if let list = places[word] {
                codes.formUnion(list)
            } else {
                throw entry.fault(.unknownPlace)
            }
        }
        return codes
    }

    /// Whether a word is written like an ISO 3166-1 country, or a region of one.
    static func isCode(_ word: String) -> Bool {
        let country = word.utf8.prefix { $0 != UInt8(ascii: "-") }
        return country.count == 2 && country.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    /// - Parameter gaps: The least distance of each dose of the row from the one before.
    private func trip(_ node: DataNode, _ gaps: [CalendarPeriod?]) throws(DataFault) -> TripRule {
        var object = try node.object()
        var rule = TripRule(to: try places(object.optional("destinations")))
        rule.exceptions = try places(object.optional("except"))
        rule.minimumDays = try object.optionalInteger("minimumDays")
        rule.season = try yearlyDays(object.optional("season"))
        rule.recommendedBefore = try object.period("recommendedBefore")
        rule.latestBefore = try object.period("latestBefore")
        rule.boosterLatestBefore = try object.period("boosterLatestBefore") ?? rule.boosterLatestBefore
        let doses = try object.optionalInteger("doses") ?? 1
        rule.gaps = gaps.prefix(max(doses, 1)).dropFirst().compactMap(\.self)
        guard rule.gaps.count == doses - 1 else { throw node.fault(.notWholeNumber) }
        rule.freshAtEnd = try object.period("freshAtEnd")
        rule.isFinishedLater = try object.bool("finish", default: false)
        rule.conditions = try object.optional("if").map(conditions)
        try object.finish()
        return rule
    }

    private func conditions(_ node: DataNode) throws(DataFault) -> TripConditions {
        var object = try node.object()
        var conditions = TripConditions()
        conditions.days = try object.optionalInteger("days")
        for style in Trip.Style.allCases where style != .hotel {
            if try object.bool(style.rawValue, default: false) { conditions.styles.insert(style) }
        }
        conditions.withAnimals = try object.bool("animals", default: false)
        try object.finish()
        guard conditions != TripConditions() else { throw node.fault(.empty) }
        return conditions
    }
}

extension SeriesDose {
    /// The least distance from the dose before.
    fileprivate var leastGap: CalendarPeriod? {
        intervals.first { if case .mostRecent = $0.reference { false } else { true } }?.minimum
    }
}
