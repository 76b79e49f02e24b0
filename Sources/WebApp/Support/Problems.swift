import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault

/// The one place that turns what went wrong into a page in the user's words.
enum Problems {
    /// Runs a handler; errors of the vault become problems that the error page can word.
    static func translating(_ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let error as VaultError {
            throw problem(error)
        }
    }

    /// The error page, in the account's language where there is one that opens.
    static func page(
        _ problem: HTTPProblem, _ request: Request, _ context: AppContext, _ services: Services
    ) async -> Response {
        let page = ProblemPage(family: family(problem.code))
        let session = try? await Visit.session(of: request, context, services)
        if let session, let member = try? await Member.start(request, context, services, session: session) {
            return member.page(page, status: problem.status)
        }
        return Visit.start(request, context, services, session: session).page(page, status: problem.status)
    }

    private static func problem(_ error: VaultError) -> HTTPProblem {
        switch error.code {
        case .notFound: .notFound
        case .busy, .closed: .timeout.caused(by: error.code.rawValue)
        case .tooManyAttempts: .tooManyRequests(retryAfter: .seconds(error.retryAfter ?? 60))
        case .sessionEnded, .secondFactorRequired: .badToken
        case .invalidRecord: .badForm
        default: .unavailable.caused(by: error.code.rawValue)
        }
    }

    /// The messages that word a problem.
    static func family(_ code: HTTPProblem.Code) -> String {
        switch code {
        case .badTarget, .targetTooLong, .badHost, .badField, .expectation, .badForm, .doubledField,
            .unsupportedMediaType:
            "bad-request"
        case .notFound, .gone: "not-found"
        case .methodNotAllowed: "method"
        case .badToken: "form-expired"
        case .crossSite: "cross-site"
        case .bodyTooLarge: "too-large"
        case .tooManyRequests: "too-many"
        case .timeout: "busy"
        case .unavailable: "storage"
        case .internal: "unavailable"
        }
    }
}

/// The one error page: what happened and what to do, never an exception's text.
struct ProblemPage: Page {
    let family: String
    let template = Template.problem
    let section = Section.none

    func title(_ words: Words) -> String { words.text("problem.\(family).title") }

    func fields(_ words: Words) -> Fields {
        ["title": title(words), "text": words.text("problem.\(family).text")]
    }
}
