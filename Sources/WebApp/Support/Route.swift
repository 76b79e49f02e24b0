import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault

/// One line of the route table: what is asked, who may ask, and what answers.
struct Route: Sendable {
    /// Who may ask, and what the answer is made from.
    ///
    /// The form's token is checked before a handler runs.
    enum Handler: Sendable {
        /// Anybody; the member is there if they are signed in.
        case open(@Sendable (Visit, Member?) async throws -> Response)
        case openForm(@Sendable (Visit, Member?, FormFields) async throws -> Response)
        /// Anybody who leaves, even if nothing of their session can be read or written.
        case leavingForm(@Sendable (Visit, FormFields) async throws -> Response)
        /// Those who are signed in; others are sent to sign in.
        case member(@Sendable (Member) async throws -> Response)
        case memberForm(@Sendable (Member, FormFields) async throws -> Response)
        /// Admins; everybody else who is signed in finds nothing there.
        case admin(@Sendable (Member) async throws -> Response)
        case adminForm(@Sendable (Member, FormFields) async throws -> Response)
        case adminUpload(@Sendable (Member, MultipartForm) async throws -> Response)
        /// Those whose password was right and whose second factor is still missing.
        case secondFactor(@Sendable (Visit, Session) async throws -> Response)
        case secondFactorForm(@Sendable (Visit, Session, FormFields) async throws -> Response)
        /// Those who are signed in, with files; see ``Services/uploads``.
        case memberUpload(@Sendable (Member, MultipartForm) async throws -> Response)
        /// Machines: no cookies, no language.
        case machine(@Sendable (Request) async throws -> Response)
    }

    let method: HTTPRequest.Method
    /// The path with its parameters in braces, as Hummingbird takes it.
    let path: String
    let handler: Handler
    /// Whether it may compute for long: then it runs where nobody else waits for it.
    var isLong = false
    /// How large its form may be.
    var formLimits = FormLimits()
    /// How large it may be with its files.
    var uploadLimits = MultipartLimits.upload

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
    static func post(
        _ path: String, leaving handler: @escaping @Sendable (Visit, FormFields) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, handler: .leavingForm(handler))
    }
    static func get(_ path: String, _ handler: @escaping @Sendable (Member) async throws -> Response) -> Route {
        Route(method: .get, path: path, handler: .member(handler))
    }
    static func post(_ path: String, _ handler: @escaping @Sendable (Member, FormFields) async throws -> Response)
        -> Route
    {
        Route(method: .post, path: path, handler: .memberForm(handler))
    }
    static func post(_ path: String, rows handler: @escaping @Sendable (Member, FormFields) async throws -> Response)
        -> Route
    {
        Route(method: .post, path: path, handler: .memberForm(handler), formLimits: .rows)
    }
    static func get(_ path: String, admin handler: @escaping @Sendable (Member) async throws -> Response) -> Route {
        Route(method: .get, path: path, handler: .admin(handler))
    }
    static func post(
        _ path: String, admin handler: @escaping @Sendable (Member, FormFields) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, handler: .adminForm(handler))
    }
    static func post(
        _ path: String, adminUpload handler: @escaping @Sendable (Member, MultipartForm) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, handler: .adminUpload(handler))
    }
    static func get(
        _ path: String, secondFactor handler: @escaping @Sendable (Visit, Session) async throws -> Response
    ) -> Route {
        Route(method: .get, path: path, handler: .secondFactor(handler))
    }
    static func post(
        _ path: String,
        secondFactor handler: @escaping @Sendable (Visit, Session, FormFields) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, handler: .secondFactorForm(handler))
    }
    static func post(
        _ path: String, limits: MultipartLimits = .upload,
        upload handler: @escaping @Sendable (Member, MultipartForm) async throws -> Response
    ) -> Route {
        Route(method: .post, path: path, handler: .memberUpload(handler), uploadLimits: limits)
    }
    static func get(_ path: String, machine handler: @escaping @Sendable (Request) async throws -> Response) -> Route {
        Route(method: .get, path: path, handler: .machine(handler))
    }

    /// The same for work that may take long.
    var long: Route {
        var route = self
        route.isLong = true
        return route
    }

    /// Whether its forms have files in them, and so may be larger than others.
    var takesFiles: Bool { if case .memberUpload = handler { true } else { false } }
}
