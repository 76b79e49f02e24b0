import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

@testable import Web
@testable import WebApp

/// The least context that `MiddlewareStack` works with.
struct TestContext: ClientContext {
    var coreContext: CoreRequestContextStorage
    var client: Client

    init(source: ApplicationRequestContextSource) {
        self.coreContext = .init(source: source)
        self.client = Client(channel: source.channel)
    }
}

/// Keeps log lines for a test to read.
final class LogLines: LogHandler, @unchecked Sendable {
    // Safe: every access to the lines holds the lock.
    private let lock = NIOLockedBox<[String]>([])
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { self.metadata[key] }
        set { self.metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let metadata = self.metadata.merging(event.metadata ?? [:]) { $1 }
        let line = metadata.map { "\($0)=\($1)" }.sorted().joined(separator: " ")
        self.lock.withLock { $0.append("\(event.message) \(line)") }
    }

    var lines: [String] { self.lock.withLock { $0 } }

    var logger: Logger { Logger(label: "test") { _ in self } }
}

func quietLogger() -> Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

/// Everything a transport test asks for: an echo of what came, a page as large as wanted, one that takes long.
func testRouter() -> Router<TestContext> {
    let router = Router(context: TestContext.self)
    router.get("/") { _, _ in "hello" }
    router.get("/large/{bytes}") { _, context in
        let bytes = context.parameters.get("bytes", as: Int.self) ?? 0
        return ByteBuffer(repeating: 0x61, count: bytes)
    }
    router.get("/slow") { _, _ in
        try await Task.sleep(for: .seconds(3_600))
        return "late"
    }
    router.post("/echo") { request, _ in try await request.body.collect(upTo: 1 << 20) }
    router.post("/deaf") { _, _ in "never read it" }
    router.post("/form") { request, _ in
        let form = try await request.formFields(taking: { _ in })
        return form.names.map { "\($0)=\(form[$0] ?? "")" }.joined(separator: ";")
    }
    router.post("/files") { request, _ in
        let form = try await request.multipartForm()
        return form.files.map { "\($0.fileName):\($0.bytes.count)" }.joined(separator: ";")
    }
    router.get("/people/{person}/pets") { _, _ in "pets" }
    router.get("/broken") { _, _ -> String in throw TestFailure(text: "Erika Mustermann") }
    return router
}

struct TestFailure: Error { let text: String }

func testApplication(
    configuration: MiddlewareConfiguration = MiddlewareConfiguration(), statics: StaticFiles = StaticFiles(),
    transport: Transport? = nil, logger: Logger = quietLogger(),
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
) -> Application<MiddlewareStack<RouterResponder<TestContext>>> {
    let router = testRouter()
    let edge = MiddlewareStack(
        inner: router.buildResponder(), configuration: configuration, statics: statics,
        methods: AllowedMethods(router.routes.map { ($0.path.description, $0.method) }), logger: logger
    ) { problem, _, _ in
        Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "problem: \(problem.code)")))
    }
    return Application(
        responder: edge, server: transport?.builder ?? .http1(),
        configuration: transport?.applicationConfiguration ?? .init(), onServerRunning: onServerRunning,
        logger: quietLogger())
}

/// Runs a server on a free port of the loopback address while `test` runs.
func withServer(
    limits: TransportLimits = TransportLimits(), tls: TLSFiles? = nil, trustedProxies: [TrustedProxy] = [],
    _ test: @escaping @Sendable (_ port: Int, _ transport: Transport) async throws -> Void
) async throws {
    let transport = try Transport(
        limits: limits, host: "127.0.0.1", port: 0, tls: tls, trustedProxies: trustedProxies)
    let (ports, found) = AsyncStream.makeStream(of: Int.self)
    let application = testApplication(
        configuration: MiddlewareConfiguration(trustedProxies: trustedProxies, usesTLS: transport.usesTLS),
        transport: transport
    ) { channel in
        found.yield(channel.localAddress?.port ?? 0)
        found.finish()
    }
    let group = ServiceGroup(
        configuration: .init(services: [transport.bounded(application)], logger: quietLogger()))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { found.finish() }
            try await group.run()
        }
        for await port in ports {
            do {
                try await test(port, transport)
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
        }
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
    }
}
