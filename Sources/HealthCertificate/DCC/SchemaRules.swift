/// What the schema of one version asks for, in so far as versions differ.
///
/// Versions 1.0.0 to 1.3.3 are published at https://github.com/ehn-dcc-development/ehn-dcc-schema.
struct SchemaRules: Sendable, Equatable {
    enum BirthDate { case complete, partial, partialOrEmpty }

    /// The most characters of names, issuers, identifiers and testing centres.
    var longestText = 80
    /// The most characters of a test's name.
    var longestTestName: Int? = 80
    var birthDate = BirthDate.partialOrEmpty
    var highestDose: Int64?
    /// How many entries of one kind there may be.
    var mostEntries: Int? = 1
    var requiresTestCentre = false
    var hasResultTime = false
    /// Whether a given name alone is enough.
    var acceptsGivenNameAlone = true

    /// The rules of the newest version.
    static let newest = SchemaRules()

    /// The rules of the version that a certificate states; of the newest one if that is unknown.
    static func stated(_ version: String?) -> SchemaRules {
        guard let version, let number = Self.number(version) else { return newest }
        var rules = newest
        if number < 1_003_002 { rules.acceptsGivenNameAlone = false }
        if number < 1_003_000 {
            rules.longestText = 50
            rules.longestTestName = nil
            rules.birthDate = .partial
            rules.highestDose = 9
            rules.mostEntries = nil
            rules.requiresTestCentre = true
        }
        if number < 1_002_000 { rules.hasResultTime = true }
        if number < 1_001_000 { rules.birthDate = .complete }
        return rules
    }

    /// A version as one number that sorts as versions do.
    private static func number(_ version: String) -> Int? {
        let fields = version.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard fields.count == 3 else { return nil }
        var number = 0
        for field in fields {
            guard let value = field.decimal, value < 1000 else { return nil }
            number = number * 1000 + value
        }
        return number
    }
}
