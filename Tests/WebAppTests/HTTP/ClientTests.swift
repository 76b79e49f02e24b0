import HTTPTypes
import Hummingbird
import Testing

@testable import Web
@testable import WebApp

@Suite("Who a client is", .timeLimit(.minutes(3)))
struct ClientTests {
    private let proxies = ["10.0.0.0/8", "fd00::1"].compactMap { try? TrustedProxy($0) }

    private func client(
        _ peer: String, for hops: [String] = [], scheme: String? = nil, usesTLS: Bool = false
    ) -> Client {
        var fields = HTTPFields()
        for hop in hops { fields.append(HTTPField(name: .init("X-Forwarded-For") ?? .from, value: hop)) }
        if let scheme { fields.append(HTTPField(name: .init("X-Forwarded-Proto") ?? .from, value: scheme)) }
        return Client(IPAddress(peer)).seen(through: self.proxies, fields: fields, usesTLS: usesTLS)
    }

    @Test func believesNobodyButAProxyThatIsNamed() {
        let client = self.client("192.0.2.1", for: ["198.51.100.7"], scheme: "https")
        #expect(client.address.ip == IPAddress("192.0.2.1"))
        #expect(!client.isSecure)
    }

    @Test func takesTheLastAddressThatIsNoProxys() {
        let client = self.client("10.1.2.3", for: ["6.6.6.6, 198.51.100.7", " 10.9.9.9"], scheme: "https")
        #expect(client.address.ip == IPAddress("198.51.100.7"))
        #expect(client.isSecure)
        #expect(self.client("fd00::1", for: ["198.51.100.7:4711"]).address.ip == IPAddress("198.51.100.7"))
        #expect(self.client("fd00::1", for: ["[2001:db8::5]:4711"]).address.ip == IPAddress("2001:db8::5"))
        #expect(self.client("10.1.2.3", for: ["198.51.100.7, garbage"]).address.ip == IPAddress("10.1.2.3"))
    }

    @Test func asksWithTheSchemeThatItUses() {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "a.example:8443", path: "/")
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        #expect(self.client("192.0.2.1", usesTLS: true).origin(of: request) == "https://a.example:8443")
        #expect(self.client("10.1.2.3", scheme: "https").origin(of: request) == "https://a.example:8443")
        #expect(self.client("192.0.2.1").origin(of: request) == "http://a.example:8443")
    }

    @Test func isSecureUnderOurOwnTLSAndByTheProxysWord() {
        #expect(self.client("192.0.2.1", usesTLS: true).isSecure)
        #expect(!self.client("10.1.2.3", scheme: "http").isSecure)
        #expect(!self.client("10.1.2.3", scheme: "https, http").isSecure)
    }

    @Test func countsIPv6BySubnetAndIPv4ByAddress() {
        #expect(self.client("2001:db8:1:2::3").address.key == self.client("2001:db8:1:2:ffff::4").address.key)
        #expect(self.client("2001:db8:1:2::3").address.key != self.client("2001:db8:1:3::3").address.key)
        #expect(self.client("192.0.2.1").address.key != self.client("192.0.2.2").address.key)
        #expect(self.client("192.0.2.1").address.key == "192.0.2.1")
        #expect(self.client("192.0.2.1").address.network == "192.0.2.0/24")
        #expect(self.client("192.0.2.255").address.network == "192.0.2.0/24")
        #expect(self.client("2001:db8:1:2ff::3").address.network == "2001:db8:1:200::/56")
        #expect(self.client("2001:db8:1:300::3").address.network == "2001:db8:1:300::/56")
        #expect(self.client("2001:db8:1:2::3").address.key == "2001:db8:1:2::")
        #expect(self.client("192.0.2.1").address.key == self.client("::ffff:192.0.2.1").address.key)
    }

    @Test(arguments: ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8", "::1/129", "10.0.0.0/", "localhost"])
    func refusesAProxyThatIsNoAddress(text: String) {
        #expect(throws: TransportError.badProxy(text)) { try TrustedProxy(text) }
    }

    @Test func matchesNetworksOfEveryLength() throws {
        for (network, inside, outside) in [
            ("0.0.0.0/0", "255.255.255.255", "::1"), ("10.0.0.0/9", "10.127.0.1", "10.128.0.1"),
            ("192.0.2.1/32", "192.0.2.1", "192.0.2.2"), ("2001:db8::/32", "2001:db8:ffff::", "2001:db9::"),
            ("2001:db8::/64", "2001:db8::ffff:0:0:1", "2001:db8:0:1::"), ("::1", "::1", "::2"),
            ("2001:db8::/96", "2001:db8::1.2.3.4", "2001:db8::1:0:0"),
        ] {
            let proxy = try TrustedProxy(network)
            #expect(try proxy.contains(#require(IPAddress(inside))), "\(network)")
            #expect(try !proxy.contains(#require(IPAddress(outside))), "\(network)")
        }
    }
}
