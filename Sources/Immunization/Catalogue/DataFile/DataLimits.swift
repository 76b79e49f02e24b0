/// How large and how deep a data file may be.
public struct DataLimits: Sendable {
    /// The most bytes a file may have.
    public let bytes: Int

    /// How deep arrays and objects may be nested.
    public let depth: Int

    /// The most values a file may hold, nested ones counted.
    public let values: Int

    /// Limits of a file; 4 MiB, 32 levels and a million values hold every file we ship many times over.
    public init(bytes: Int = 4 << 20, depth: Int = 32, values: Int = 1_000_000) {
        (self.bytes, self.depth, self.values) = (bytes, depth, values)
    }
}
