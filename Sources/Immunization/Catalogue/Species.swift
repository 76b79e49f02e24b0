public import CivilDates

/// Who can hold a pass: a person, a dog, a cat; others are added by data.
public struct Species: Sendable, Hashable, Identifiable {
    /// The id of people, whom rules tell from every other species: they have doctors, jobs and laws.
    public static let person = "person"

    /// The species' id, such as `person`.
    public let id: String

    /// What the JSON record of the two public routes calls it: `human`, `dog`, `cat`.
    public let recordType: String

    /// One emoji that stands for it.
    public let emoji: String

    /// The age that none has passed; nil: it isn't asked.
    public let oldest: CalendarPeriod?

    /// Its names.
    public let names: LocalizedText

    init(_ node: DataNode) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        recordType = try object.string("recordType")
        emoji = try object.string("emoji")
        oldest = try object.period("oldest")
        names = try LocalizedText(try object.required("names"))
        try object.finish()
    }
}
