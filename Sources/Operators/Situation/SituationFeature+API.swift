import Foundation
import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Lists
import Situation
import Web

extension SituationFeature {
    /// Which series there are.
    static func showSituations(_ program: ProgramRequest) async throws -> Response {
        let numbers = program.services.situation.inUse
        return document("", of: numbers, SituationDocument(numbers), program)
    }

    /// The newest numbers of a series: `area` is the country and `age` everybody where they are left out.
    static func showSeries(_ program: ProgramRequest, _ id: String) async throws -> Response {
        let numbers = program.services.situation.inUse
        guard let indicator = numbers.catalogue.indicator(id) else {
            return ProblemDetails.unknownIndicator.response(.notFound)
        }
        guard numbers.has(indicator) else { return ProblemDetails.indicatorWithoutNumbers.response(.notFound) }
        let query = SituationQuery(program.request)
        guard let area = numbers.area(query.area ?? numbers.catalogue.defaultArea.id, of: indicator),
            let age = numbers.age(query.age ?? IndicatorSource.everyAge, of: indicator, in: area),
            let found = numbers.series(indicator, area: area, age: age)
        else { return ProblemDetails.unknownSeries.response(.notFound) }
        return document("\(id) \(area) \(age)", of: numbers, SeriesDocument(found), program)
    }

    private static func document(
        _ subject: String, of numbers: SituationNumbers, _ content: @autoclosure () -> some Encodable,
        _ program: ProgramRequest
    ) -> Response {
        let document = program.services.situationDocuments.document(subject, language: "en", version: numbers.name) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return (try? encoder.encode(content())).map { [UInt8]($0) }
        }
        return document?.response(to: program.request) ?? ProblemDetails.unavailable.response(.internalServerError)
    }
}

/// What an address of these pages asks for.
package struct SituationQuery {
    package let area: String?
    package let age: String?
    package let search: String
    package let sort: Sort

    package enum Sort: String, CaseIterable { case name, up, down }

    package init(_ request: Request) {
        let query = request.uri.queryParameters
        func text(_ name: Substring) -> String? {
            // A form writes a blank as a plus, and not every client a plus as %2B.
            query[name].map { String($0).replacing("+", with: " ") }.flatMap { $0.isEmpty ? nil : $0 }
        }
        area = text("area")
        age = query["age"].flatMap { $0.isEmpty ? nil : String($0).replacing(" ", with: "+") }
        search = String((text("q") ?? "").prefix(100))
        sort = text("sort").flatMap(Sort.init) ?? .name
    }
}
