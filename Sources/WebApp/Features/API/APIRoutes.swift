import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization

/// Answers for other clients, as JSON: what is recommended where, and which vaccines there are.
///
/// The same for everybody, so that no cookie is read or set, and caches may keep it: docs/other-clients.md.
struct APIRoutes: Sendable {
    /// The description of these routes, in `Public/`.
    static let descriptionFile = "openapi.json"

    private let services: Services
    private let countries: CountryNames
    private let documents = APIDocuments()

    init(services: Services) {
        self.services = services
        countries = CountryNames(services.localization.fallback)
    }

    func showAllRecommendations(_ request: Request) async throws -> Response {
        answer(request, for: "recommend") { release, language in
            Recommendations(
                recommendations: release.recommendations(language: language, naming: countries.recordName(of:)))
        }
    }

    /// What is recommended to those who live in a country and to those who travel there.
    func showRecommendations(_ request: Request, _ name: String) async throws -> Response {
        guard let country = countries.code(for: name) else { return APIProblem.unknownCountry.response(.notFound) }
        guard services.catalogue.release.countries.contains(country) else {
            return APIProblem.countryWithoutRecommendations.response(.notFound)
        }
        return answer(request, for: "recommend/\(country)") { release, language in
            Recommendations(
                recommendations: release.recommendations(
                    in: country, language: language, naming: countries.recordName(of:)))
        }
    }

    /// Every disease target with its vaccines.
    func showUpdate(_ request: Request) async throws -> Response {
        answer(request, for: "update") { release, language in
            Items(items: release.catalogue.records(language: language))
        }
    }

    /// The names of a species' vaccines and diseases, as a module of our own pages' script.
    func showVaccineNames(_ request: Request, _ species: String, _ language: String) async throws -> Response {
        let use = services.catalogue.inUse
        guard let words = services.localization.words(language), use.release.catalogue.species(species) != nil
        else { throw HTTPProblem.notFound }
        let document = documents.document(
            "vaccines/\(species)", language: words.code, version: use.name, type: "text/javascript"
        ) {
            let languages = services.localization.languages.map(\.code)
            let names = VaccineNames(use.release.catalogue, species: species, words, languages: languages)
            return Self.encoded(names.entries).map { Array("export default ".utf8) + $0 + Array(";\n".utf8) }
        }
        guard let document else { throw HTTPProblem.notFound }
        return document.response(to: request)
    }

    /// The description of these routes: OpenAPI.
    func showDescription(_ request: Request) async throws -> Response {
        APIDocument(services.apiDescription, language: "en").response(to: request)
    }

    private func answer(
        _ request: Request, for subject: String, _ make: (CatalogueRelease, _ language: String) -> some Encodable
    ) -> Response {
        let language = services.localization.negotiate(request.headers[.acceptLanguage]).code
        let use = services.catalogue.inUse
        let document = documents.document(subject, language: language, version: use.name) {
            Self.encoded(make(use.release, language))
        }
        guard let document else { return APIProblem.unavailable.response(.internalServerError) }
        return document.response(to: request)
    }

    /// Keys in the same order each time, so that the same content has the same tag.
    private static func encoded(_ value: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { [UInt8]($0) }
    }

    private struct Recommendations: Encodable {
        let recommendations: [CatalogueRecord]
    }

    private struct Items: Encodable {
        let items: [CatalogueRecord]
    }
}
