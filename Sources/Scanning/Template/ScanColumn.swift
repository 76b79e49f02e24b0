import BoundedJSON

/// A region in each row of a page's table.
package struct ScanColumn: Sendable, Hashable {
    package let name: String
    package let type: RegionType
    package let left: Double
    package let width: Double
    /// What is printed above it.
    package let heading: String?
    package let rules: RegionRules

    package init(
        name: String, type: RegionType, left: Double, width: Double, heading: String? = nil,
        rules: RegionRules = RegionRules()
    ) {
        (self.name, self.type, self.left, self.width) = (name, type, left, width)
        (self.heading, self.rules) = (heading, rules)
    }

    init(_ json: JSONValue) throws(ScanTemplateError) {
        let name = try ScanTemplateError.name(json["name"])
        guard let type = json["type"]?.text.flatMap(RegionType.init) else {
            throw ScanTemplateError(.unknownType, name)
        }
        guard let left = json["left"]?.floatingPoint, let width = json["width"]?.floatingPoint else {
            throw ScanTemplateError(.shape, name)
        }
        self.init(
            name: name, type: type, left: left, width: width,
            heading: try json["heading"].map { json throws(ScanTemplateError) in
                try ScanTemplateError.name(json, of: name)
            },
            rules: try RegionRules(json, region: name))
    }

    /// As a template writes it.
    var json: JSONValue {
        let members: [(String, JSONValue?)] = [
            ("name", .string(name)), ("type", .string(type.written)), ("left", .number(left)),
            ("width", .number(width)), ("heading", JSONValue(heading)),
        ]
        return .object(JSONObject(present: members + rules.members))
    }
}
