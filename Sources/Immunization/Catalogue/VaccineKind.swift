/// A composition, whoever makes it: 'six-in-one', 'pneumococcal conjugate, 20 serotypes', 'dog SHPPi'.
struct VaccineKind: Sendable, Hashable, Identifiable {
    let id: String
    let names: LocalizedText
    let synonyms: LocalizedWords
    /// What is above a column of a booklet for it, besides the names of its diseases.
    let headings: [String]
    let species: String
    let targets: [String]
    /// The days on which it counts for a target, half-open, where it didn't or doesn't always.
    let contentDates: [String: ContentDates]
    let isLive: Bool
    let isPassive: Bool
    let isOral: Bool
    let codes: [Code]
    let provenance: Provenance

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        names = try LocalizedText(try object.required("names"))
        synonyms = try LocalizedWords(object.optional("synonyms"))
        headings = try object.strings("headings")
        species = try object.required("species").slug()
        let contents = try object.required("targets").array().map { (node) throws(DataFault) in
            try ContentDates.target(node)
        }
        targets = contents.map(\.target)
        contentDates = Dictionary(
            contents.compactMap { one in one.dates.map { (one.target, $0) } }, uniquingKeysWith: { first, _ in first })
        isLive = try object.bool("live", default: false)
        isPassive = try object.bool("passive", default: false)
        isOral = try object.bool("oral", default: false)
        codes = try Code.list(object.optional("codes"))
        provenance = try Provenance(&object, sources: sources)
        try object.finish()
        guard !targets.isEmpty else { throw node.fault(.noTargets) }
        guard Set(targets).count == targets.count else { throw node.fault(.targetTwice) }
        guard !(isLive && isPassive) else { throw node.fault(.liveAndPassive) }
    }
}
