import CivilDates
import Immunization

/// What a case expects of an answer; what it doesn't mention isn't checked.
struct AnswerExpectation: Sendable {
    /// By line, or by an antigen of one.
    var lines: [(line: String, expected: LineExpectation)] = []
    /// For each vaccination of the case the verdicts that are right, by line.
    var doses: [[String: [String]]] = []
    /// How many injections are for now.
    var injectionsNow: ClosedRange<Int>?
    /// No visit has more.
    var mostAVisit: Int?
    /// Lines that the first visit gives in one.
    var oneInjection: [[String]] = []
    /// No visit is in these days.
    var noVisitBetween: ClosedRange<CalendarDate>?
    /// Visits in some days that hold some lines.
    var visits: [(days: ClosedRange<CalendarDate>, lines: [String])] = []
    /// Of trips what is expected of their verdicts.
    var trips: [TripExpectation] = []
    /// Lines that are asked about.
    var questions: [String] = []

    init(_ object: inout DataObject) throws(DataFault) {
        lines = try object.required("expect").object().members.map {
            (member) throws(DataFault) in (member.key, try LineExpectation(member.node))
        }
        for node in try object.array("doses") {
            var verdicts: [String: [String]] = [:]
            for (line, node) in try node.object().members { verdicts[line] = try node.oneOrMore() }
            doses.append(verdicts)
        }
        try readVisits(&object)
        for node in try object.array("trips") { trips.append(try TripExpectation(node)) }
        questions = try object.strings("questions")
        // What has words is for those who read pages.
        for key in ["same", "says", "neverSays"] { _ = object.optional(key) }
    }

    private mutating func readVisits(_ object: inout DataObject) throws(DataFault) {
        if let node = object.optional("injections") {
            var injections = try node.object()
            if let now = injections.optional("now") { injectionsNow = try Self.numbers(now) }
            try injections.finish()
        }
        mostAVisit = try object.optionalInteger("mostAVisit")
        for node in try object.array("oneInjection") { oneInjection.append(try node.strings()) }
        noVisitBetween = try object.optional("noVisitBetween").map { (node) throws(DataFault) in try Self.days(node) }
        for node in try object.array("visits") {
            var visit = try node.object()
            visits.append((try Self.days(visit.required("between")), try visit.strings("holds")))
            try visit.finish()
        }
    }

    private static func numbers(_ node: DataNode) throws(DataFault) -> ClosedRange<Int> {
        guard case .array = node.value else {
            let number = try node.integer()
            return number...number
        }
        let ends = try node.array().map { (node) throws(DataFault) in try node.integer() }
        guard ends.count == 2, ends[0] <= ends[1] else { throw node.fault(.notList) }
        return ends[0]...ends[1]
    }

    private static func days(_ node: DataNode) throws(DataFault) -> ClosedRange<CalendarDate> {
        let ends = try node.array().map { (node) throws(DataFault) in try node.day() }
        guard ends.count == 2, ends[0] <= ends[1] else { throw node.fault(.notList) }
        return ends[0]...ends[1]
    }
}

/// What a case expects of the verdict of one trip.
struct TripExpectation: Sendable {
    let country: String
    let verdicts: [String]?
    /// Lines that it names.
    let names: [String]
    /// What there is no vaccine for.
    let noVaccine: [String]

    init(_ node: DataNode) throws(DataFault) {
        var trip = try node.object()
        country = try trip.string("to")
        verdicts = try trip.optional("verdict")?.oneOrMore()
        (names, noVaccine) = (try trip.strings("names"), try trip.strings("noVaccine"))
        // What has words is for those who read pages.
        _ = trip.optional("says")
        try trip.finish()
    }
}

/// What a case expects of one line.
struct LineExpectation: Sendable {
    let states: [String]?
    let dose: Int?
    let total: Int?
    let day: CalendarDate?
    let since: CalendarDate?
    let otherwise: CalendarDate?
    let isQuestion: Bool?
    let antigens: [String]?
    let reasons: [String]

    init(_ node: DataNode) throws(DataFault) {
        var object = try node.object()
        states = try object.optional("state")?.oneOrMore()
        dose = try object.optionalInteger("dose")
        total = try object.optionalInteger("of")
        day = try object.optional("day")?.day()
        since = try object.optional("since")?.day()
        otherwise = try object.optional("otherwise")?.day()
        isQuestion = try object.optional("question")?.bool()
        antigens = try object.optional("antigens")?.strings()
        reasons = try object.optional("reason")?.oneOrMore() ?? []
        try object.finish()
    }
}
