import Fairness
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault
import VaultStorage

/// The one place that turns what went wrong into a page in the user's words.
enum ErrorPages {
    /// Runs a handler; errors of the vault become problems that the error page can word.
    static func translating(_ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let error as VaultError {
            throw problem(error)
        } catch let refusal as ShareRefusal {
            throw HTTPProblem(refusal)
        }
    }

    /// The error page, in the account's language where there is one that opens.
    static func page(
        _ problem: HTTPProblem, _ request: Request, _ context: AppContext, _ services: Services
    ) async -> Response {
        let session = try? await VisitorRequest.session(of: request, context, services)
        let member =
            if let session { try? await SignedInRequest.start(request, context, services, session: session) } else {
                SignedInRequest?.none
            }
        if problem.code == .signedOutHere {
            let visit = VisitorRequest.start(request, context, services, nil, language: member?.words.code)
            return signedOutHere(visit, problem.status, expires: session?.expires)
        }
        let page = ProblemPage(family: family(problem.code))
        if let member { return member.page(page, status: problem.status) }
        return VisitorRequest.start(request, context, services, session?.identity).page(page, status: problem.status)
    }

    /// For a browser that forgets its session, which the server couldn't end.
    private static func signedOutHere(_ visit: VisitorRequest, _ status: HTTPResponse.Status, expires: Date?)
        -> Response
    {
        let longest = TimeInterval(visit.services.accounts.sessions.lifetime.components.seconds)
        let date = visit.words.date(expires ?? visit.now.addingTimeInterval(longest))
        var response = visit.page(
            ProblemPage(family: family(.signedOutHere), gaps: ["date": date]), status: status)
        let clear = SetCookie.clear(Cookies.session, on: visit.context.client)
        response.headers.append(.init(name: .setCookie, value: clear))
        return response
    }

    private static func problem(_ error: VaultError) -> HTTPProblem {
        switch error.code {
        case .notFound: .notFound
        case .busy, .closed: .timeout.caused(by: error)
        case .tooManyAttempts: .tooManyRequests(retryAfter: .seconds(error.retryAfter ?? 60))
        case .sessionEnded, .secondFactorRequired: .badToken
        case .invalidRecord: .badForm
        default: .unavailable.caused(by: error)
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
        case .ownShare: "own-share"
        case .timeout: "busy"
        case .unavailable: "storage"
        case .internal: "unavailable"
        case .signedOutHere: "signed-out-here"
        case .attachment: "attachment"
        }
    }
}

extension HTTPProblem {
    init(_ refusal: ShareRefusal) {
        switch refusal {
        case .ownShare: self = .ownShare(retryAfter: .seconds(10))
        case .full: self = .busy(retryAfter: .seconds(10))
        case .cancelled: self = .timeout
        }
    }

    /// The same, with the vault's own words for the log.
    func caused(by error: VaultError) -> HTTPProblem { caused(by: error.code.rawValue, error.reason) }
}

/// The one error page: what happened and what to do, never an exception's text.
struct ProblemPage: Page {
    let family: String
    var gaps: [String: String] = [:]
    let template = Template.problem
    let section = Section.none

    func title(_ words: Localizer) -> String { words.text("problem.\(family).title") }

    func fields(_ words: Localizer) -> TemplateContext {
        ["title": title(words), "text": words.text("problem.\(family).text", gaps)]
    }
}
