package import Fairness
package import HTTPTypes
package import Hummingbird

/// Why a request gets no answer of its own: what the one error page is made from.
///
/// It holds no text: the page words it in the reader's language by `code`, and a log line shows the code alone.
package struct HTTPProblem: Error, Equatable {
    /// What happened, by name; each is a message of the error page.
    package enum Code: String, CaseIterable, Sendable {
        case badTarget, targetTooLong, badHost, badField, expectation
        case notFound, methodNotAllowed, gone
        /// What was deleted and can be brought back.
        case inBin
        case badForm, doubledField, badToken, crossSite
        case bodyTooLarge, unsupportedMediaType
        case tooManyRequests, `internal`
        /// The time was over: what was begun may still come to its end.
        case timeout
        /// Too many wait, or hold what would be needed; nothing was done.
        case busy
        /// What is stored can't be reached, read or written.
        case unavailable
        /// What is stored was read, and isn't what was written.
        case damaged
        /// Nobody can tell whether a change was saved.
        case unsure
        /// An account or an address has its share of something already.
        case ownShare
        /// What was sent needs a session, and there is none.
        case signedOut
        /// Signed out of this browser, but not on the server.
        case signedOutHere
        /// A scan that was kept, and that can't be opened.
        case attachment
        /// A pass, or an account, has no room for more.
        case passFull, passLimit
        /// What was read of a photo was saved or discarded, or has waited for 30 days.
        case scanOver
        /// A picture can't be drawn, whatever is done.
        case undrawn
    }

    package let status: HTTPResponse.Status
    package let code: Code
    /// Fields the answer carries, such as Allow or Retry-After.
    package let fields: HTTPFields
    /// What is behind it, for the log: a word, and a sentence; nothing personal.
    package private(set) var cause: String?
    package private(set) var reason: String?
    /// What was sent, to be sent once more by a press.
    package private(set) var kept: KeptForm?

    package init(_ status: HTTPResponse.Status, _ code: Code, fields: HTTPFields = [:]) {
        self.status = status
        self.code = code
        self.fields = fields
    }

    static let badTarget = HTTPProblem(.badRequest, .badTarget)
    static let targetTooLong = HTTPProblem(.uriTooLong, .targetTooLong)
    static let badHost = HTTPProblem(.badRequest, .badHost)
    static let badField = HTTPProblem(.badRequest, .badField)
    package static let expectation = HTTPProblem(.expectationFailed, .expectation)
    package static let notFound = HTTPProblem(.notFound, .notFound)
    package static let gone = HTTPProblem(.gone, .gone)
    static let inBin = HTTPProblem(.notFound, .inBin)
    package static let scanOver = HTTPProblem(.notFound, .scanOver)
    package static let undrawn = HTTPProblem(.unprocessableContent, .undrawn)
    package static let badForm = HTTPProblem(.badRequest, .badForm)
    static let doubledField = HTTPProblem(.badRequest, .doubledField)
    package static let badToken = HTTPProblem(.forbidden, .badToken)
    package static let signedOut = HTTPProblem(.forbidden, .signedOut)
    static let crossSite = HTTPProblem(.forbidden, .crossSite)
    package static let bodyTooLarge = HTTPProblem(.contentTooLarge, .bodyTooLarge)
    static let unsupportedMediaType = HTTPProblem(.unsupportedMediaType, .unsupportedMediaType)
    package static let timeout = HTTPProblem(.serviceUnavailable, .timeout)
    package static let unavailable = HTTPProblem(.serviceUnavailable, .unavailable)
    package static let damaged = HTTPProblem(.serviceUnavailable, .damaged)
    static let unsure = HTTPProblem(.serviceUnavailable, .unsure)
    static let passFull = HTTPProblem(.unprocessableContent, .passFull)
    static let passLimit = HTTPProblem(.unprocessableContent, .passLimit)
    package static let signedOutHere = HTTPProblem(.serviceUnavailable, .signedOutHere)
    package static let attachment = HTTPProblem(.serviceUnavailable, .attachment)
    static let `internal` = HTTPProblem(.internalServerError, .internal)

    /// The same, with a word for whoever reads the log at night, and a sentence.
    package func caused(by cause: String, _ reason: String? = nil) -> HTTPProblem {
        var problem = self
        problem.cause = cause
        problem.reason = reason
        return problem
    }

    /// The same, with what was sent: where a page of this server sent it, and no secret is among it.
    ///
    /// - Parameter place: what the form holds of all uploads, until its page is made.
    package func keeping(
        _ fields: FormFields, of request: Request, in place: FairSemaphore.Permit?
    ) -> HTTPProblem {
        guard CrossSiteGuard.isOfOwnPage(request), Self.secrets.allSatisfy({ fields[$0] == nil }) else { return self }
        var problem = self
        problem.kept = KeptForm(fields: fields, place: place)
        return problem
    }

    /// The same, without what was typed: where it would say that this is on its page, another one.
    var withoutForm: HTTPProblem {
        switch code {
        case .signedOut: return .badToken
        case .passFull, .passLimit: return HTTPProblem(status, .busy)
        default:
            var problem = self
            problem.kept = nil
            return problem
        }
    }

    /// Fields that no page repeats.
    private static let secrets = FormFields.secrets.union(["recovery-code"])

    static func methodNotAllowed(allowed: [HTTPRequest.Method]) -> HTTPProblem {
        let list = allowed.map(\.rawValue).joined(separator: ", ")
        return HTTPProblem(.methodNotAllowed, .methodNotAllowed, fields: [.allow: list])
    }

    package static func tooManyRequests(retryAfter: Duration) -> HTTPProblem {
        HTTPProblem(.tooManyRequests, .tooManyRequests, fields: [.retryAfter: Self.wholeSeconds(retryAfter)])
    }

    static func ownShare(retryAfter: Duration) -> HTTPProblem {
        HTTPProblem(.tooManyRequests, .ownShare, fields: [.retryAfter: Self.wholeSeconds(retryAfter)])
    }

    package static func busy(retryAfter: Duration) -> HTTPProblem {
        HTTPProblem(.serviceUnavailable, .busy, fields: [.retryAfter: Self.wholeSeconds(retryAfter)])
    }

    /// Retry-After is in whole seconds, rounded up.
    package static func wholeSeconds(_ duration: Duration) -> String {
        let (seconds, rest) = duration.components
        return String(max(seconds + (rest > 0 ? 1 : 0), 1))
    }

    /// For an answer that came without a page: Hummingbird's own errors.
    package init(status: HTTPResponse.Status) {
        switch status {
        case .notFound: self = .notFound
        case .contentTooLarge: self = .bodyTooLarge
        case .unsupportedMediaType: self = .unsupportedMediaType
        case .uriTooLong: self = .targetTooLong
        case .gone: self = .gone
        case .expectationFailed: self = .expectation
        case .serviceUnavailable: self = .unavailable
        case _ where status.kind == .clientError: self.init(status, .badField)
        default: self = .internal
        }
    }
}

/// What was sent, to be sent once more, and its place among all uploads.
package struct KeptForm: Sendable, Equatable {
    let fields: FormFields
    let place: FairSemaphore.Permit?

    package static func == (one: KeptForm, other: KeptForm) -> Bool { one.fields == other.fields }
}

extension Optional {
    /// What is there; where nothing is, it isn't found.
    package func found() throws(HTTPProblem) -> Wrapped {
        guard let self else { throw .notFound }
        return self
    }
}
