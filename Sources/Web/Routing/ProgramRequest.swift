package import Hummingbird

/// One request by another program: no cookies, no account, no language.
package struct ProgramRequest: ServedRequest, Sendable {
    package let services: Services
    package let request: Request
    package let client: Client

    /// Counts what may be done so often: by the client, unless by something else.
    package func limit(_ limiter: RateLimiter, by key: String? = nil) throws(HTTPProblem) {
        if let wait = limiter.take(key ?? client.address.key) { throw .tooManyRequests(retryAfter: wait) }
    }
}
