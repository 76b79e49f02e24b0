import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault

/// One line of the route table: what is asked, who may ask, what comes with it, and what answers.
struct Route: Sendable {
    /// Who may ask.
    enum Access: Sendable {
        /// Anybody; the member is there if they are signed in.
        case `public`
        /// Anybody who signs out, even if nothing of their session can be read or written.
        case signOut
        /// Those who are signed in; others are sent to sign in.
        case member
        /// Admins; everybody else who is signed in finds nothing there.
        case admin
        /// Those whose password was right and whose second factor is still missing.
        case secondFactor
        /// Other programs: no cookies, no language.
        case api
    }

    /// What a request brings; a form's token is checked before anything answers.
    enum Body: Sendable {
        case none
        case form(FormLimits = FormLimits())
        /// A form with files, of which an account sends so many at a time: ``Services/uploads``.
        case upload(MultipartLimits = .upload)
        /// A form with an admin's files.
        case catalogueFiles

        /// A form with very many fields.
        static let rows = Body.form(.rows)
    }

    /// Whether the route is there for somebody who has withdrawn their consent to store health data: what takes the data
    /// along, secures the account or deletes it is.
    enum Consent: Sendable { case needed, notNeeded }

    /// What answers, for each kind of asker.
    enum Handler: Sendable {
        case visitor(@Sendable (VisitorRequest, SignedInRequest?, FormFields) async throws -> Response)
        case member(@Sendable (SignedInRequest, MultipartForm) async throws -> Response)
        case halfway(@Sendable (VisitorRequest, Session, FormFields) async throws -> Response)
        case program(@Sendable (Request, Client) async throws -> Response)
    }

    let method: HTTPRequest.Method
    /// The path with its parameters in braces, as Hummingbird takes it.
    let path: String
    let access: Access
    var body = Body.none
    var consent = Consent.needed
    let handler: Handler
    /// Whether it may compute for long: then it runs where nobody else waits for it.
    private(set) var isLong = false

    /// Whether it is answered whatever else is.
    private(set) var isAlways = false

    /// Whether only answers to members may compute for long.
    private(set) var isLongForMembers = false

    /// The same for what is answered beside all shares, since whoever watches the server asks it.
    var always: Route {
        var route = self
        route.isAlways = true
        return route
    }

    /// The same for work that may take long.
    var long: Route {
        var route = self
        route.isLong = true
        return route
    }

    /// The same where only answers to members may take long.
    var longForMembers: Route {
        var route = self
        route.isLongForMembers = true
        return route
    }

    /// Whether its forms have files in them, and so may be larger than others.
    var takesFiles: Bool { if case .upload = body { true } else { false } }
}

// The lines of the table: what is asked with GET has no body, what is asked with POST has a form.
extension Route {
    static func get(
        _ path: String, public handler: @escaping @Sendable (VisitorRequest, SignedInRequest?) async throws -> Response
    )
        -> Route
    {
        Route(
            method: .get, path: path, access: .public,
            handler: .visitor { visit, member, _ in try await handler(visit, member) })
    }

    static func post(
        _ path: String,
        public handler: @escaping @Sendable (VisitorRequest, SignedInRequest?, FormFields) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, access: .public, body: .form(), handler: .visitor(handler))
    }

    static func post(
        _ path: String, signOut handler: @escaping @Sendable (VisitorRequest, FormFields) async throws -> Response
    ) -> Route {
        Route(
            method: .post, path: path, access: .signOut, body: .form(),
            handler: .visitor { visit, _, fields in try await handler(visit, fields) })
    }

    static func get(
        _ path: String, access: Access = .member, consent: Consent = .needed,
        _ handler: @escaping @Sendable (SignedInRequest) async throws -> Response
    ) -> Route {
        Route(
            method: .get, path: path, access: access, consent: consent,
            handler: .member { member, _ in try await handler(member) })
    }

    static func post(
        _ path: String, access: Access = .member, body: Body = .form(), consent: Consent = .needed,
        _ handler: @escaping @Sendable (SignedInRequest, FormFields) async throws -> Response
    ) -> Route {
        Route(
            method: .post, path: path, access: access, body: body, consent: consent,
            handler: .member { member, form in try await handler(member, form.fields) })
    }

    static func post(
        _ path: String, access: Access = .member, body: Body,
        _ handler: @escaping @Sendable (SignedInRequest, MultipartForm) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, access: access, body: body, handler: .member(handler))
    }

    static func get(
        _ path: String, secondFactor handler: @escaping @Sendable (VisitorRequest, Session) async throws -> Response
    ) -> Route {
        Route(
            method: .get, path: path, access: .secondFactor,
            handler: .halfway { visit, session, _ in try await handler(visit, session) })
    }

    static func post(
        _ path: String,
        secondFactor handler: @escaping @Sendable (VisitorRequest, Session, FormFields) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, access: .secondFactor, body: .form(), handler: .halfway(handler))
    }

    static func get(_ path: String, api handler: @escaping @Sendable (Request) async throws -> Response) -> Route {
        Route(
            method: .get, path: path, access: .api,
            handler: .program { request, _ in try await handler(request) })
    }

    /// For programs of any site, which send no form: only the handler reads what comes.
    static func post(
        _ path: String, api handler: @escaping @Sendable (Request, Client) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, access: .api, handler: .program(handler))
    }

    /// What browsers ask before a page of another site may send something that is no form.
    static func options(_ path: String, api handler: @escaping @Sendable (Request, Client) async throws -> Response)
        -> Route
    {
        Route(method: .options, path: path, access: .api, handler: .program(handler))
    }

    /// For one that asks who the client is.
    static func get(
        _ path: String, api handler: @escaping @Sendable (Request, Client) async throws -> Response
    ) -> Route {
        Route(method: .get, path: path, access: .api, handler: .program(handler))
    }
}
