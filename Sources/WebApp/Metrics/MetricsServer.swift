import HTTPTypes
import Hummingbird
import HummingbirdCore
import Lists
import Logging
import NIOCore
import ServiceLifecycle
import Web

/// Where metrics may be read: an address of this machine that no other can reach.
struct MetricsAddress: Sendable {
    let host: String
    let port: Int

    /// - Throws: ``ConfigurationError`` for any address but the loopback ones.
    init(host: String, port: Int) throws(ConfigurationError) {
        guard let address = IPAddress(host), address.isLoopback else {
            throw ConfigurationError(
                "metrics-host", "--metrics-host takes an address that only this machine reaches: 127.0.0.1 or ::1.")
        }
        self.host = host
        self.port = port
    }

    /// What to say to whoever starts the server, where nothing can listen there.
    var unableToListen: ConfigurationError {
        ConfigurationError(
            "metrics-port",
            "Metrics can't be served on \(host):\(port): something else listens there, or it is no address of "
                + "this machine. Choose another port with --metrics-port.")
    }

    /// Whether a Host field names this machine; another name would be a page elsewhere that a browser here opened.
    static func isOurs(_ authority: String?) -> Bool {
        guard let authority else { return false }
        let name =
            authority.hasPrefix("[")
            ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        return IPAddress.isLoopback(host: String(name))
    }
}

/// A server of its own for the metrics, apart from the users' port.
struct MetricsServer: Service {
    let address: MetricsAddress
    let page: @Sendable () async -> String
    let started: @Sendable (Int) async -> Void
    let logger: Logger

    func run() async throws {
        let router = Router()
        router.get("/metrics") { request, _ in
            guard MetricsAddress.isOurs(request.head.authority) else { return Response(status: .misdirectedRequest) }
            return Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: .init(byteBuffer: .init(string: await page())))
        }
        var limits = TransportLimits()
        limits.connections = 16
        limits.bodyBytes = 1024
        let transport = try Transport(limits: limits, host: address.host, port: address.port)
        let application = Application(
            responder: router.buildResponder(), server: transport.builder,
            configuration: transport.applicationConfiguration,
            onServerRunning: { channel in await started(channel.localAddress?.port ?? 0) }, logger: logger)
        do {
            try await application.run()
        } catch is IOError {
            throw address.unableToListen
        }
    }
}
