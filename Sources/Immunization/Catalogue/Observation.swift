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
    }

    /// The code that schedules use: `chronic-disease`.
    public let id: String

    /// The species it is for.
    public let species: [String]

    /// What it is about.
    public let topic: Topic

    /// Its names, as they stand beside a checkbox.
    public let names: LocalizedText

    init(_ node: DataNode) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        species = try object.required("species").strings()
        let topicNode = try object.required("topic")
        guard let topic = Topic(rawValue: try topicNode.string()) else {
            throw topicNode.fault("should be one of " + Topic.allCases.map(\.rawValue).joined(separator: ", "))
        }
        self.topic = topic
        names = try LocalizedText(try object.required("names"))
        try object.finish()
    }
}
