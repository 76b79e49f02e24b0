import AsyncHTTPClient
import Lists
import NIOCore
import NIOHTTP1

/// Fetches a file, such as a feed: bounded in size, time and redirects.
enum FeedSource {
    /// Why a feed couldn't be fetched.
    enum Failure: Error, CustomStringConvertible {
        case status(UInt)
        case tooLarge
        case unreachable

        var description: String {
            switch self {
            case .status(let code): "The feed's server answered with status \(code)."
            case .tooLarge: "The feed is larger than 4 MiB."
            case .unreachable: "The feed's server can't be reached, or didn't answer within 30 seconds."
            }
        }
    }

    enum Answer {
        /// The feed, and what to remember of it.
        case bytes([UInt8], FeedMemory?)
        /// It is the version that was read last.
        case unchanged
    }

    /// How much of what is fetched.
    struct Bounds {
        let bytes: Int
        let accept: String
        let redirects: Int

        static let feed = Bounds(
            bytes: FeedReader.mostBytes, accept: "application/rss+xml, application/atom+xml, application/xml",
            redirects: 3)
    }

    /// The bytes at an http or https address, unless they are those of the version that is remembered.
    static func fetch(
        _ address: String, unless memory: FeedMemory?, within bounds: Bounds = .feed
    ) async throws -> Answer {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration =
            bounds.redirects == 0 ? .disallow : .follow(max: bounds.redirects, allowCycles: false)
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(15))
        configuration.httpVersion = .http1Only
        // A refused connection is refused again: report that at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let answer = try await get(address, memory, bounds, client)
            try? await client.shutdown()
            return answer
        } catch {
            try? await client.shutdown()
            throw error as? Failure ?? Failure.unreachable
        }
    }

    private static func get(
        _ address: String, _ memory: FeedMemory?, _ bounds: Bounds, _ client: HTTPClient
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: address)
        request.headers.add(name: "User-Agent", value: "vaccinapp")
        request.headers.add(name: "Accept", value: bounds.accept)
        if let tag = memory?.tag { request.headers.add(name: "If-None-Match", value: tag) }
        if let modified = memory?.modified { request.headers.add(name: "If-Modified-Since", value: modified) }
        let response = try await client.execute(request, timeout: .seconds(30))
        if response.status == .notModified, memory != nil { return .unchanged }
        guard response.status == .ok else { throw Failure.status(response.status.code) }
        do {
            let body = try await response.body.collect(upTo: bounds.bytes)
            let known = FeedMemory(
                address: address, tag: response.headers.first(name: "ETag"),
                modified: response.headers.first(name: "Last-Modified"))
            return .bytes(Array(body.readableBytesView), known)
        } catch is NIOTooManyBytesError {
            throw Failure.tooLarge
        }
    }
}
