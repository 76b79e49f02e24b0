/// Who makes or markets a vaccine.
public struct Manufacturer: Sendable, Hashable, Identifiable {
    /// A stable, readable id.
    public let id: String

    /// The name as packages have it.
    public let name: String

    /// Other names that people know it by, such as `GSK`.
    public let aliases: [String]

    /// Its codes in EMA's list of organisations and the EU value set.
    public let codes: [Code]

    /// Where the record comes from.
    public let provenance: Provenance

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        name = try object.string("name")
        aliases = try object.optional("aliases")?.words() ?? []
        codes = try Code.list(object.optional("codes"))
        provenance = try Provenance(&object, sources: sources)
        try object.finish()
    }
}
