/// How much JSON is read before it is refused.
public struct JSONLimits: Sendable, Hashable {
    /// The largest text, in bytes.
    public var bytes: Int
    /// How many values one text may hold, nested ones counted.
    public var values: Int
    /// How deep arrays and objects may nest.
    public var depth: Int
    /// How many names one object may have.
    public var names: Int
    /// Whether a duplicate name in an object is refused; else the last one counts, as in JavaScript.
    public var refusesDuplicateNames: Bool

    /// Sets limits; the defaults fit a rule bundle or a health card (8 MiB, 200,000 values, depth 128).
    public init(
        bytes: Int = 8 << 20, values: Int = 200_000, depth: Int = 128, refusesDuplicateNames: Bool = true,
        names: Int = .max
    ) {
        self.bytes = bytes
        self.values = values
        self.depth = depth
        self.names = names
        self.refusesDuplicateNames = refusesDuplicateNames
    }

    /// The limits for texts of usual size.
    public static let standard = JSONLimits()
}
