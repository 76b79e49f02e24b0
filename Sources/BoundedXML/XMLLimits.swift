/// How much XML is read before it is refused, and how strictly.
package struct XMLLimits: Sendable, Hashable {
    /// The largest text, in bytes.
    package var bytes: Int
    /// How many elements and attributes one text may hold.
    package var nodes: Int
    /// How deep elements may nest.
    package var depth: Int
    /// Whether a reference that XML doesn't know by itself, such as `&Uuml;`, stays as it was written; else it is refused.
    package var keepsUnknownReferences: Bool

    package init(
        bytes: Int = 8 << 20, nodes: Int = 200_000, depth: Int = 64, keepsUnknownReferences: Bool = false
    ) {
        (self.bytes, self.nodes, self.depth) = (bytes, nodes, depth)
        self.keepsUnknownReferences = keepsUnknownReferences
    }
}
