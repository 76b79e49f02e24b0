import BoundedJSON

/// An element of FHIR's XML while it is read: what it holds, by the names that JSON has for it.
struct FHIRElement {
    /// What stands for one element in JSON: the value of a primitive, or an object; and what a primitive has beside it.
    private struct Item {
        var value: JSONValue?
        var beside: JSONValue?
    }

    let name: String
    private let isResource: Bool
    private let parent: String
    private let text: String?
    private var members: [(name: String, items: [Item])] = []
    private var places: [String: Int] = [:]
    /// The resources in a wrapper.
    private var resources: [JSONValue] = []

    init(_ name: String, _ attributes: [String: String], in parent: FHIRElement?) {
        self.name = name
        self.parent = parent?.name ?? ""
        isResource = parent.map(\.isWrapper) ?? true
        text = attributes["value"]
        for key in ["id", "url"] {
            if let value = attributes[key] { add(key, Item(value: .string(value))) }
        }
    }

    /// Whether its children are resources.
    private var isWrapper: Bool { !isResource && (name == "resource" || name == "contained") }

    /// The object of a resource.
    var resource: JSONValue { .object(object(["resourceType": .string(name)])) }

    /// Takes a child that ended; false where a wrapper holds another thing than one resource.
    mutating func take(_ child: FHIRElement) -> Bool {
        if child.isResource {
            resources.append(child.resource)
            return resources.count == 1
        }
        if child.isWrapper {
            guard let resource = child.resources.first else { return false }
            add(child.name, Item(value: resource))
        } else if let text = child.text {
            add(child.name, Item(value: child.scalar(text), beside: child.members.isEmpty ? nil : child.plain))
        } else if !child.members.isEmpty {
            // A primitive with only something beside its value, such as why it is absent.
            let isPrimitive = FHIRNames.isPrimitive(child.name) && child.members.allSatisfy { $0.name == "extension" }
            add(child.name, isPrimitive ? Item(beside: child.plain) : Item(value: child.plain))
        }
        return true
    }

    private mutating func add(_ name: String, _ item: Item) {
        if let place = places[name] {
            members[place].items.append(item)
        } else {
            places[name] = members.count
            members.append((name, [item]))
        }
    }

    private var plain: JSONValue { .object(object([:])) }

    private func object(_ head: JSONObject) -> JSONObject {
        var pairs: [(String, JSONValue?)] = head.map { ($0.name, $0.value) }
        for (name, items) in members {
            let isList = items.count > 1 || FHIRNames.repeats(name, in: self.name)
            pairs.append((name, Self.value(items.map(\.value), isList)))
            pairs.append(("_" + name, Self.value(items.map(\.beside), isList)))
        }
        return JSONObject(present: pairs)
    }

    private static func value(_ values: [JSONValue?], _ isList: Bool) -> JSONValue? {
        guard isList else { return values.first ?? nil }
        return values.allSatisfy { $0 == nil } ? nil : .array(values.map { $0 ?? .null })
    }

    /// The value as JSON has it: numbers and truths are none of texts.
    private func scalar(_ text: String) -> JSONValue {
        if FHIRNames.isBoolean(name), text == "true" || text == "false" { return .bool(text == "true") }
        guard FHIRNames.isNumber(name, in: parent), let number = try? JSONValue(parsing: text.prefix(100).utf8),
            number.floatingPoint != nil
        else { return .string(text) }
        return number
    }
}

/// What JSON has to know of an element that XML doesn't say: whether it is a list, a number, a truth.
///
/// Of the resources that are read here and what they refer to. <https://hl7.org/fhir/R4/resourcelist.html>
enum FHIRNames {
    /// Whether an element is a list even if there is only one.
    static func repeats(_ name: String, in parent: String) -> Bool {
        anywhere.contains(name) || lists[parent]?.contains(name) == true
    }

    /// Whether it is a primitive, as far as its name tells.
    static func isPrimitive(_ name: String) -> Bool {
        primitives.contains(name)
            || choices.contains { choice in
                name.hasPrefix(choice) && suffixes.contains(String(name.dropFirst(choice.count)))
            }
    }

    static func isBoolean(_ name: String) -> Bool { name.hasSuffix("Boolean") || booleans.contains(name) }

    static func isNumber(_ name: String, in parent: String) -> Bool {
        if name == "value" { return parent.hasSuffix("Quantity") || ["low", "high", "numerator"].contains(parent) }
        return ["PositiveInt", "UnsignedInt", "Integer", "Decimal"].contains { name.hasSuffix($0) }
            || name == "rank" || name == "total"
    }

    private static let anywhere: Set = [
        "extension", "modifierExtension", "contained", "coding", "given", "prefix", "suffix", "line", "profile",
        "security", "tag",
    ]

    private static let lists: [String: Set<String>] = [
        "Bundle": ["entry", "link"], "entry": ["link"],
        "Composition": ["category", "author", "attester", "relatesTo", "event", "section"],
        "section": ["author", "entry", "section"],
        "Patient": [
            "identifier", "name", "telecom", "address", "photo", "contact", "communication", "generalPractitioner",
            "link",
        ],
        "Practitioner": [
            "identifier", "name", "telecom", "address", "photo", "qualification", "communication",
        ],
        "PractitionerRole": [
            "identifier", "code", "specialty", "location", "healthcareService", "telecom", "availableTime",
            "notAvailable", "endpoint",
        ],
        "Organization": ["identifier", "type", "alias", "telecom", "address", "contact", "endpoint"],
        "Location": ["identifier", "alias", "type", "telecom", "hoursOfOperation", "endpoint"],
        "Immunization": [
            "identifier", "performer", "note", "reasonCode", "reasonReference", "subpotentReason", "education",
            "programEligibility", "reaction", "protocolApplied",
        ],
        "protocolApplied": ["targetDisease"],
        "Observation": [
            "identifier", "basedOn", "partOf", "category", "focus", "performer", "interpretation", "note",
            "referenceRange", "hasMember", "derivedFrom", "component",
        ],
        "component": ["interpretation", "referenceRange"],
        "Condition": ["identifier", "category", "bodySite", "stage", "evidence", "note"],
        "Provenance": ["target", "policy", "reason", "agent", "entity", "signature"], "agent": ["role"],
        "signature": ["type"],
    ]

    private static let booleans: Set = ["primarySource", "isSubpotent", "active", "userSelected", "preferred"]

    /// Elements that may be of several types, which their names end with.
    private static let choices = [
        "value", "onset", "abatement", "occurrence", "effective", "doseNumber", "seriesDoses", "deceased",
        "multipleBirth",
    ]

    private static let suffixes: Set = [
        "String", "DateTime", "Date", "Boolean", "Integer", "PositiveInt", "UnsignedInt", "Decimal", "Code", "Uri",
        "Url",
        "Canonical", "Instant", "Time", "Oid", "Uuid", "Id", "Markdown", "Base64Binary",
    ]

    private static let primitives: Set = [
        "birthDate", "gender", "family", "given", "prefix", "suffix", "line", "city", "country", "postalCode",
        "lotNumber",
        "recorded", "issued", "reference", "display", "system", "version", "status", "date", "title",
        "language", "use", "timestamp", "fullUrl", "primarySource", "value",
    ]
}
