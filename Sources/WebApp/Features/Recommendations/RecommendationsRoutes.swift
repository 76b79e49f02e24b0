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
        let record = try await member.vault.read { records in try HealthRecord(pass, in: records) }
        let release = services.catalogue.release
        let advice = Advice(record, release, on: CalendarDate(member.now))
        let page = RecommendationsPage(
            pass: pass, release: release, home: record.places.home ?? release.countries(for: pass.kind).first,
            recommendations: advice?.recommendations)
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
