internal import CBORCoding
import CivilDates

/// Reads members of one payload, and notes each departure from the schema with its path.
struct DCCPayloadReader {
    let rules: SchemaRules
    private(set) var departures: [SchemaViolation] = []

    init(rules: SchemaRules) { self.rules = rules }

    /// Where a member is; put together only when there is something to note.
    struct Place {
        var group: StaticString?
        var index: Int?
        var path: String {
            guard let group else { return "" }
            return index.map { "\(group)[\($0)]." } ?? "\(group)."
        }
    }

    mutating func note(_ problem: SchemaViolation.Kind, at path: String) {
        departures.append(SchemaViolation(path: path, problem: problem))
    }

    /// A text member; a date-time that is tagged as one counts as its text.
    mutating func text(
        _ key: String, in map: CBORMap, at place: Place, required: Bool = true, limit: Int? = nil
    ) -> String? {
        guard let item = map[key] else {
            if required { note(.missing, at: place.path + key) }
            return nil
        }
        guard let text = item.textValue else {
            note(.wrongType, at: place.path + key)
            return nil
        }
        if let limit, text.utf8.count > limit, text.unicodeScalars.count > limit {
            note(.tooLong(limit: limit), at: place.path + key)
        }
        return text
    }

    /// A text member that must be of letters A to Z and `<` only.
    mutating func standardName(_ key: String, in map: CBORMap, at place: Place, required: Bool) -> String? {
        let text = text(key, in: map, at: place, required: required, limit: rules.longestText)
        if let text, !text.utf8.allSatisfy({ (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "<") }) {
            note(.wrongPattern, at: place.path + key)
        }
        return text
    }

    /// A country: the schema asks for no more than one capital letter somewhere in it.
    mutating func country(in map: CBORMap, at place: Place) -> String? {
        let text = text("co", in: map, at: place)
        if let text, !text.utf8.contains(where: { (0x41...0x5A).contains($0) }) {
            note(.wrongPattern, at: place.path + "co")
        }
        return text
    }

    mutating func code(
        _ key: String, _ set: ValueSet.Name, in map: CBORMap, at place: Place, required: Bool = true
    ) -> Coding? {
        text(key, in: map, at: place, required: required).map { Coding(system: set.system(of: $0), code: $0) }
    }

    /// A complete date.
    mutating func date(_ key: String, in map: CBORMap, at place: Place) -> CertificateDate? {
        guard let text = text(key, in: map, at: place) else { return nil }
        let date = CertificateDate(text)
        if date.date?.isExact != true || text.utf8.count != 10 { note(.wrongFormat, at: place.path + key) }
        return date
    }

    /// A moment, as text or as seconds since 1970 under tag 1.
    mutating func moment(_ key: String, in map: CBORMap, at place: Place, required: Bool = true) -> Timestamp? {
        if case .tagged(1, let seconds)? = map[key], let date = CWTClaims.date(seconds) { return Timestamp(date) }
        guard let text = text(key, in: map, at: place, required: required) else { return nil }
        let moment = Timestamp(text)
        if moment.date == nil { note(.wrongFormat, at: place.path + key) }
        return moment
    }

    mutating func dose(_ key: String, in map: CBORMap, at place: Place) -> Int? {
        guard let item = map[key] else {
            note(.missing, at: place.path + key)
            return nil
        }
        guard let value = item.integerValue else {
            note(.wrongType, at: place.path + key)
            return nil
        }
        if value < 1 || value > rules.highestDose ?? .max { note(.outOfRange, at: place.path + key) }
        return item.wholeNumber(in: CBOR.doses)
    }

    /// The entries of one kind, or `nil` when the certificate has none of it.
    mutating func entries(_ group: StaticString, in map: CBORMap) -> [(CBORMap, Place)]? {
        guard let item = map["\(group)"] else { return nil }
        guard let elements = item.arrayValue else {
            note(.wrongType, at: "\(group)")
            return []
        }
        if elements.isEmpty || elements.count > rules.mostEntries ?? .max { note(.wrongCount, at: "\(group)") }
        var entries: [(CBORMap, Place)] = []
        for (index, element) in elements.enumerated() {
            if let entry = element.mapValue {
                entries.append((entry, Place(group: group, index: index)))
            } else {
                note(.wrongType, at: "\(group)[\(index)]")
            }
        }
        return entries
    }
}
