import Hummingbird

/// One request by another program: no cookies, no account, no language.
struct ProgramRequest: ServedRequest, Sendable {
    let services: Services
    let request: Request
    let client: Client

    /// Counts what may be done so often: by the client, unless by something else.
    func limit(_ limiter: RateLimiter, by key: String? = nil) throws(HTTPProblem) {
        if let wait = limiter.take(key ?? client.address.key) { throw .tooManyRequests(retryAfter: wait) }
    }
}
