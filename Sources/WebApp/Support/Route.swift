import HTTPTypes
import Hummingbird
import HummingbirdCore

/// One line of the route table: what is asked, who may ask, and what answers.
struct Route: Sendable {
    /// Who may ask, and what the answer is made from.
    ///
    /// The form's token is checked before a handler runs.
    enum Handler: Sendable {
        /// Anybody; the member is there if they are signed in.
        case open(@Sendable (Visit, Member?) async throws -> Response)
        case openForm(@Sendable (Visit, Member?, FormFields) async throws -> Response)
        /// Those who are signed in; others are sent to sign in.
        case member(@Sendable (Member) async throws -> Response)
        case memberForm(@Sendable (Member, FormFields) async throws -> Response)
        /// Machines: no cookies, no language.
        case machine(@Sendable (Request) async throws -> Response)
    }

    let method: HTTPRequest.Method
    /// The path with its parameters in braces, as Hummingbird takes it.
    let path: String
    let handler: Handler

    static func get(_ path: String, open handler: @escaping @Sendable (Visit, Member?) async throws -> Response)
        -> Route
    {
        Route(method: .get, path: path, handler: .open(handler))
    }
    static func post(
        _ path: String, open handler: @escaping @Sendable (Visit, Member?, FormFields) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, handler: .openForm(handler))
    }
    static func get(_ path: String, _ handler: @escaping @Sendable (Member) async throws -> Response) -> Route {
        Route(method: .get, path: path, handler: .member(handler))
    }
    static func post(_ path: String, _ handler: @escaping @Sendable (Member, FormFields) async throws -> Response)
        -> Route
    {
        Route(method: .post, path: path, handler: .memberForm(handler))
    }
    static func get(_ path: String, machine handler: @escaping @Sendable (Request) async throws -> Response) -> Route {
        Route(method: .get, path: path, handler: .machine(handler))
    }

    /// Answers a request: finds the session, reads the frame's data, checks the form's token, runs the handler.
    func respond(to request: Request, _ context: AppContext, _ services: Services) async throws -> Response {
        if case .machine(let handler) = handler { return try await handler(request) }
        let session = try await Visit.session(of: request, context, services)
        guard let session else { return try await respondToGuest(request, context, services) }
        let member = try await Member.start(request, context, services, session: session)
        switch handler {
        case .open(let handler): return try await handler(member.visit, member)
        case .openForm(let handler): return try await handler(member.visit, member, member.visit.form())
        case .member(let handler): return try await handler(member)
        case .memberForm(let handler): return try await handler(member, member.visit.form())
        case .machine(let handler): return try await handler(request)
        }
    }

    private func respondToGuest(
        _ request: Request, _ context: AppContext, _ services: Services
    ) async throws -> Response {
        let visit = Visit.start(request, context, services, session: nil)
        switch handler {
        case .open(let handler): return try await handler(visit, nil)
        case .openForm(let handler): return try await handler(visit, nil, visit.form())
        case .member, .memberForm: return visit.redirect(to: Links.login)
        case .machine(let handler): return try await handler(request)
        }
    }
}
