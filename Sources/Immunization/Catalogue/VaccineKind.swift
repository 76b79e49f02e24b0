/// A composition, whoever makes it: 'six-in-one', 'pneumococcal conjugate, 20 serotypes', 'dog SHPPi'.
struct VaccineKind: Sendable, Hashable, Identifiable {
    let id: String
    let names: LocalizedText
    let species: String
    let targets: [String]
    let isLive: Bool
    let isPassive: Bool
    let codes: [Code]
    let provenance: Provenance

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        names = try LocalizedText(try object.required("names"))
        species = try object.required("species").slug()
        targets = try object.required("targets").strings()
        isLive = try object.bool("live", default: false)
        isPassive = try object.bool("passive", default: false)
        codes = try Code.list(object.optional("codes"))
        provenance = try Provenance(&object, sources: sources)
        try object.finish()
        guard !targets.isEmpty else { throw node.fault("protects against nothing") }
        guard Set(targets).count == targets.count else { throw node.fault("has a target twice") }
        guard !(isLive && isPassive) else { throw node.fault("is both live and passive") }
    }
}
