import Foundation
import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Immunization
import Lists
package import Web

/// Answers for other clients, as JSON: what is recommended where, and which vaccines there are.
///
/// The same for everybody, so that no cookie is read or set, and caches may keep it: docs/other-clients.md.
package enum APIFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.allRecommendations, api: showAllRecommendations),
        .get(Links.recommendationsOfCountry, api: showRecommendations),
        .get(Links.update, api: showUpdate),
        .get(Links.apiDescription, api: showDescription),
        .get(Links.vaccineNames, api: showVaccineNames),
    ]

    static func showAllRecommendations(_ program: ProgramRequest) async throws -> Response {
        answer(program, for: "recommend") { release, language in
            [
                "recommendations": release.recommendations(
                    language: language, naming: program.services.countryNames.recordName(of:))
            ]
        }
    }

    /// What is recommended to those who live in a country and to those who travel there.
    package static func showRecommendations(_ program: ProgramRequest, _ name: String) async throws -> Response {
        guard let country = program.services.countryNames.code(for: name) else {
            return ProblemDetails.unknownCountry.response(.notFound)
        }
        guard program.release.countries.contains(country) else {
            return ProblemDetails.countryWithoutRecommendations.response(.notFound)
        }
        return answer(program, for: "recommend/\(country)") { release, language in
            [
                "recommendations": release.recommendations(
                    in: country, language: language, naming: program.services.countryNames.recordName(of:))
            ]
        }
    }

    /// Every disease target with its vaccines.
    static func showUpdate(_ program: ProgramRequest) async throws -> Response {
        answer(program, for: "update") { release, language in
            ["items": release.catalogue.records(language: language)]
        }
    }

    /// The names of a species' vaccines and diseases, as a module of our own pages' script.
    static func showVaccineNames(_ program: ProgramRequest, _ species: String, _ language: String) throws -> Response {
        let use = program.services.catalogue.inUse
        let words = try program.services.localization.words(language).found()
        _ = try use.release.catalogue.species(species).found()
        let document = program.services.documents.document(
            "vaccines/\(species)", language: words.code, version: use.name, type: "text/javascript"
        ) {
            let languages = program.services.localization.languages.map(\.code)
            let names = VaccineNames(use.release.catalogue, species: species, words, languages: languages)
            return Self.encoded(names.entries).map { Array("export default ".utf8) + $0 + Array(";\n".utf8) }
        }
        return try document.found().response(to: program.request)
    }

    /// The description of these routes: OpenAPI.
    static func showDescription(_ program: ProgramRequest) async throws -> Response {
        APIDocument(program.services.apiDescription, language: "en").response(to: program.request)
    }

    private static func answer(
        _ program: ProgramRequest, for subject: String, _ make: (CatalogueRelease, _ language: String) -> some Encodable
    ) -> Response {
        let language = program.services.localization.negotiate(program.request.headers[.acceptLanguage]).code
        let use = program.services.catalogue.inUse
        let document = program.services.documents.document(subject, language: language, version: use.name) {
            Self.encoded(make(use.release, language))
        }
        guard let document else { return ProblemDetails.unavailable.response(.internalServerError) }
        return document.response(to: program.request)
    }

    /// Keys in the same order each time, so that the same content has the same tag.
    private static func encoded(_ value: some Encodable) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { [UInt8]($0) }
    }
}
