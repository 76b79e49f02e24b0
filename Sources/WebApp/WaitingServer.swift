import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Logging
import People
import Synchronization
package import Vault
import VaultStorage
import Web

/// Answers while the database isn't there yet: alive, not ready, and a sentence for everybody else.
package struct WaitingServer: Sendable {
    let configuration: Configuration
    let logger: Logger

    package init(_ configuration: Configuration, logger: Logger) {
        (self.configuration, self.logger) = (configuration, logger)
    }

    /// Opens the accounts as soon as their database answers.
    ///
    /// - Parameters:
    ///   - open: Opens them; blocks.
    ///   - started: Called with the port once the server listens.
    ///   - ending: Called when it is asked to end meanwhile, with the signal's name.
    /// - Returns: Nil when it was asked to end.
    /// - Throws: whatever else than `databaseAway` keeps them from being opened.
    package func accounts(
        _ open: @escaping @Sendable () throws -> Accounts, started: @escaping @Sendable (Int) async -> Void,
        ending: @escaping @Sendable (String) -> Void
    ) async throws -> Accounts? {
        let transport = try Transport(configuration)
        let application = Application(
            responder: try responder(), server: transport.builder, configuration: transport.applicationConfiguration,
            onServerRunning: { channel in await started(channel.localAddress?.port ?? 0) }, logger: logger)
        let opened = Opened()
        do {
            try await transport.run(
                application, logger: logger, until: { await opened.become(open) }, ending: ending)
        } catch {
            throw configuration.unableToListen(error)
        }
        return try opened.result.withLock { $0 }?.get()
    }

    private func responder() throws -> MiddlewareStack<WaitingResponder> {
        let localization = try Localization(directory: configuration.resource("Localization"))
        return MiddlewareStack(
            inner: WaitingResponder(),
            configuration: try configuration.middleware,
            methods: AllowedMethods([]), logger: logger,
            page: { problem, request, _ in
                let words = localization.negotiate(request.headers[.acceptLanguage])
                let page = ProblemPage(problem, request)
                return Response(
                    status: problem.status,
                    headers: [.contentType: "text/plain; charset=utf-8", .contentLanguage: words.code],
                    body: .init(byteBuffer: .init(string: "\(page.title(words))\n\n\(page.text(words))\n")))
            })
    }

    /// The accounts, or why they can't be opened.
    private final class Opened: Sendable {
        let result = Mutex<Result<Accounts, any Error>?>(nil)

        /// Tries once a second until they are open, or waiting doesn't help any more.
        func become(_ open: @escaping @Sendable () throws -> Accounts) async {
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                let tried = await withCheckedContinuation { continuation in
                    DispatchQueue.global().async { continuation.resume(returning: Result { try open() }) }
                }
                if case .failure(let error as VaultError) = tried, error.code == .databaseAway { continue }
                return result.withLock { $0 = tried }
            }
        }
    }
}

/// What a server says without its database.
private struct WaitingResponder: HTTPResponder {
    func respond(to request: Request, context: AppContext) async throws -> Response {
        switch request.uri.path {
        case Links.live(): return HealthAnswer.live
        case Links.ready(): return HealthAnswer.notReady("the database can't be reached yet")
        default: throw HTTPProblem.unavailable.caused(by: VaultError.Code.databaseAway.rawValue)
        }
    }
}
