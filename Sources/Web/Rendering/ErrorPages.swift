package import Fairness
import Foundation
import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Vault
package import VaultStorage

/// The one place that turns what went wrong into a page in the user's words.
package enum ErrorPages {
    /// Runs a handler; errors of the vault become problems that the error page can word.
    package static func translating(_ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let error as VaultError {
            throw problem(error)
        } catch let refusal as ShareRefusal {
            throw HTTPProblem(refusal)
        }
    }

    /// The error page, in the account's language where there is one that opens.
    ///
    /// One with what was typed may be as long as any page: it is made in turn with them, and counted as they are; until then
    /// what it repeats has its place among the uploads. Whoever has no room left, unread, gets it without, and whoever has
    /// gone gets none.
    package static func page(
        _ problem: HTTPProblem, _ request: Request, _ context: AppContext, _ services: Services
    ) async -> Response {
        let session = try? await VisitorRequest.session(of: request, context, services)
        guard problem.kept != nil else { return await page(problem, request, context, services, session) }
        let who = context.client.requester(session?.identity.accountID)
        do {
            try services.requireRoomToSend(to: who)
            let response = try await withTimeLimit(services.handlerTime, while: context.client.isConnected) {
                try await services.threads.run(for: who) {
                    await page(problem, request, context, services, session)
                }
            }
            return try services.counted(response, for: who, isSignedIn: session != nil)
        } catch {
            guard context.client.isConnected() else { return Response(status: problem.status) }
            return await page(problem.withoutForm, request, context, services, session)
        }
    }

    private static func page(
        _ problem: HTTPProblem, _ request: Request, _ context: AppContext, _ services: Services, _ session: Session?
    ) async -> Response {
        let member =
            if let session { try? await SignedInRequest.start(request, context, services, session: session) } else {
                SignedInRequest?.none
            }
        if problem.code == .signedOutHere {
            let visit = VisitorRequest.start(request, context, services, nil, language: member?.words.code)
            return signedOutHere(visit, problem.status, expires: session?.expires)
        }
        let page = ProblemPage(problem, request)
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
            ProblemPage(wording: .signedOutHere, gaps: ["date": date]), status: status)
        let clear = SetCookie.clear(Cookies.session, on: visit.context.client)
        response.headers.append(.init(name: .setCookie, value: clear))
        return response
    }

    package static func problem(_ error: VaultError) -> HTTPProblem {
        switch error.code {
        case .notFound: .notFound
        case .busy: .busy(retryAfter: .seconds(error.retryAfter ?? 10)).caused(by: error)
        case .closed: .busy(retryAfter: .seconds(1)).caused(by: error)
        case .tooManyAttempts: .tooManyRequests(retryAfter: .seconds(error.retryAfter ?? 60))
        case .sessionEnded, .secondFactorRequired: .badToken
        case .invalidRecord: .badForm
        case .passFull: .passFull
        case .passLimit: .passLimit
        case .commitUnknown: .unsure.caused(by: error)
        case .vaultMissing, .vaultDamaged, .vaultForeign, .vaultOlder, .vaultForked, .vaultNewer, .rowForged:
            .damaged.caused(by: error)
        default: .unavailable.caused(by: error)
        }
    }
}

extension HTTPProblem {
    package init(_ refusal: ShareRefusal) {
        switch refusal {
        case .ownShare: self = .ownShare(retryAfter: .seconds(10))
        case .full: self = .busy(retryAfter: .seconds(10))
        case .cancelled: self = .timeout
        }
    }

    /// The same, with the vault's own words for the log.
    package func caused(by error: VaultError) -> HTTPProblem { caused(by: error.code.rawValue, error.reason) }
}

/// The one error page: what happened and what to do, never an exception's text.
package struct ProblemPage: Page {
    /// The messages that word a problem: `problem.….title` and `problem.….text`.
    package enum Wording: String, MessageCode {
        package static let family = "problem"
        package static let parts = ["title", "text"]

        case badRequest, method, notFound, tooLarge, tooMany, crossSite, formExpired, formKept
        case attachment, inBin, passFull, passLimit, scanOver, undrawn
        case busy, busyReading, ownShare, signIn, signedOut, signedOutHere
        case damaged, storage, unavailable, unreadable, unsure, vaultFull
        /// What was sent is done, and the page that follows can't be shown.
        case unshown
    }

    let wording: Wording
    package var gaps: [String: String]
    /// What is done although its page can't be shown.
    package var done: Flash?
    /// What was sent, to be sent once more.
    package var kept: ResubmittedForm?

    package init(wording: Wording, gaps: [String: String] = [:], done: Flash? = nil, kept: ResubmittedForm? = nil) {
        self.wording = wording
        self.gaps = gaps
        self.done = done
        self.kept = kept
    }

    package static let template = "Shared/problem"
    package let section = Section.none

    package func title(_ words: Localizer) -> String { words(wording, part: "title") }

    package func text(_ words: Localizer) -> String {
        var gaps = gaps
        if let done { gaps["done"] = words[done.message] }
        return words(wording, part: "text", gaps)
    }

    package static let fields: [TemplateField<Self>] = [
        .text("text") { page, words in page.text(words) },
        .one("kept") { $0.kept }, .text("bin") { $0.wording == .inBin && $0.kept == nil ? Links.bin() : nil },
        // An error says itself what is done and what isn't.
        .text("notice") { _ in nil },
    ]
}

extension ProblemPage {
    package init(_ problem: HTTPProblem, _ request: Request) {
        let isReading = request.method == .get || request.method == .head
        if isReading, problem.status.kind == .serverError, problem.code != .damaged, let done = Flash(request),
            done.message != .`done.admin-factor`
        {
            self.init(wording: .unshown, done: done)
        } else {
            self.init(wording: Self.wording(problem, isReading: isReading, path: request.uri.path))
            kept = problem.kept.map {
                ResubmittedForm(
                    action: request.uri.path, fields: $0.fields, place: .toMend(problem.code, at: request.uri.path))
            }
        }
    }

    /// Whether an account has no room for what was sent.
    private static func isFull(_ problem: HTTPProblem) -> Bool {
        [VaultError.Code.vaultTooLarge, .tooManyDrafts].contains { $0.rawValue == problem.cause }
    }

    /// A page that couldn't be read is not a change that couldn't be saved.
    private static func wording(_ problem: HTTPProblem, isReading: Bool, path: String) -> Wording {
        switch problem.code {
        case .badTarget, .targetTooLong, .badHost, .badField, .expectation, .badForm, .doubledField,
            .unsupportedMediaType:
            .badRequest
        case .gone: .notFound
        case .methodNotAllowed: .method
        case .badToken: problem.kept == nil ? .formExpired : .formKept
        case .bodyTooLarge: .tooLarge
        case .tooManyRequests: .tooMany
        case .timeout: isReading ? .busyReading : .unsure
        case .busy: isReading ? .busyReading : .busy
        case .unavailable where Self.isFull(problem): .vaultFull
        case .unavailable where isReading: .unreadable
        case .unavailable: path == Links.login() || path.hasPrefix("\(Links.login())/") ? .signIn : .storage
        // Others have the wording of their name.
        default: Wording(rawValue: problem.code.rawValue) ?? .unavailable
        }
    }
}

/// A form as it was sent, for a page that sends it once more.
package struct ResubmittedForm: TemplateModel {
    let action: String
    let fields: FormFields
    /// Where to go before it is sent once more.
    let place: Place?

    /// A page to open beside this one.
    struct Place: TemplateModel {
        let address: String
        let name: Message

        /// Where somebody mends what kept a form from being taken.
        static func toMend(_ code: HTTPProblem.Code, at path: String) -> Place? {
            switch code {
            case .signedOut: Place(address: Links.login(), name: .`shared.problem.sign-in`)
            case .passFull where path.hasPrefix("\(Links.passes())/"):
                Place(
                    address: path.split(separator: "/").prefix(2).map { "/\($0)" }.joined(),
                    name: .`shared.problem.pass`)
            case .passFull, .passLimit: Place(address: Links.passes(), name: .`shared.problem.passes`)
            case .inBin: Place(address: Links.bin(), name: .`shared.problem.bin`)
            default: nil
            }
        }

        static let fields: [TemplateField<Self>] = [
            .text("address") { $0.address }, .text("name") { place, words in words[place.name] },
        ]
    }

    /// A name and a value.
    struct Field: TemplateModel {
        let name: String
        let value: String

        static let fields: [TemplateField<Self>] = [.text("name") { $0.name }, .text("value") { $0.value }]
    }

    package static let fields: [TemplateField<Self>] = [
        .text("action") { $0.action }, .one("place") { $0.place },
        .rows("fields") { form in
            form.fields.names.filter { $0 != FormTokens.field }.flatMap { name in
                form.fields.values(name).map { Field(name: name, value: $0) }
            }
        },
    ]
}
