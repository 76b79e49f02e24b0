/// An object of a data file that is read key by key and then asked whether a key was left unread.
public struct DataObject: Sendable {
    /// The object's node, for faults.
    public let node: DataNode

    /// The object's members in the file's order.
    public let members: [(key: String, node: DataNode)]

    private var unread: Set<String>

    init(node: DataNode, members: [(key: String, node: DataNode)]) {
        self.node = node
        self.members = members
        unread = Set(members.map(\.key))
        unread.remove("$schema")
    }

    /// The value of a key, nil when the key is missing or its value is `null`.
    public mutating func optional(_ key: String) -> DataNode? {
        unread.remove(key)
        guard let found = members.first(where: { $0.key == key })?.node, !found.isNull else { return nil }
        return found
    }

    /// The value of a key that has to be there.
    public mutating func required(_ key: String) throws(DataFault) -> DataNode {
        guard let found = optional(key) else { throw node.fault(.lacksKey, ["name": key]) }
        return found
    }

    /// A key's text.
    public mutating func string(_ key: String) throws(DataFault) -> String {
        try required(key).string()
    }

    /// A key's text, nil when it is missing.
    public mutating func optionalString(_ key: String) throws(DataFault) -> String? {
        try optional(key)?.string()
    }

    /// A key's whole number.
    public mutating func integer(_ key: String) throws(DataFault) -> Int {
        try required(key).integer()
    }

    /// A key's whole number, nil when it is missing.
    public mutating func optionalInteger(_ key: String) throws(DataFault) -> Int? {
        try optional(key)?.integer()
    }

    /// A key's true or false.
    public mutating func bool(_ key: String, default fallback: Bool) throws(DataFault) -> Bool {
        guard let found = optional(key) else { return fallback }
        return try found.bool()
    }

    /// A key's list; empty when it is missing.
    public mutating func array(_ key: String) throws(DataFault) -> [DataNode] {
        guard let found = optional(key) else { return [] }
        return try found.array()
    }

    /// A key's list of texts; empty when it is missing.
    public mutating func strings(_ key: String) throws(DataFault) -> [String] {
        guard let found = optional(key) else { return [] }
        return try found.strings()
    }

    /// Ends the reading: a key that nobody asked for is a fault at its own line.
    public func finish() throws(DataFault) {
        guard let key = unread.min(), let member = members.first(where: { $0.key == key }) else { return }
        throw member.node.fault(.unknownKey)
    }
}
