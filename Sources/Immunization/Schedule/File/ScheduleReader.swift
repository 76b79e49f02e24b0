/// Reads the members of a schedule file in the order in which they are documented.
struct ScheduleReader {
    var schedule: Schedule
    /// The line on which each series begins.
    var lines: [String: Int] = [:]

    init(_ root: DataNode) throws(DataFault) {
        var object = try root.object()
        let format = try object.required("format")
        guard try format.integer() == Schedule.format else { throw format.fault(.unknownFormat) }
        schedule = Schedule(id: try object.string("id"), species: try object.string("species"))
        schedule.title = try object.texts("title")
        schedule.authority = try object.string("authority")
        schedule.country = try object.optionalString("country")
        schedule.zone = try object.optionalString("zone")
        schedule.appointment = try object.optional("appointment").map { (node) throws(DataFault) in
            try LocalizedText(node)
        }
        schedule.isDefault = try object.bool("default", default: false)
        schedule.edition = try object.string("edition")
        schedule.review = try object.choice("review", default: .draft)
        schedule.sources = try Self.sources(object.optional("sources"))
        schedule.groups = try object.array("groups").map(Self.group)
        schedule.conflicts = try object.array("conflicts").map(Self.conflict)
        schedule.immunity = try object.array("immunity").map(Self.immunity)
        for node in try object.array("contraindications") {
            schedule.contraindications += try ContraindicationReader.contraindications(node)
        }
        schedule.changes = try object.array("changes").map { (node) throws(DataFault) in try ScheduleChange(node) }
        let reader = SeriesReader(places: try Self.places(object.optional("places")))
        schedule.notCovered = try object.array("notCovered").map { (node) throws(DataFault) in
            try UncoveredTopic(node, places: reader)
        }
        for node in try object.array("series") {
            let series = try reader.series(node)
            if lines[series.id] == nil { lines[series.id] = node.line }
            schedule.series.append(series)
        }
        try object.finish()
    }

    private static func sources(_ node: DataNode?) throws(DataFault) -> [String: RuleSource] {
        var sources: [String: RuleSource] = [:]
        for (key, node) in try node?.object().members ?? [] {
            var object = try node.object()
            sources[key] = RuleSource(
                title: try object.string("title"), titles: try titles(object.optional("titles")),
                url: try object.optional("url")?.webAddress(), isRead: try object.bool("read", default: false))
            try object.finish()
        }
        return sources
    }

    private static func titles(_ node: DataNode?) throws(DataFault) -> [String: String] {
        var titles: [String: String] = [:]
        for (language, title) in try node?.object().members ?? [] {
            guard LocalizedText.isLanguage(language) else { throw title.fault(.notLanguage) }
            titles[language] = try title.string()
        }
        return titles
    }

    private static func group(_ node: DataNode) throws(DataFault) -> VaccineGroup {
        var object = try node.object()
        var group = VaccineGroup(id: try object.string("id"), antigens: try object.strings("antigens"))
        group.name = try object.texts("name")
        group.isGivenWhole = try object.bool("givenWhole", default: false)
        try object.finish()
        return group
    }

    private static func conflict(_ node: DataNode) throws(DataFault) -> VaccineConflict {
        var object = try node.object()
        let (earlier, later) = (try object.strings("earlier"), try object.strings("later"))
        let end = try object.requiredPeriod("end")
        var conflict = VaccineConflict(
            earlier: earlier.map(VaccineSelector.init), later: later.map(VaccineSelector.init),
            begin: try object.requiredPeriod("begin"), minimumEnd: try object.period("minimumEnd") ?? end, end: end)
        conflict.sameDayFrom = try object.period("sameDayFrom")
        try object.finish()
        return conflict
    }

    private static func immunity(_ node: DataNode) throws(DataFault) -> ImmunityRule {
        var object = try node.object()
        var rule = ImmunityRule(antigen: try object.string("antigen"))
        rule.observations = Set(try object.strings("observations"))
        rule.bornBefore = try object.date("bornBefore")
        rule.birthCountry = try object.optionalString("birthCountry")
        rule.exclusions = Set(try object.strings("exclusions"))
        try object.finish()
        return rule
    }

    /// Lists of countries and regions, by the word that stands for each.
    private static func places(_ node: DataNode?) throws(DataFault) -> [String: [String]] {
        var places: [String: [String]] = [:]
        for (name, node) in try node?.object().members ?? [] {
            guard !SeriesReader.isCode(name) else { throw node.fault(.placeNamedAsCountry) }
            for entry in try node.array() where !SeriesReader.isCode(try entry.string()) {
                throw entry.fault(.notPlace)
            }
            places[name] = try node.strings()
        }
        return places
    }
}
