/// What codes of other systems stand for that no record has as its own: a kind of vaccine, diseases, or something told.
///
/// A code that several kinds of vaccine could be of stands for what all of them are against.
public struct CodeMeaning: Sendable, Hashable, Identifiable {
    /// A stable, readable id.
    public let id: String

    /// The codes that mean the same.
    public let codes: [Code]

    /// The id of the kind of vaccine that they stand for; nil for none.
    public let kind: String?

    /// The ids of the disease targets that they stand for; empty where there is a kind, or something told.
    public let targets: [String]

    /// The id of the observation that holds of whoever had the disease, or tested positive; nil for none.
    public let observation: String?

    /// Where the record comes from.
    public let provenance: Provenance

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        codes = try Code.list(try object.required("codes"))
        guard !codes.isEmpty else { throw node.fault(.empty) }
        kind = try object.optional("kind").map { (node) throws(DataFault) in try node.slug() }
        targets = try object.strings("targets")
        observation = try object.optional("observation").map { (node) throws(DataFault) in try node.slug() }
        provenance = try Provenance(&object, sources: sources)
        try object.finish()
        guard Set(targets).count == targets.count else { throw node.fault(.targetTwice) }
        guard [kind != nil, !targets.isEmpty, observation != nil].count(where: \.self) == 1 else {
            throw node.fault(.notOneOf, ["names": "kind, targets, observation"])
        }
    }
}
