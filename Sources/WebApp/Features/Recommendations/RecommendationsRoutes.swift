import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Vault

/// What is due for a pass, and why.
struct RecommendationsRoutes: Sendable {
    let services: Services

    @Sendable func showRecommendations(_ member: Member) async throws -> Response {
        let pass = try member.pass()
        let (vaccinations, settings) = try await member.vault.read { records in
            (try records.vaccinations(of: pass.id), try records.settings())
        }
        let release = services.catalogue.release
        let home = settings[SettingKey.homeCountry] ?? release.countries(for: pass.kind).first
        let patient = Patient(pass, vaccinations, home: home, catalogue: release.catalogue)
        let page = RecommendationsPage(
            pass: pass, release: release, home: home,
            recommendations: patient.map { patient in
                Recommender(release.engine).recommendations(for: patient, on: CalendarDate(member.now))
            })
        return member.page(page, about: pass)
    }

    /// Chooses by which country's schedule the passes are judged.
    @Sendable func saveRecommendations(_ member: Member, _ fields: FormFields) async throws -> Response {
        let pass = try member.pass()
        guard let country = fields["country"], services.catalogue.release.countries(for: pass.kind).contains(country)
        else { throw HTTPProblem.badForm }
        try await member.vault.write { records in try records.setSetting(SettingKey.homeCountry, to: country) }
        return member.redirect(to: Links.recommendations(pass.id))
    }
}

extension CatalogueRelease {
    /// The countries that have a schedule for a species, in the order of the schedules' ids, Germany's first.
    func countries(for species: String) -> [String] {
        let countries = schedules.filter { $0.species == species }.compactMap(\.country)
        return Set(countries).sorted { left, right in (left == "DE" ? 0 : 1, left) < (right == "DE" ? 0 : 1, right) }
    }
}
