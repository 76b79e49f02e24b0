import BoundedJSON

/// What a template demands of a region's value, where it demands more than its type does.
package struct RegionRules: Sendable, Hashable {
    /// The values of a `choice`.
    package var choices: [String] = []
    /// How a `code` is made: `9` is a digit, `A` a letter, `*` either of them, any other character itself.
    package var pattern: String?
    /// Whether a code's last digit checks the others (GS1 General Specifications 7.9, as of GTINs).
    package var hasCheckDigit = false
    /// The smallest number.
    package var least: ExactDecimal?
    /// The largest number.
    package var most: ExactDecimal?

    package init() {}

    /// The most choices.
    package static let mostChoices = 200

    init(_ json: JSONValue, region: String) throws(ScanTemplateError) {
        for choice in json["choices"]?.elements ?? [] {
            choices.append(try ScanTemplateError.name(choice, of: region))
        }
        guard choices.count <= Self.mostChoices else {
            throw ScanTemplateError(.tooManyChoices, region, limit: Self.mostChoices)
        }
        if let pattern = json["pattern"] { self.pattern = try ScanTemplateError.name(pattern, of: region) }
        hasCheckDigit = json["checkDigit"]?.isTrue ?? false
        least = try Self.bound(json["least"], region)
        most = try Self.bound(json["most"], region)
    }

    private static func bound(_ json: JSONValue?, _ region: String) throws(ScanTemplateError) -> ExactDecimal? {
        switch json {
        case nil: return nil
        case .integer(let integer)?: if let number = ExactDecimal(String(integer)) { return number }
        case .decimal(let digits)?: if let number = ExactDecimal(digits) { return number }
        default: break
        }
        throw ScanTemplateError(.number, region)
    }

    /// The members that tell them in a template, in order.
    var members: [(String, JSONValue?)] {
        [
            ("choices", choices.isEmpty ? nil : .array(choices.map { .string($0) })),
            ("pattern", JSONValue(pattern)), ("checkDigit", hasCheckDigit ? true : nil),
            ("least", least.map { .decimal($0.description) }), ("most", most.map { .decimal($0.description) }),
        ]
    }
}
