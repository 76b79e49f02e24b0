/// What codes of other systems mean: a kind of vaccine, diseases, something told, or no dose that a pass could hold.
///
/// A code that several kinds of vaccine could be of stands for what all of them are against.
public struct CodeMeaning: Sendable, Hashable, Identifiable {
    /// A stable, readable id.
    public let id: String

    /// Why a code of a vaccine gives no dose.
    public enum NoDose: String, Sendable, CaseIterable {
        /// It says that nothing was given.
        case notGiven = "not-given"
        /// It doesn't say what was given.
        case notSaid = "not-said"
        /// What was given is no vaccine, such as a skin test.
        case noVaccine = "no-vaccine"
        /// It is against a disease that the catalogue doesn't have.
        case otherDisease = "other-disease"
        /// It is an antibody that no kind is for.
        case antibody
    }

    /// The codes that mean the same.
    public let codes: [Code]

    /// The id of the kind of vaccine that they stand for; nil for none.
    public let kind: String?

    /// The ids of the disease targets that they stand for; empty where there is a kind, or something told.
    public let targets: [String]

    /// The id of the observation that holds of whoever had the disease, or tested positive; nil for none.
    public let observation: String?

    /// Why it gives no dose; nil where it may give one.
    public let refusal: NoDose?

    /// What the system calls it, where the file says so.
    public let name: String?

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
        name = try object.optionalString("name")
        refusal = try Self.refusal(&object)
        provenance = try Provenance(&object, sources: sources)
        try object.finish()
        guard Set(targets).count == targets.count else { throw node.fault(.targetTwice) }
        guard [kind != nil, !targets.isEmpty, observation != nil, refusal != nil].count(where: \.self) == 1 else {
            throw node.fault(.notOneOf, ["names": "kind, targets, observation, passive, reason"])
        }
    }

    /// `passive`, or a `reason`.
    private static func refusal(_ object: inout DataObject) throws(DataFault) -> NoDose? {
        let isPassive = try object.bool("passive", default: false)
        guard let node = object.optional("reason") else { return isPassive ? .antibody : nil }
        let known = NoDose.allCases.filter { $0 != .antibody }
        guard !isPassive, let reason = known.first(where: { $0.rawValue == (try? node.string()) }) else {
            throw node.fault(.notOneOf, ["names": known.map(\.rawValue).joined(separator: ", ")])
        }
        return reason
    }
}
