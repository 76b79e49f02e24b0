package import HTTPTypes
import Hummingbird
package import HummingbirdCore
package import Vault

/// One line of the route table: what is asked, who may ask, what comes with it, and what answers.
package struct Route: Sendable {
    /// Who may ask.
    package enum Access: Sendable {
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
    package enum Body: Sendable {
        case none
        case form(FormLimits = FormLimits())
        /// A form with files, of which an account sends so many at a time: ``Services/uploads``.
        case upload(MultipartLimits = .upload)
        /// A form with an admin's files.
        case catalogueFiles

        /// A form with very many fields.
        package static let rows = Body.form(.rows)
    }

    /// What answers, for each kind of asker.
    enum Handler: Sendable {
        case visitor(@Sendable (VisitorRequest, FormFields) async throws -> Response)
        case member(@Sendable (SignedInRequest, MultipartForm) async throws -> Response)
        case awaitingSecondFactor(@Sendable (VisitorRequest, Session, FormFields) async throws -> Response)
        case program(@Sendable (ProgramRequest, Parameters) async throws -> Response)
    }

    package let method: HTTPRequest.Method
    /// Its pattern, with names in braces, as Hummingbird takes it.
    package let path: String
    /// The types of what the path names.
    package let kinds: [any PathValue.Type]
    package let access: Access
    package let body: Body
    let handler: Handler
    /// Whether it is there for somebody who has withdrawn their consent to store health data: what takes the data along,
    /// secures the account or deletes it is.
    private(set) var isWithoutConsent = false
    /// Whether it may compute for long: then it runs where nobody else waits for it.
    private(set) var isLong = false

    /// Whether it is answered whatever else is.
    private(set) var isAlways = false

    /// Whether only answers to members may compute for long.
    private(set) var isLongForMembers = false

    private init<each Value>(
        _ method: HTTPRequest.Method, _ path: Path<repeat each Value>, _ access: Access, body: Body = .none,
        _ handler: Handler
    ) {
        (self.method, self.path, self.kinds) = (method, path.pattern, path.kinds)
        (self.access, self.body, self.handler) = (access, body, handler)
    }

    /// The same for what is answered beside all shares, since whoever watches the server asks it.
    package var always: Route { with(\.isAlways) }
    /// The same for work that may take long.
    package var long: Route { with(\.isLong) }
    /// The same where only answers to members may take long.
    package var longForMembers: Route { with(\.isLongForMembers) }

    /// The same for what needs no consent.
    package static func withoutConsent(_ routes: [Route]) -> [Route] { routes.map { $0.with(\.isWithoutConsent) } }

    private func with(_ property: WritableKeyPath<Route, Bool>) -> Route {
        var route = self
        route[keyPath: property] = true
        return route
    }

    /// Whether its forms have files in them, and so may be larger than others.
    package var takesFiles: Bool { if case .upload = body { true } else { false } }
}

// The lines of the table: what is asked with GET has no body, what is asked with POST has a form. Behind it a handler gets
// what the path names; a member's, what was found for it.
extension Route {
    package static func get<each Value>(
        _ path: Path<repeat each Value>,
        public handler: @escaping @Sendable (VisitorRequest, repeat each Value) async throws -> Response
    ) -> Route {
        let answer = Handler.visitor { visit, _ in
            let values = try path.values(in: visit.context.parameters)
            return try await handler(visit, repeat each values)
        }
        return Route(.get, path, .public, answer)
    }

    package static func post(
        _ path: Path<>,
        public handler: @escaping @Sendable (VisitorRequest, FormFields) async throws -> Response
    ) -> Route {
        Route(.post, path, .public, body: .form(), .visitor(handler))
    }

    package static func post(
        _ path: Path<>, signOut handler: @escaping @Sendable (VisitorRequest, FormFields) async throws -> Response
    ) -> Route {
        Route(.post, path, .signOut, body: .form(), .visitor(handler))
    }

    package static func get<each Value>(
        _ path: Path<repeat each Value>, access: Access = .member,
        _ handler: @escaping @Sendable (SignedInRequest, repeat (each Value).Found) async throws -> Response
    ) -> Route {
        let answer = Handler.member { member, _ in
            let found = try await path.found(by: member)
            return try await handler(member, repeat each found)
        }
        return Route(.get, path, access, answer)
    }

    package static func post<each Value>(
        _ path: Path<repeat each Value>, access: Access = .member, body: Body = .form(),
        _ handler: @escaping @Sendable (SignedInRequest, FormFields, repeat (each Value).Found) async throws -> Response
    ) -> Route {
        let answer = Handler.member { member, form in
            let found = try await path.found(by: member)
            return try await handler(member, form.fields, repeat each found)
        }
        return Route(.post, path, access, body: body, answer)
    }

    /// For a form that says no more than that it was sent.
    package static func post<each Value>(
        _ path: Path<repeat each Value>,
        _ handler: @escaping @Sendable (SignedInRequest, repeat (each Value).Found) async throws -> Response
    ) -> Route {
        let answer = Handler.member { member, _ in
            let found = try await path.found(by: member)
            return try await handler(member, repeat each found)
        }
        return Route(.post, path, .member, body: .form(), answer)
    }

    package static func post<each Value>(
        _ path: Path<repeat each Value>, access: Access = .member, body: Body,
        _ handler:
            @escaping @Sendable (SignedInRequest, MultipartForm, repeat (each Value).Found) async throws -> Response
    ) -> Route {
        let answer = Handler.member { member, form in
            let found = try await path.found(by: member)
            return try await handler(member, form, repeat each found)
        }
        return Route(.post, path, access, body: body, answer)
    }

    /// The page of a form before anybody has typed: what it begins with is the page's to say.
    package static func get<each Value, Shown: Page>(
        _ path: Path<repeat each Value>,
        form page: @escaping @Sendable (SignedInRequest, FormView?, repeat (each Value).Found) async throws -> Shown
    ) -> Route {
        let answer = Handler.member { member, _ in
            let found = try await path.found(by: member)
            let pass = pass(in: repeat each found)
            return member.page(try await page(member, nil, repeat each found), about: pass)
        }
        return Route(.get, path, .member, answer)
    }

    /// The same form as it is sent: where its handler throws `FormErrors`, the page comes again (422) with what was typed.
    package static func post<each Value, Shown: Page>(
        _ path: Path<repeat each Value>,
        form page: @escaping @Sendable (SignedInRequest, FormView?, repeat (each Value).Found) async throws -> Shown,
        _ handler: @escaping @Sendable (SignedInRequest, FormFields, repeat (each Value).Found) async throws -> Response
    ) -> Route {
        let answer = Handler.member { member, form in
            let found = try await path.found(by: member)
            do {
                return try await handler(member, form.fields, repeat each found)
            } catch let errors as FormErrors {
                let typed = FormView(again: form.fields, errors)
                let pass = pass(in: repeat each found)
                return member.formAgain(try await page(member, typed, repeat each found), about: pass)
            }
        }
        return Route(.post, path, .member, body: .form(), answer)
    }

    /// The pass that a page is about.
    private static func pass<each Found>(in found: repeat each Found) -> PassRecord? {
        for one in repeat each found { if let pass = one as? PassRecord { return pass } }
        return nil
    }

    package static func get(
        _ path: Path<>, secondFactor handler: @escaping @Sendable (VisitorRequest, Session) async throws -> Response
    ) -> Route {
        Route(
            .get, path, .secondFactor, .awaitingSecondFactor { visit, session, _ in try await handler(visit, session) })
    }

    package static func post(
        _ path: Path<>,
        secondFactor handler: @escaping @Sendable (VisitorRequest, Session, FormFields) async throws -> Response
    ) -> Route {
        Route(.post, path, .secondFactor, body: .form(), .awaitingSecondFactor(handler))
    }

    package static func get<each Value>(
        _ path: Path<repeat each Value>,
        api handler: @escaping @Sendable (ProgramRequest, repeat each Value) async throws -> Response
    ) -> Route {
        program(.get, path, handler)
    }

    /// For programs of any site, which send no form: only the handler reads what comes.
    package static func post<each Value>(
        _ path: Path<repeat each Value>,
        api handler: @escaping @Sendable (ProgramRequest, repeat each Value) async throws -> Response
    ) -> Route {
        program(.post, path, handler)
    }

    /// What browsers ask before a page of another site may send something that is no form.
    package static func options<each Value>(
        _ path: Path<repeat each Value>,
        api handler: @escaping @Sendable (ProgramRequest, repeat each Value) async throws -> Response
    ) -> Route {
        program(.options, path, handler)
    }

    private static func program<each Value>(
        _ method: HTTPRequest.Method, _ path: Path<repeat each Value>,
        _ handler: @escaping @Sendable (ProgramRequest, repeat each Value) async throws -> Response
    ) -> Route {
        let answer = Handler.program { program, parameters in
            let values = try path.values(in: parameters)
            return try await handler(program, repeat each values)
        }
        return Route(method, path, .api, answer)
    }
}
