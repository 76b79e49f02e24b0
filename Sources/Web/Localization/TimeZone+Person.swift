import CivilDates
package import Foundation
import Immunization
import Vault

extension TimeZone {
    /// A zone by its name in the time zone database, such as `Europe/Berlin`; nil for one that isn't there.
    ///
    /// A zone that is no place is none: browsers that hide where they are say `UTC`.
    package init?(ofPlace name: String) {
        guard name.utf8.count <= 64, name.contains("/"), !name.hasPrefix("Etc/"), !name.hasPrefix("SystemV/") else {
            return nil
        }
        self.init(identifier: name)
    }
}

extension CatalogueRelease {
    /// The zone of whoever lives in a country, or of those of whom that isn't known: that of the first country.
    package func zone(of home: String?) -> TimeZone {
        let homes = [home, countries().first].compactMap(\.self)
        let names = homes.compactMap { country in schedules.first { $0.country == country && $0.zone != nil }?.zone }
        return names.lazy.compactMap(TimeZone.init(ofPlace:)).first ?? .gmt
    }
}

extension Records {
    /// Keeps the zone that a browser names, unless there is one, or somebody has chosen to have none.
    package func keep(browserZone name: String?) throws {
        guard let zone = name.flatMap(TimeZone.init(ofPlace:)), try setting(SettingKey.zone) == nil else { return }
        try setSetting(SettingKey.zone, to: zone.identifier)
    }
}
