import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// One line a request, without anything that tells whose it is: no path, no query, no address, no name.
final class RequestLog: Sendable {
    let logger: Logger
    private let hasWarned = Atomic(false)

    init(logger: Logger) { self.logger = logger }

    /// Says once that somebody names clients and isn't believed.
    func warnOfProxy() {
        guard !self.hasWarned.exchange(true, ordering: .relaxed) else { return }
        self.logger.warning(
            """
            A request names another client in X-Forwarded-For, and who sent it isn't trusted to: if that is your proxy, \
            name it with --trusted-proxy, or all its users count as one address
            """)
    }

    /// - Parameters:
    ///   - route: the route's pattern, such as `/passes/{pass}`.
    ///   - problem: what went wrong, when something did, with the vault's own words for it or the type of an error nobody
    ///     expected; no other error's text is ever logged, since it may hold anything.
    func write(
        _ request: Request, route: String?, response: Response, problem: HTTPProblem?, duration: Duration
    ) {
        let (seconds, attoseconds) = duration.components
        var metadata: Logger.Metadata = [
            "method": .string(Self.name(of: request.method)),
            "route": .string(route ?? "-"),
            "status": .stringConvertible(response.status.code),
            "us": .stringConvertible(seconds * 1_000_000 + attoseconds / 1_000_000_000_000),
            "bytes": .stringConvertible(response.body.contentLength ?? 0),
        ]
        if let problem { metadata["problem"] = .string(problem.code.rawValue) }
        if let cause = problem?.cause { metadata["cause"] = .string(cause) }
        if let reason = problem?.reason {
            metadata["reason"] = .string("\"\(reason.replacing("\"", with: "'"))\"")
        }
        self.logger.log(level: response.status.code >= 500 ? .error : .info, "request", metadata: metadata)
    }

    /// A method is any word the client likes: only those we know are written.
    static func name(of method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .post, .put, .delete, .patch, .options, .trace, .connect: method.rawValue
        default: "other"
        }
    }
}
