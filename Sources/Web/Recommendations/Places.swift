package import Immunization
package import Vault

/// The places that recommendations are asked for: an account's settings.
package struct Places: Sendable, Equatable {
    /// More countries than anybody keeps in mind.
    package static let maximumTravel = 30

    /// The country by whose schedule is judged, ISO 3166-1 alpha-2; nil for the first that has one.
    package var home: String?
    /// The part of the home country, a region of the catalogue.
    package var region: String?
    /// Countries that are travelled to now and then, without a day.
    package var travel: [String] = []

    package init(home: String? = nil, region: String? = nil, travel: [String] = []) {
        (self.home, self.region, self.travel) = (home, region, travel)
    }

    package init(settings: [String: String]) {
        home = settings[SettingKey.homeCountry]
        region = settings[SettingKey.homeRegion]
        travel = (settings[SettingKey.travelCountries] ?? "").split(separator: ",").map(String.init)
    }

    package func store(in records: Records) throws {
        try records.setSetting(SettingKey.homeCountry, to: home)
        try records.setSetting(SettingKey.homeRegion, to: region)
        try records.setSetting(SettingKey.travelCountries, to: travel.isEmpty ? nil : travel.joined(separator: ","))
    }

    /// The codes by which schedules know the home: the country, its region and what that lies in.
    package func codes(in catalogue: Catalogue, otherwise standard: String?) -> Set<String> {
        let country = home ?? standard
        guard let region, catalogue.codes(ofRegion: region).first == country else {
            return Set([country].compactMap(\.self))
        }
        return Set(catalogue.codes(ofRegion: region))
    }
}
