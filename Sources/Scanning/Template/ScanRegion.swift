import BoundedJSON

/// A region that is on a page once.
package struct ScanRegion: Sendable, Hashable {
    package let name: String
    package let type: RegionType
    package let box: RegionBox
    package let rules: RegionRules

    package init(name: String, type: RegionType, box: RegionBox, rules: RegionRules = RegionRules()) {
        (self.name, self.type, self.box, self.rules) = (name, type, box, rules)
    }

    init(_ json: JSONValue) throws(ScanTemplateError) {
        let name = try ScanTemplateError.name(json["name"])
        guard let type = json["type"]?.text.flatMap(RegionType.init) else {
            throw ScanTemplateError(.unknownType, name)
        }
        var sides: [Double] = []
        for side in ["left", "top", "width", "height"] {
            guard let number = json[side]?.floatingPoint else { throw ScanTemplateError(.shape, name) }
            sides.append(number)
        }
        guard let box = RegionBox(left: sides[0], top: sides[1], width: sides[2], height: sides[3]) else {
            throw ScanTemplateError(.outsidePage, name)
        }
        self.init(name: name, type: type, box: box, rules: try RegionRules(json, region: name))
    }

    /// As a template writes it.
    var json: JSONValue {
        let members: [(String, JSONValue?)] = [
            ("name", .string(name)), ("type", .string(type.written)), ("left", .number(box.left)),
            ("top", .number(box.top)), ("width", .number(box.width)), ("height", .number(box.height)),
        ]
        return .object(JSONObject(present: members + rules.members))
    }
}
