/// A map whose pairs keep the order they were written in; no key is there twice.
public struct CBORMap: Sendable {
    /// One key with its value.
    public struct Pair: Sendable, Hashable {
        /// The key: a number, a string or a simple value, tagged or not.
        public let key: CBOR
        /// The value.
        public let value: CBOR

        /// Makes a pair.
        public init(_ key: CBOR, _ value: CBOR) {
            self.key = key
            self.value = value
        }
    }

    /// The pairs in written order.
    public let pairs: [Pair]

    /// Makes a map.
    ///
    /// A key that is an array or a map is refused: no certificate has one, and comparing nested ones would take a time
    /// that doubles with each level.
    ///
    /// - Throws: ``CBORError`` `duplicateKey` when two keys are equal (RFC 8949 section 5.6),
    ///   `unsupported` when a key is an array or a map.
    public init(_ pairs: [Pair]) throws(CBORError) {
        guard !pairs.contains(where: { $0.key.isContainer }) else {
            throw CBORError(.unsupported, "a key of a map is itself an array or a map")
        }
        guard !Self.hasDuplicateKeys(pairs) else {
            throw CBORError(.duplicateKey, "a map has the same key twice")
        }
        self.pairs = pairs
    }

    /// Makes a map of pairs whose keys are known to differ.
    package init(distinct pairs: [Pair]) { self.pairs = pairs }

    /// An empty map.
    public init() { pairs = [] }

    /// The value under a text key.
    public subscript(_ key: String) -> CBOR? {
        for pair in pairs {
            if case .text(let text) = pair.key, text == key { return pair.value }
        }
        return nil
    }

    /// The value under an integer key.
    public subscript(_ key: Int64) -> CBOR? {
        for pair in pairs {
            if case .integer(key) = pair.key { return pair.value }
        }
        return nil
    }

    /// Whether the map has no pairs.
    public var isEmpty: Bool { pairs.isEmpty }

    private static func hasDuplicateKeys(_ pairs: [Pair]) -> Bool {
        // Maps in certificates are small: comparing each with each beats hashing; hostile ones are not.
        guard pairs.count <= 16 else { return Set(pairs.map(\.key)).count != pairs.count }
        for (index, pair) in pairs.enumerated() {
            for earlier in pairs[..<index] where earlier.key == pair.key { return true }
        }
        return false
    }
}

extension CBORMap: Hashable {
    /// Compares the pairs without regard to their order.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.pairs.count == right.pairs.count else { return false }
        let values = Dictionary(right.pairs.map { ($0.key, $0.value) }) { first, _ in first }
        return left.pairs.allSatisfy { values[$0.key] == $0.value }
    }

    /// Hashes the keys so that their order does not count; each level is looked at once.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(Set(pairs.map(\.key)))
    }
}

extension CBOR {
    /// Whether the item, without its tags, holds other items.
    fileprivate var isContainer: Bool {
        switch untagged {
        case .array, .map: true
        default: false
        }
    }
}
