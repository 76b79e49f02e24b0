/// One record that differs between two releases.
public struct CatalogueChange: Sendable, Hashable {
    /// What has become of a record.
    public enum Kind: String, Sendable, CaseIterable {
        /// It is new.
        case added
        /// It is gone.
        case removed
        /// It says something else.
        case changed
    }

    /// One value of a record, before and after, as JSON; nil where it isn't there.
    public struct Field: Sendable, Hashable {
        /// Where in the record it is: `status`, `doses[1].ages[0].minimum`.
        public let key: String
        /// What it said.
        public let old: String?
        /// What it says now.
        public let new: String?
    }

    /// The list that the record is in: `targets`, `vaccines`, or a schedule's id.
    public let section: String

    /// The record's id; empty for what a schedule says of itself.
    public let id: String

    /// What has become of it.
    public let kind: Kind

    /// The values that differ, in the order of their places; none for records that are new or gone.
    public let fields: [Field]

    /// The change in a line: `vaccines: comirnaty: status: "in use" -> "withdrawn"`.
    public var description: String {
        let place = id.isEmpty ? section : "\(section): \(id)"
        guard kind == .changed else { return "\(place): \(kind.rawValue)" }
        let details = fields.map { "\($0.key): \($0.old ?? "nothing") -> \($0.new ?? "nothing")" }
        return "\(place): \(details.joined(separator: "; "))"
    }
}

extension CatalogueRelease {
    /// What differs between an older release and this one: by section, then by id.
    public func changes(since old: CatalogueRelease) -> [CatalogueChange] {
        let (before, after) = (old.records(missingIn: self), records(missingIn: old))
        return Set(before.keys).union(after.keys).sorted().flatMap { section in
            Self.changes(section, from: before[section] ?? [:], to: after[section] ?? [:])
        }
    }

    private typealias Record = [String: String]

    private static func changes(_ section: String, from old: [String: Record], to new: [String: Record])
        -> [CatalogueChange]
    {
        Set(old.keys).union(new.keys).sorted().compactMap { id in
            guard let before = old[id] else {
                return CatalogueChange(section: section, id: id, kind: .added, fields: [])
            }
            guard let after = new[id] else {
                return CatalogueChange(section: section, id: id, kind: .removed, fields: [])
            }
            let keys = Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }
            guard !keys.isEmpty else { return nil }
            let fields = keys.map { CatalogueChange.Field(key: $0, old: before[$0], new: after[$0]) }
            return CatalogueChange(section: section, id: id, kind: .changed, fields: fields)
        }
    }

    /// Every record of every file that another release lacks, or has otherwise, as the text of its keys' values, by
    /// section and id.
    private func records(missingIn other: CatalogueRelease) -> [String: [String: Record]] {
        var records: [String: [String: Record]] = [:]
        for (name, bytes) in files where bytes != other.files[name] {
            guard let root = try? DataNode(json: bytes, file: name), case .object(let members) = root.value else {
                continue
            }
            let schedule = name.hasPrefix(Self.scheduleFolder) ? members.first { $0.key == "id" }?.node.plainText : nil
            if let schedule {
                let own = members.filter { $0.key != "series" && $0.key != "$schema" }
                records[schedule, default: [:]][""] = Self.record(own)
            }
            for (key, node) in members {
                guard case .array(let rows) = node.value, schedule == nil || key == "series" else { continue }
                for row in rows {
                    guard case .object(let fields) = row.value, let id = fields.first(where: { $0.key == "id" }) else {
                        continue
                    }
                    records[schedule ?? key, default: [:]][id.node.plainText] = Self.record(fields)
                }
            }
        }
        return records
    }

    private static func record(_ members: [(key: String, node: DataNode)]) -> Record {
        var record: Record = [:]
        for (key, node) in members { node.collectLeaves(at: key, into: &record) }
        return record
    }
}

extension DataNode {
    /// The text itself where the value is text, else its JSON.
    fileprivate var plainText: String {
        if case .string(let text) = value { text } else { compactJSON }
    }

    /// Notes every value without parts by its place; a list of such values counts as one.
    fileprivate func collectLeaves(at place: String, into leaves: inout [String: String]) {
        switch value {
        case .object(let members) where !members.isEmpty:
            for (key, node) in members { node.collectLeaves(at: "\(place).\(key)", into: &leaves) }
        case .array(let nodes) where nodes.contains(where: \.hasParts):
            for (index, node) in nodes.enumerated() { node.collectLeaves(at: "\(place)[\(index)]", into: &leaves) }
        default: leaves[place] = compactJSON
        }
    }

    private var hasParts: Bool {
        switch value {
        case .array, .object: true
        default: false
        }
    }

    /// The value as JSON in one line, keys sorted, for people to compare.
    var compactJSON: String {
        switch value {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let text): text
        case .string(let text): "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        case .array(let nodes): "[" + nodes.map(\.compactJSON).joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.node.compactJSON)" }
                .joined(separator: ", ") + "}"
        }
    }
}
