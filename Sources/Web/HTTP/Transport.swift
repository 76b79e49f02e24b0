package import Hummingbird
package import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import NIOSSL
package import ServiceLifecycle
import UnixSignals

/// A certificate chain and its private key, each a PEM file.
package struct TLSFiles: Sendable {
    package let certificate: String
    package let key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// What keeps the server from starting; the file is the operator's own to know.
enum TransportError: Error, Equatable, CustomStringConvertible {
    case unreadableCertificate(file: String)
    case unreadableKey(file: String)
    case badProxy(String)

    var description: String {
        switch self {
        case .unreadableCertificate(let file): "The TLS certificate \(file) can't be read as PEM."
        case .unreadableKey(let file): "The TLS key \(file) can't be read as PEM."
        case .badProxy(let text):
            "--trusted-proxy takes addresses and networks, such as 127.0.0.1, ::1 or 10.0.0.0/8, and no names: '\(text)' is "
                + "neither."
        }
    }
}

/// The whole of what we ask of Hummingbird's server and SwiftNIO under it.
package struct Transport: Sendable {
    package let builder: HTTPServerBuilder
    package let applicationConfiguration: ApplicationConfiguration
    package let usesTLS: Bool
    private let limits: TransportLimits
    private let registry: ConnectionRegistry

    package init(
        limits: TransportLimits = TransportLimits(),
        host: String,
        port: Int,
        tls: TLSFiles? = nil,
        trustedProxies: [TrustedProxy] = []
    ) throws {
        let registry = ConnectionRegistry(limits: limits, trustedProxies: trustedProxies)
        let plain = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [ConnectionGuard(limits: limits, registry: registry)],
                idleTimeout: TimeAmount(limits.idleTimeout),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.headerBytes,
                    maxHeaderListSize: limits.headerBytes,
                    maxHeaderFieldCount: limits.headerFields
                )
            )
        )
        self.builder = try tls.map { try .tls(plain, tlsConfiguration: Self.configuration($0)) } ?? plain
        self.applicationConfiguration = ApplicationConfiguration(address: .hostname(host, port: port))
        self.usesTLS = tls != nil
        self.limits = limits
        self.registry = registry
    }

    /// Open connections, for tests.
    var openConnections: Int { self.registry.count }

    /// Connections, for the metrics.
    package var connections: ConnectionCounters { self.registry.tally }

    /// Runs until SIGTERM or SIGINT; then requests in progress have `TransportLimits.shutdown` to end.
    ///
    /// - Parameters:
    ///   - delay: How long after SIGTERM all goes on, so that whoever sends users here can stop; a second signal ends it
    ///     at once, and SIGINT, which comes from a terminal, doesn't wait.
    ///   - until: When this returns it ends too.
    ///   - ending: Called at the first signal, with its name.
    package func run(
        _ application: some Service, delay: Duration = .zero, logger: Logger,
        until: (@Sendable () async -> Void)? = nil, ending: @escaping @Sendable (String) -> Void
    ) async throws {
        let group = ServiceGroup(configuration: .init(services: [self.bounded(application)], logger: logger))
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let listening = Task { [registry] in
            var end: Task<Void, Never>?
            for await signal in signals {
                if let end {
                    end.cancel()
                    registry.closeAll()
                } else {
                    ending(signal == .sigint ? "SIGINT" : "SIGTERM")
                    end = Task {
                        if signal != .sigint { try? await Task.sleep(for: delay) }
                        await group.triggerGracefulShutdown()
                    }
                }
            }
        }
        let lasting = until.map { until in
            Task {
                await until()
                await group.triggerGracefulShutdown()
            }
        }
        defer {
            listening.cancel()
            lasting?.cancel()
        }
        try await group.run()
    }

    /// The application as a service whose graceful shutdown ends in time.
    func bounded(_ application: some Service) -> some Service {
        BoundedShutdown(base: application, registry: self.registry, limit: self.limits.shutdown)
    }

    /// TLS 1.2 or later, with BoringSSL's own choice of suites.
    private static func configuration(_ files: TLSFiles) throws -> TLSConfiguration {
        guard let chain = try? NIOSSLCertificate.fromPEMFile(files.certificate), !chain.isEmpty else {
            throw TransportError.unreadableCertificate(file: files.certificate)
        }
        guard let key = try? NIOSSLPrivateKey(file: files.key, format: .pem) else {
            throw TransportError.unreadableKey(file: files.key)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }
}

/// Lets a service end by itself for a while, then closes its connections under it.
private struct BoundedShutdown<Base: Service>: Service {
    let base: Base
    let registry: ConnectionRegistry
    let limit: Duration

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await self.base.run()
        } onGracefulShutdown: {
            Task {
                try? await Task.sleep(for: self.limit)
                self.registry.closeAll()
            }
        }
    }
}
