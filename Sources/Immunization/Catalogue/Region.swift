/// A part of a country that rules ask for: a state (ISO 3166-2), or a district at risk within one.
public struct Region: Sendable, Hashable, Identifiable {
    /// The ISO 3166-2 code, and for a district our own name after it: `DE-BY`, `DE-BY-altoetting`.
    public let id: String

    /// Its name in its own language.
    public let name: String

    /// The region that it is a part of, or the country, ISO 3166-1 alpha-2.
    public let parent: String

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        id = try object.string("id")
        name = try object.string("name")
        parent = try object.string("in")
        for source in try object.array("sources") where sources[try source.string()] == nil {
            throw source.fault(.unknownSource)
        }
        try object.finish()
        guard id.hasPrefix(parent + "-"), id.utf8.count <= 64 else {
            throw node.fault(.idOutsideParent)
        }
    }
}
