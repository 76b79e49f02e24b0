import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import WebApp

/// Fetches a feed: bounded in size, time and redirects.
enum FeedSource {
    /// Why a feed couldn't be fetched.
    enum Failure: Error, CustomStringConvertible {
        case status(UInt)
        case tooLarge
        case unreachable

        /// The failure in a sentence.
        var description: String {
            switch self {
            case .status(let code): "The feed's server answered with status \(code)."
            case .tooLarge: "The feed is larger than 4 MiB."
            case .unreachable: "The feed's server can't be reached, or didn't answer within 30 seconds."
            }
        }
    }

    /// The bytes at an http or https address.
    static func fetch(_ address: String) async throws -> [UInt8] {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .follow(max: 3, allowCycles: false)
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(15))
        configuration.httpVersion = .http1Only
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let bytes = try await get(address, client)
            try? await client.shutdown()
            return bytes
        } catch {
            try? await client.shutdown()
            throw error as? Failure ?? Failure.unreachable
        }
    }

    private static func get(_ address: String, _ client: HTTPClient) async throws -> [UInt8] {
        var request = HTTPClientRequest(url: address)
        request.headers.add(name: "User-Agent", value: "vaccinapp")
        request.headers.add(name: "Accept", value: "application/rss+xml, application/atom+xml, application/xml")
        let response = try await client.execute(request, timeout: .seconds(30))
        guard response.status == .ok else { throw Failure.status(response.status.code) }
        do {
            return Array(try await response.body.collect(upTo: FeedReader.mostBytes).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw Failure.tooLarge
        }
    }
}
