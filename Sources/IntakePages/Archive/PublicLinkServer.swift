import AsyncHTTPClient
import Fairness
import Foundation
import Glibc
package import NIOCore
import NIOHTTP1
import NIOPosix
package import Web

/// Asks over https alone, at addresses of the public network alone, without following anybody elsewhere.
///
/// A name is looked up once: what was checked is what is connected to, so that it can't lead inside a moment later.
package struct PublicLinkServer: LinkServer {
    /// The most bytes of an answer.
    package static let mostBytes = 16 << 20

    /// Its own threads, as many as there are questions: a name that nobody answers for keeps one for half a minute.
    private static let threads = {
        let threads = NIOThreadPool(numberOfThreads: Services.linksAtOnce)
        threads.start()
        return threads
    }()

    /// The name under which this server is reached itself.
    package var ownName: String?
    /// Whether an address may be asked; tests let this machine be one.
    var isAllowed: @Sendable (IPAddress) -> Bool
    var schemes: [String]

    package init(
        ownName: String? = nil,
        isAllowed: @escaping @Sendable (IPAddress) -> Bool = { $0.isPublic && !IPAddress.ofThisMachine.contains($0) },
        schemes: [String] = ["https"]
    ) {
        self.ownName = ownName
        self.isAllowed = isAllowed
        self.schemes = schemes
    }

    package func answer(
        at address: String, posting body: [UInt8]?, by deadline: NIODeadline,
        taking take: @escaping @Sendable (Int) throws(LinkRefusal) -> Void
    ) async throws -> LinkAnswer {
        guard let url = URL(string: address), let scheme = url.scheme, schemes.contains(scheme), url.user == nil,
            let host = url.host(percentEncoded: false), !host.isEmpty, host.utf8.allSatisfy(Self.isOfHost)
        else { throw LinkFault.insecure }
        // Who lends a name to a port of a service that nobody asks by https, asks for something else.
        guard let port = url.port(in: 1...65_535, usual: 443), port == 443 || port > 1_023 else {
            throw LinkFault.privateAddress
        }
        let found = await Self.lookUp(host)
        guard let first = found.first else { throw LinkFault.unreachable }
        // By its own name a server would ask itself, whatever address it has there.
        var own: [IPAddress] = []
        if let ownName { own = await Self.lookUp(ownName).compactMap { IPAddress($0) } }
        guard found.allSatisfy({ IPAddress($0).map { isAllowed($0) && !own.contains($0) } ?? false }) else {
            throw LinkFault.privateAddress
        }
        // The client's own deadline races with the answer: looking up may have taken all the time there was.
        guard .now() < deadline else { throw LinkFault.unreachable }
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        // Who asks for one opening makes one connection.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
        configuration.dnsOverride = [host: first.ipAddress ?? ""]
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let answer = try await Self.ask(address, body, deadline, client, take)
            try? await client.shutdown()
            return answer
        } catch {
            try? await client.shutdown()
            throw error is LinkFault || error is ShareRefusal ? error : LinkFault.unreachable
        }
    }

    /// Letters, digits and what divides them: a name that can be written in one way only, so that the one that is pinned is
    /// the one that is asked.
    private static func isOfHost(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":")].contains(byte)
    }

    private static func ask(
        _ address: String, _ body: [UInt8]?, _ deadline: NIODeadline, _ client: HTTPClient,
        _ take: @Sendable (Int) throws(LinkRefusal) -> Void
    ) async throws -> LinkAnswer {
        var request = HTTPClientRequest(url: address)
        request.headers.add(name: "User-Agent", value: "vaccinapp")
        request.headers.add(name: "Accept", value: "application/json, application/jose")
        if let body {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(body)
        }
        let response = try await client.execute(request, deadline: deadline)
        var answer: [UInt8] = []
        for try await part in response.body {
            guard answer.count + part.readableBytes <= mostBytes else { throw LinkFault.tooLarge }
            try take(part.readableBytes)
            answer += part.readableBytesView
        }
        return LinkAnswer(status: response.status.code, body: answer)
    }

    /// The addresses of a name, or the address that it is itself; none where it has none.
    private static func lookUp(_ host: String) async -> [SocketAddress] {
        let found = try? await threads.runIfActive { () -> [SocketAddress] in
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var list: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
            defer { freeaddrinfo(list) }
            var addresses: [SocketAddress] = []
            var next = list
            while let entry = next?.pointee {
                next = entry.ai_next
                guard let address = UnsafeRawPointer(entry.ai_addr) else { continue }
                switch entry.ai_family {
                case AF_INET: addresses.append(SocketAddress(address.loadUnaligned(as: sockaddr_in.self)))
                case AF_INET6: addresses.append(SocketAddress(address.loadUnaligned(as: sockaddr_in6.self)))
                default: break
                }
            }
            return addresses
        }
        return found ?? []
    }
}

extension IPAddress {
    /// Those of this machine's own network devices.
    static var ofThisMachine: [IPAddress] {
        ((try? System.enumerateDevices()) ?? []).compactMap { $0.address.flatMap { IPAddress($0) } }
    }

    /// Whether it is one of the public network: no machine of ours, of a private network or of nobody's.
    ///
    /// By IANA's registries of special addresses, <https://www.iana.org/assignments/iana-ipv4-special-registry> and
    /// `…ipv6-special-registry`; of IPv6 the global unicast addresses that lead to no IPv4.
    var isPublic: Bool {
        if isIPv4 {
            let address = UInt32(truncatingIfNeeded: low)
            return !Self.special4.contains { network, bits in (address ^ network) >> (32 - bits) == 0 }
        }
        return high >> 61 == 1 && !Self.special6.contains { network, bits in (high ^ network) >> (64 - bits) == 0 }
    }

    private static let special4: [(network: UInt32, bits: UInt32)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0x7F00_0000, 8), (0xA9FE_0000, 16), (0xAC10_0000, 12),
        (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
        (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 4), (0xF000_0000, 4),
    ]
    private static let special6: [(network: UInt64, bits: UInt64)] = [
        (0x2001_0000_0000_0000, 23), (0x2001_0DB8_0000_0000, 32), (0x2002_0000_0000_0000, 16),
        (0x3FFF_0000_0000_0000, 20),
    ]
}

/// Why a link of somebody else's can't be opened; each has a sentence of its own.
enum LinkFault: Error, Sendable, Equatable {
    case insecure
    case privateAddress
    case unreachable
    case tooLarge
    case passcodeWrong(left: Int?)
    case over
    case often
    case damaged
    case nothing

    /// The form's field that it belongs to.
    var field: String { if case .passcodeWrong = self { "passcode" } else { "link" } }
}
