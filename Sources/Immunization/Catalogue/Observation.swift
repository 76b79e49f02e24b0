public import CivilDates

/// Something that a person may tell of themselves or their animal, because rules ask for it: a condition, a job.
///
/// Its id is the code that schedules use. A pregnancy isn't among them: it has a date of its own.
public struct Observation: Sendable, Hashable, Identifiable {
    /// What an observation is about, to group choices by.
    public enum Topic: String, Sendable, CaseIterable {
        /// A condition or disease.
        case condition
        /// A job or task.
        case work
        /// How and where one lives.
        case life
        /// A past disease or a titer that proves immunity.
        case immunity
        /// What the mother had: vaccinations in pregnancy, infections.
        case mother
    }

    /// How severe it is, or how high a titer.
    public struct Degree: Sendable, Hashable, Identifiable {
        /// Its id, unique within the observation: `severe`.
        public let id: String
        /// Its names.
        public let names: LocalizedText
        /// The least number that has it, where degrees are entered as numbers.
        public let from: Int?
        /// What else holds of whoever has it.
        public let implies: [String]
        /// When vaccines are given to whoever has it; nil where nothing has to be arranged.
        public let timing: Timing?
    }

    /// That the time of vaccines is arranged with a treatment: before it or afterwards they work better.
    public struct Timing: Sendable, Hashable {
        /// For how long after its day, which is asked for; nil: as long as it holds.
        public let length: CalendarPeriod?
        /// For how long past its end; nil: as long as it holds.
        public let past: CalendarPeriod?
        /// The targets against which is vaccinated all the same.
        public let except: [String]
        /// With whom, as the head of a page says it.
        public let title: LocalizedText?
        /// Where that comes from.
        public let provenance: Provenance
    }

    /// An observation that holds from the day after another one's end.
    public struct Aftermath: Sendable, Hashable {
        /// The observation's id.
        public let id: String
        /// For how long; nil: it goes on.
        public let length: CalendarPeriod?
    }

    /// The code that schedules use: `chronic-disease`.
    public let id: String

    /// The species it is for.
    public let species: [String]

    /// What it is about.
    public let topic: Topic

    /// The age from which people are asked for it; nil: from birth on.
    ///
    /// Whoever tells it anyway is believed at any age.
    public let beginAge: CalendarPeriod?

    /// The age from which nobody is asked for it any more; nil: at any age.
    public let endAge: CalendarPeriod?

    /// Its names, as written beside a checkbox.
    public let names: LocalizedText

    /// What else it implies: ids of observations, or `id/degree`.
    public let implies: [String]

    /// Its degrees, the least first; empty: it has none.
    public let degrees: [Degree]

    /// Whether people are asked since when and until when it holds.
    public let isDated: Bool

    /// How long it holds past the day on which it is said to have ended; nil: no longer.
    public let after: CalendarPeriod?

    /// What holds once it is said to have ended: after a treatment other vaccinations are asked for than during it.
    public let aftermath: [Aftermath]

    /// When vaccines are given to whoever has it; nil where nothing has to be arranged.
    public let timing: Timing?

    /// The test that it is the result of; nil where it is the result of none.
    public let test: LocalizedText?

    /// How long after the last dose that test is done at the earliest; nil: on any day.
    public let testAfter: CalendarPeriod?

    /// What has to be arranged with whoever has it of a degree, or doesn't say of which: the highest counts.
    public func timing(ofDegree degree: String?) -> Timing? {
        let upTo = degrees.firstIndex { $0.id == degree }.map { degrees[...$0] } ?? []
        return upTo.reversed().lazy.compactMap(\.timing).first ?? timing
    }

    /// The code by which schedules ask for a degree of an observation, or a higher one: `hiv/severe`.
    static func code(_ id: String, degree: String) -> String { "\(id)/\(degree)" }

    /// The id of the degree that is meant by an id, or by a number where degrees begin at numbers; nil for none.
    package func degree(_ text: String) -> String? {
        if let known = degrees.first(where: { $0.id == text }) { return known.id }
        guard let number = Double(typed: text, in: 0...1e9), degrees.contains(where: { $0.from != nil }) else {
            return nil
        }
        return degrees.last { $0.from.map { Double($0) <= number } ?? ($0.id == degrees.first?.id) }?.id
    }

    /// Whether somebody who was born on a day is asked for it on another one.
    public func isAsked(bornOn birth: CalendarDate, on day: CalendarDate) -> Bool {
        (beginAge.map { birth.adding($0) <= day } ?? true) && (endAge.map { day < birth.adding($0) } ?? true)
    }

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        species = try object.required("species").strings()
        let topicNode = try object.required("topic")
        guard let topic = Topic(rawValue: try topicNode.string()) else {
            throw topicNode.fault(.notOneOf, ["names": Topic.allCases.map(\.rawValue).joined(separator: ", ")])
        }
        self.topic = topic
        (beginAge, endAge) = (try object.period("from"), try object.period("until"))
        names = try LocalizedText(try object.required("names"))
        implies = try object.strings("implies")
        degrees = try object.array("degrees").map { (node) throws(DataFault) in try Degree(node, sources: sources) }
        isDated = try object.bool("dated", default: false)
        after = try object.period("after")
        aftermath = try object.array("then").map { (node) throws(DataFault) in try Aftermath(node) }
        timing = try Timing(&object, sources: sources)
        test = try object.optional("test").map { (node) throws(DataFault) in try LocalizedText(node) }
        testAfter = try object.period("testAfter")
        try object.finish()
        let ids = degrees.map(\.id)
        guard Set(ids).count == ids.count else { throw node.fault(.degreeTwice) }
        let numbers = degrees.compactMap(\.from)
        guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else {
            throw node.fault(.fallingDegrees)
        }
    }
}

extension Observation.Degree {
    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        names = try LocalizedText(try object.required("names"))
        from = try object.optionalInteger("from")
        implies = try object.strings("implies")
        timing = try Observation.Timing(&object, sources: sources)
        try object.finish()
    }
}

extension Observation.Aftermath {
    init(_ node: DataNode) throws(DataFault) {
        var object = try node.object()
        (id, length) = (try object.required("id").slug(), try object.period("for"))
        try object.finish()
    }
}

extension Observation.Timing {
    /// `timing: ask` with what belongs to it; nil where there is none.
    init?(_ object: inout DataObject, sources: [String: String]) throws(DataFault) {
        guard let node = object.optional("timing") else { return nil }
        guard try node.string() == "ask" else { throw node.fault(.notOneOf, ["names": "ask"]) }
        (length, past) = (try object.period("for"), try object.period("past"))
        except = try object.strings("except")
        title = try object.optional("title").map { (node) throws(DataFault) in try LocalizedText(node) }
        provenance = try Provenance(&object, sources: sources)
    }
}
