/// A country, a state, or a region that a data set has made for itself.
package struct ReportingArea: Sendable, Hashable {
    /// ISO 3166 (`DE`, `DE-BY`), or the region's own name (`Sueden`).
    package let id: String
    /// Whether it is meant where nobody says another.
    package let isDefault: Bool
    /// The area that contains it, nil for a country.
    package let parent: String?
    /// The region of a data set's own that it belongs to.
    package let region: String?
    /// What data sets call it: with umlauts here, in ASCII there.
    package let names: Set<String>
    /// Its keys: `9` here, `09` there.
    package let keys: Set<String>
    /// What people call it, by language.
    package let labels: [String: String]
}
