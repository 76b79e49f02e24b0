import HTTPTypes
package import Hummingbird
package import Logging

package struct MiddlewareConfiguration: Sendable {
    /// Proxies whose forwarding fields are believed.
    package var trustedProxies: [TrustedProxy]
    /// Whether we speak TLS ourselves.
    package var usesTLS: Bool
    /// Bounds of a request's head and body.
    package var checks = RequestChecks()
    /// Routes that pages of any site may send something to: no cookie takes part in them.
    package var anySite = AllowedMethods([])
    /// How long a handler may take, not counting the bytes it waits for.
    package var handlerTime = Duration.seconds(30)
    /// The slowest body that is waited for, in bytes a second.
    var bodyRate = TransportLimits().bodyRate
    package var metrics = RequestMetrics()
    package var headers = SecurityHeaders()

    package init(trustedProxies: [TrustedProxy] = [], usesTLS: Bool = false) {
        (self.trustedProxies, self.usesTLS) = (trustedProxies, usesTLS)
    }

    /// How long the answer to a request may take: a large upload gets the time that its bytes need.
    package func time(for request: Request) -> Duration {
        guard request.method != .get, request.method != .head else { return self.handlerTime }
        let length = request.headers[.contentLength].flatMap { Int(typed: $0, in: 0...1 << 40) }
        let bytes = length ?? self.checks.maximumBody(request.uri.path)
        return self.handlerTime + .seconds(bytes / max(self.bodyRate, 1))
    }
}

/// What every request passes on its way to the router and every response on its way back, also a 404's and a 405's.
package struct MiddlewareStack<Inner: HTTPResponder>: HTTPResponder where Inner.Context: ClientContext {
    package typealias Context = Inner.Context
    /// Makes the error page, in the reader's language; `MiddlewareStack` sets its status and fields.
    package typealias ProblemPage = @Sendable (HTTPProblem, Request, Context) async -> Response

    private let inner: Inner
    private let configuration: MiddlewareConfiguration
    private let statics: StaticFiles
    private let methods: AllowedMethods
    private let page: ProblemPage
    private let log: RequestLog
    private let crossSite = CrossSiteGuard()
    private let padding = Padding()

    package init(
        inner: Inner,
        configuration: MiddlewareConfiguration = MiddlewareConfiguration(),
        statics: StaticFiles = StaticFiles(),
        methods: AllowedMethods,
        logger: Logger,
        page: @escaping ProblemPage
    ) {
        self.inner = inner
        self.configuration = configuration
        self.statics = statics
        self.methods = methods
        self.page = page
        self.log = RequestLog(logger: logger)
    }

    package func respond(to request: Request, context: Context) async throws -> Response {
        // Whoever has sent a thousand requests at once lets others go after each.
        await Task.yield()
        let start = ContinuousClock.now
        var context = context
        if context.client.speaksForOthers(than: self.configuration.trustedProxies, fields: request.headers) {
            self.log.warnOfProxy()
        }
        context.client = context.client.seen(
            through: self.configuration.trustedProxies, fields: request.headers, usesTLS: self.configuration.usesTLS)
        var (response, problem) = await self.answer(request, context)
        if let problem {
            response = await self.page(problem, request, context)
            response.status = problem.status
            for field in problem.fields { response.headers[field.name] = field.value }
        }
        self.configuration.headers.apply(to: &response, client: context.client)
        self.padding.apply(to: &response, of: request)
        let duration = start.duration(to: .now)
        self.log.write(
            request, route: context.endpointPath, response: response, problem: problem, duration: duration)
        self.configuration.metrics.count(
            RequestLog.name(of: request.method), pattern: context.endpointPath, status: response.status,
            duration: duration)
        // Who watches whether the server is ready counts that for themselves.
        if response.status.kind == .serverError, context.endpointPath?.hasPrefix("/health/") != true {
            self.configuration.metrics.countProblem(problem.map { $0.cause ?? $0.code.rawValue } ?? "other")
        }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// The answer, or why there is none.
    private func answer(_ request: Request, _ context: Context) async -> (Response, HTTPProblem?) {
        do {
            try self.configuration.checks.check(request)
            if !self.configuration.anySite.methods(for: request.uri.path).contains(request.method) {
                try self.crossSite.check(request, client: context.client)
            }
            if let file = try self.statics.response(to: request) {
                context.coreContext.endpointPath.value = "/static/**"
                return (file, nil)
            }
            let inner = request.method == .head ? Self.asGet(request) : request
            // What only reads ends with its client.
            let isWanted = inner.method == .get ? context.client.isConnected : nil
            let response = try await withTimeLimit(self.configuration.time(for: request), while: isWanted) {
                try await self.inner.respond(to: inner, context: context)
            }
            return (response, self.problem(of: response, request, context))
        } catch let problem as HTTPProblem {
            return (Response(status: problem.status), problem)
        } catch {
            let problem = HTTPProblem.internal.caused(by: String(describing: type(of: error)))
            return (Response(status: problem.status), problem)
        }
    }

    /// Hummingbird's own errors come as a status without a page.
    private func problem(of response: Response, _ request: Request, _ context: Context) -> HTTPProblem? {
        guard response.status.code >= 400, response.body.contentLength == 0 else { return nil }
        guard response.status == .notFound, context.endpointPath == "NotFound" else {
            return HTTPProblem(status: response.status)
        }
        let allowed = self.methods.methods(for: request.uri.path)
        return allowed.isEmpty ? .notFound : .methodNotAllowed(allowed: allowed)
    }

    /// HEAD is GET without the body; what body the request has is not read.
    private static func asGet(_ request: Request) -> Request {
        var head = request.head
        head.method = .get
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }
}
