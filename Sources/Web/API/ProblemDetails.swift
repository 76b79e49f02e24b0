import Foundation
package import HTTPTypes
import Hummingbird
package import HummingbirdCore

/// Why another client gets no document: JSON as RFC 9457 has it, in English, with a code that programs compare.
package struct ProblemDetails: Encodable, Sendable {
    private let title: String
    private let detail: String
    private let error: String
    private var status = 0

    private init(_ error: String, _ title: String, _ detail: String) {
        (self.error, self.title, self.detail) = (error, title, detail)
    }

    package static let unknownCountry = ProblemDetails(
        "unknown-country", "Unknown country",
        "There is no such country. Name it by its ISO 3166-1 alpha-2 code (DE) or its English name (germany).")
    /// An empty list would read as 'nothing is recommended there'.
    package static let countryWithoutRecommendations = ProblemDetails(
        "country-without-recommendations", "No recommendations for this country",
        "This server has no schedule for this country. That does not mean that nothing is recommended there. "
            + "/recommend/all names the countries it knows.")
    package static let unknownIndicator = ProblemDetails(
        "unknown-indicator", "Unknown indicator", "There is no such indicator. /situation.json names those there are.")
    package static let indicatorWithoutNumbers = ProblemDetails(
        "indicator-without-numbers", "No numbers yet",
        "This server has not imported the data of this indicator. That does not mean that there is nothing going around."
    )
    package static let unknownSeries = ProblemDetails(
        "unknown-series", "Unknown series",
        "The indicator has no numbers of this area and age. /situation.json names those there are.")
    package static let badManifestRequest = ProblemDetails(
        "bad-manifest-request", "No recipient",
        "Send a JSON object with the recipient: {\"recipient\": \"who asks\"}, and the passcode where the link has one."
    )
    package static let badFileRequest = ProblemDetails(
        "bad-file-request", "No recipient", "Name the recipient in the query: ?recipient=who-asks.")
    package static let unavailable = ProblemDetails(
        "unavailable", "Not available", "The document could not be made. Try again.")

    /// The problem of a request to one of these routes that never reached it.
    package init(_ problem: HTTPProblem) {
        switch problem.code {
        case .notFound, .gone, .inBin, .scanOver:
            self.init("not-found", "Not found", "There is nothing here. /openapi.json describes what there is.")
        case .methodNotAllowed:
            self.init("method-not-allowed", "Method not allowed", "This can only be read: with GET or HEAD.")
        case .timeout, .busy, .unavailable, .damaged, .unsure, .internal: self = .unavailable
        default: self.init("bad-request", "Bad request", "The request was not understood.")
        }
    }

    /// The answer; a cache may keep none of it.
    package func response(_ status: HTTPResponse.Status) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var problem = self
        problem.status = status.code
        let body = (try? encoder.encode(problem)) ?? Data("{}".utf8)
        return .toAnySite(
            status, [.contentType: "application/problem+json", .contentLanguage: "en"],
            ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// Whether other clients ask at a path, and so get their problems as JSON.
    package static func answers(_ path: String) -> Bool {
        let first = path.split(separator: "/").first.map(String.init) ?? ""
        return ["recommend", "update", "link", APIDocument.descriptionFile].contains(first)
            || (path.hasPrefix("/situation") && path.hasSuffix(".json"))
    }
}
