import BoundedJSON

extension FHIRResource {
    /// Notes where a resource is not as small and plain as cards ask for; none of it changes what the card says.
    ///
    /// <https://spec.smarthealth.cards/#health-cards-are-small>
    func noteStyle(_ notes: inout FHIRNotes) {
        for name in ["id", "text"] where json[name] != nil { notes.find(.unneededElement, "\(path).\(name)") }
        noteMeta(&notes)
        for name in ["location", "patient", "subject"] {
            guard let reference = json[name] else { continue }
            if reference.members == nil { notes.find(.wrongType, "\(path).\(name)") }
        }
        var trail = [path]
        noteValues(json, &trail, &notes)
    }

    /// `meta` may only say how sure the issuer is of the holder's identity, as `security` labels.
    private func noteMeta(_ notes: inout FHIRNotes) {
        guard let meta = json["meta"] else { return }
        guard let members = meta.members else { return notes.find(.wrongType, path + ".meta") }
        guard let security = members["security"] else { return notes.find(.metaNotSecurity, path + ".meta") }
        if members.count > 1 { notes.find(.metaExtraKey, path + ".meta") }
        let labels = security.elements ?? []
        if labels.isEmpty || !labels.allSatisfy({ $0["code"]?.text?.isEmpty == false }) {
            notes.find(.metaSecurityInvalid, path + ".meta.security")
        }
    }

    /// Goes through every value below; the depth is bounded by the JSON reader.
    ///
    /// - Parameter trail: the way to the value, put together only where there is something to note: names come from
    ///   outside, and may be long.
    private func noteValues(_ value: JSONValue, _ trail: inout [String], _ notes: inout FHIRNotes) {
        switch value {
        case .string(""), .array([]), .object([:]), .null: notes.find(.emptyValue, Self.path(trail))
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                trail.append("[\(index)]")
                noteValues(element, &trail, &notes)
                trail.removeLast()
            }
        case .object(let members):
            noteMembers(members, trail, &notes)
            for (name, member) in members.sorted(by: { $0.name < $1.name }) where name != "meta" {
                trail.append(name)
                noteValues(member, &trail, &notes)
                trail.removeLast()
            }
        default: break
        }
    }

    private func noteMembers(_ members: JSONObject, _ trail: [String], _ notes: inout FHIRNotes) {
        if let reference = members["reference"]?.text, !FHIRBundleContents.isShort(reference) {
            notes.find(.referenceNotShort, Self.path(trail) + ".reference")
        }
        if members["code"] != nil, members["system"] != nil, members["display"] != nil {
            notes.find(.unneededElement, Self.path(trail) + ".display")
        }
        if members["coding"] != nil, members["text"] != nil {
            notes.find(.unneededElement, Self.path(trail) + ".text")
        }
    }

    private static func path(_ trail: [String]) -> String {
        trail.dropFirst().reduce(trail.first ?? "") { path, name in
            path + (name.hasPrefix("[") ? name : "." + name.prefix(40))
        }
    }
}
