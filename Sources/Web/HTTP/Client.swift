import HTTPTypes
package import Hummingbird
import NIOCore

/// Who sent a request, as far as the connection tells: for rate limits and cookies, never for the log.
package struct Client: Sendable {
    /// The other end of the connection, or whom a trusted proxy names.
    package private(set) var address: ClientAddress
    /// Whether the browser's side of the connection is encrypted, by us or by a trusted proxy.
    private(set) var isSecure: Bool

    /// Whether the connection is still open.
    var isConnected: @Sendable () -> Bool = { true }

    init(channel: any Channel) {
        self.init(IPAddress(channel.remoteAddress))
        // One that was never active is a test's.
        if channel.isActive { self.isConnected = { channel.isActive } }
    }

    init(_ address: IPAddress?, isSecure: Bool = false) {
        self.address = ClientAddress(ip: address)
        self.isSecure = isSecure
    }

    /// Whether a client that isn't trusted names another one that it speaks for.
    func speaksForOthers(than proxies: [TrustedProxy], fields: HTTPFields) -> Bool {
        guard let address = self.address.ip, let name = Self.forwardedFor, fields[name] != nil else { return false }
        return !proxies.contains { $0.contains(address) }
    }

    /// The client behind the proxies: the last address in X-Forwarded-For which is no trusted proxy's own.
    func seen(through proxies: [TrustedProxy], fields: HTTPFields, usesTLS: Bool) -> Client {
        var client = self
        client.isSecure = usesTLS || self.isSecure
        guard let address = self.address.ip, proxies.contains(where: { $0.contains(address) }) else { return client }
        if let scheme = Self.list(fields, Self.forwardedScheme).last {
            client.isSecure = scheme.lowercased() == "https"
        }
        for text in Self.list(fields, Self.forwardedFor).suffix(Self.maximumHops).reversed() {
            guard let hop = Self.address(text) else { break }
            client.address = ClientAddress(ip: hop)
            guard proxies.contains(where: { $0.contains(hop) }) else { break }
        }
        return client
    }

    /// The origin that it asks at, as far as it tells.
    package func origin(of request: Request) -> String? {
        request.head.authority.map { "\(self.isSecure ? "https" : "http")://\($0)" }
    }

    private static let maximumHops = 16
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    private static let forwardedScheme = HTTPField.Name("X-Forwarded-Proto")

    private static func list(_ fields: HTTPFields, _ name: HTTPField.Name?) -> [String] {
        guard let name else { return [] }
        return fields[values: name].flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" } }
    }

    /// `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` or `[2001:db8::1]:4711`.
    private static func address(_ text: String) -> IPAddress? {
        if text.first == "[", let end = text.firstIndex(of: "]") {
            return IPAddress(String(text[text.index(after: text.startIndex)..<end]))
        }
        let colons = text.count { $0 == ":" }
        return IPAddress(colons == 1 ? String(text.prefix { $0 != ":" }) : text)
    }
}

/// The address of a client; nil in process and on a local socket.
package struct ClientAddress: Hashable, Sendable {
    let ip: IPAddress?

    /// What limits count by.
    package var key: String { self.ip?.key ?? "local" }

    /// What strangers have many addresses in.
    package var network: String { self.ip?.network ?? "local" }
}

/// A request context that carries the client; `MiddlewareStack` sets it before anything else runs.
package protocol ClientContext: RequestContext {
    var client: Client { get set }
}
