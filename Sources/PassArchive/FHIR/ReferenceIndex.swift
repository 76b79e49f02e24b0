import BoundedJSON

/// Finds what a reference means inside a bundle. <https://hl7.org/fhir/R4/bundle.html#references>
struct ReferenceIndex {
    private var entries: [String: Int] = [:]
    private let resources: [JSONValue]

    init(_ bundle: [(url: String?, resource: JSONValue)]) {
        resources = bundle.map(\.resource)
        for (index, entry) in bundle.enumerated() {
            if let type = entry.resource["resourceType"]?.text, let id = entry.resource["id"]?.text {
                entries["\(type)/\(id)"] = index
            }
            if let url = entry.url { entries[url] = index }
        }
    }

    /// The bundle's entry that a reference names: by its full URL, or by type and id.
    func entry(of reference: JSONValue?, from resource: JSONValue) -> Int? {
        guard let text = reference?["reference"]?.text else { return nil }
        if let entry = entries[text] { return entry }
        // A version of it is the same resource.
        let parts = text.split(separator: "/")
        let plain = parts.dropLast().last == "_history" ? parts.dropLast(2) : parts[...]
        return entries[plain.joined(separator: "/")] ?? entries[plain.suffix(2).joined(separator: "/")]
    }

    /// The resource that a reference names, contained ones too.
    func resource(_ reference: JSONValue?, from resource: JSONValue) -> JSONValue? {
        guard let text = reference?["reference"]?.text else { return nil }
        if text.hasPrefix("#") {
            return resource["contained"]?.elements?.first { $0["id"]?.text == String(text.dropFirst()) }
        }
        return entry(of: reference, from: resource).map { resources[$0] }
    }
}
