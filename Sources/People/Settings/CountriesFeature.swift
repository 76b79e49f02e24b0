import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Vault
package import Web

/// Home country, region and travel countries, by which recommendations are filtered, and the time zone.
package enum CountriesFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.countries, showCountries), .post(Links.countries, changeCountries),
    ]
    package static let pages: [any Page.Type] = [CountriesPage.self]

    static func showCountries(_ member: SignedInRequest) async throws -> Response {
        let settings = try await member.vault.read { records in try records.settings() }
        return member.page(page(member, Places(settings: settings), zone: settings[SettingKey.zone] ?? ""))
    }

    /// Keeps the home, adds a country to travel to, or takes the one away that `remove` names.
    static func changeCountries(_ member: SignedInRequest, _ fields: FormFields) async throws -> Response {
        // Read and stored at once: what another page adds meanwhile stays.
        let (places, zone, errors) = try await member.vault.write { records in
            let settings = try records.settings()
            let stored = Places(settings: settings)
            var (places, zone, reader) = (stored, settings[SettingKey.zone], FormReader(fields, member.words))
            if let code = fields["remove"] {
                places.travel.removeAll { $0 == code }
            } else {
                setHome(&reader, &places, member)
                add(&reader, &places)
                setZone(&reader, &zone)
            }
            if reader.errors.isEmpty {
                try places.store(in: records)
                try records.setSetting(SettingKey.zone, to: zone)
            } else {
                places.travel = stored.travel
            }
            return (places, zone ?? "", reader.errors)
        }
        guard !errors.isEmpty else { return member.done(.`done.countries-saved`, at: Links.countries()) }
        return member.formAgain(page(member, places, zone: zone, errors, added: fields["add"] ?? ""))
    }

    private static func setHome(_ reader: inout FormReader, _ places: inout Places, _ member: SignedInRequest) {
        let release = member.release
        guard let home = reader.fields["home"], release.countries().contains(home) else {
            reader.fail("home", .`error.country.unknown`)
            return
        }
        places.home = home
        guard let region = reader.text("region") else {
            places.region = nil
            return
        }
        let codes = release.catalogue.codes(ofRegion: region)
        guard codes.count > 1 else {
            reader.fail("region", .`error.region`)
            return
        }
        // A form that was shown for another home country may still name a region of that.
        places.region = codes.first == home ? region : nil
    }

    /// Takes the zone that was chosen; a form without it leaves it as it is.
    private static func setZone(_ reader: inout FormReader, _ zone: inout String?) {
        guard let chosen = reader.fields["zone"] else { return }
        if chosen.isEmpty || TimeZone(ofPlace: chosen) != nil {
            zone = chosen
        } else {
            reader.fail("zone", .`error.zone`)
        }
    }

    private static func add(_ reader: inout FormReader, _ places: inout Places) {
        guard let code = reader.text("add"), !places.travel.contains(code) else { return }
        if !reader.words.isCountry(code) {
            reader.fail("add", .`error.country.unknown`)
        } else if places.travel.count >= Places.maximumTravel {
            reader.fail("add", reader.words(.`error.countries.many`, ["maximum": String(Places.maximumTravel)]))
        } else {
            places.travel.append(code)
        }
    }

    private static func page(
        _ member: SignedInRequest, _ places: Places, zone: String, _ errors: FormErrors = FormErrors(),
        added: String = ""
    ) -> CountriesPage {
        CountriesPage(places: places, added: added, zone: zone, errors: errors, release: member.release)
    }
}
