/// How large and how deep a data file may be.
public struct DataLimits: Sendable {
    /// The most bytes a file may have.
    public let bytes: Int

    /// The most arrays and objects that may stand inside each other.
    public let depth: Int

    /// Limits of a file; 4 MiB and 32 levels hold every file we ship many times over.
    public init(bytes: Int = 4 << 20, depth: Int = 32) {
        self.bytes = bytes
        self.depth = depth
    }
}
