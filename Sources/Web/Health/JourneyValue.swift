package import Immunization

/// What the value of a journey's fact says: `DE-BY`, `KE/simple+animals`.
package struct JourneyValue {
    /// ISO 3166-1 alpha-2.
    package let country: String
    /// A region of the country, if it is told.
    package let region: String?
    package let style: Trip.Style?
    package let isWithAnimals: Bool

    package init(country: String, region: String?, style: Trip.Style?, isWithAnimals: Bool) {
        (self.country, self.region, self.style, self.isWithAnimals) = (country, region, style, isWithAnimals)
    }

    /// Reads a value; what it doesn't know of the way to travel isn't told.
    package init(_ value: String) {
        let parts = value.split(separator: "/", maxSplits: 1).map(String.init)
        let place = parts.first ?? ""
        let told = parts.count > 1 ? parts[1].split(separator: "+").map(String.init) : []
        country = String(place.prefix { $0 != "-" })
        region = country == place ? nil : place
        style = told.compactMap(Trip.Style.init(rawValue:)).first
        isWithAnimals = told.contains(Self.animals)
    }

    /// As it is kept.
    package var text: String {
        let told = [style?.rawValue, isWithAnimals ? Self.animals : nil].compactMap(\.self)
        let place = region ?? country
        return told.isEmpty ? place : "\(place)/\(told.joined(separator: "+"))"
    }

    private static let animals = "animals"
}
