/// Reads when a dose may be left out.
enum SkipReader {
    static func skip(_ node: DataNode) throws(DataFault) -> ConditionalSkip {
        var object = try node.object()
        var skip = ConditionalSkip(try object.choice("context", default: .both), try object.array("sets").map(set))
        skip.logic = try object.choice("logic", default: .any)
        try object.finish()
        if skip.sets.isEmpty { throw node.fault(.emptySkip) }
        return skip
    }

    private static func set(_ node: DataNode) throws(DataFault) -> ConditionalSkip.ConditionSet {
        var object = try node.object()
        let (all, any) = (try object.array("all"), try object.array("any"))
        guard all.isEmpty != any.isEmpty else { throw node.fault(.notAllOrAny) }
        var set = ConditionalSkip.ConditionSet(any.isEmpty ? .all : .any, try (all + any).map(condition))
        set.validity = try object.window()
        try object.finish()
        return set
    }

    private static func condition(_ node: DataNode) throws(DataFault) -> SkipCondition {
        var object = try node.object()
        var found: [SkipCondition] = []
        if let age = object.optional("age") {
            var range = try age.object()
            found.append(.age(from: try range.period("from"), until: try range.period("until")))
            try range.finish()
        }
        if let period = try object.period("interval") { found.append(.interval(period)) }
        if let doses = object.optional("doses") { found.append(.doses(try count(doses))) }
        let groups = try object.strings("completed")
        if !groups.isEmpty { found.append(.completed(seriesGroups: groups)) }
        if let code = try object.optionalString("observation") {
            found.append(.observation(code, isPresent: try object.bool("present", default: true)))
        }
        try object.finish()
        guard let condition = found.first, found.count == 1 else { throw node.fault(.oneCondition) }
        return condition
    }

    private static func count(_ node: DataNode) throws(DataFault) -> SkipCondition.DoseCount {
        var object = try node.object()
        var found: [SkipCondition.DoseCount] = []
        for comparison in SkipCondition.Comparison.allCases {
            guard let number = try object.optionalInteger(comparison.rawValue) else { continue }
            found.append(SkipCondition.DoseCount(comparison, number))
        }
        guard var count = found.first, found.count == 1 else {
            throw node.fault(
                .noComparison)
        }
        count.onlyValid = try object.bool("valid", default: false)
        let vaccines = try object.strings("vaccines")
        if !vaccines.isEmpty { count.vaccines = vaccines.map(VaccineSelector.init) }
        (count.beginAge, count.endAge) = (try object.period("ageFrom"), try object.period("ageUntil"))
        (count.from, count.until) = (try object.date("from"), try object.date("until"))
        try object.finish()
        return count
    }
}
