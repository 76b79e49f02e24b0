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
        noteValues(json, at: path, &notes)
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
    private func noteValues(_ value: JSONValue, at path: String, _ notes: inout FHIRNotes) {
        switch value {
        case .string(""), .array([]), .object([:]), .null: notes.find(.emptyValue, path)
        case .array(let elements):
            for (index, element) in elements.enumerated() { noteValues(element, at: "\(path)[\(index)]", &notes) }
        case .object(let members):
            if let reference = members["reference"]?.text, !FHIRBundleContents.isShort(reference) {
                notes.find(.referenceNotShort, path + ".reference")
            }
            let isCoding = members["code"] != nil && members["system"] != nil
            if isCoding, members["display"] != nil { notes.find(.unneededElement, path + ".display") }
            if members["coding"] != nil, members["text"] != nil { notes.find(.unneededElement, path + ".text") }
            for (name, member) in members.sorted(by: { $0.key < $1.key }) where name != "meta" {
                noteValues(member, at: "\(path).\(name)", &notes)
            }
        default: break
        }
    }
}
