import ByteCoding
import Crypto
import HTTPTypes
import Hummingbird
import Testing

@testable import Web
@testable import WebApp

@Suite("Tokens, cookies, limits", .timeLimit(.minutes(3)))
struct PiecesTests {
    private let plain = Client(nil)
    private let secure = Client(nil, isSecure: true)

    @Test func acceptsATokenForWhatItWasMadeForOnly() {
        let tokens = FormTokens(key: SymmetricKey(data: Array(0..<32)))
        let token = tokens.token(for: Array("session".utf8))
        #expect(token.utf8.count == 43)
        #expect(tokens.accepts(token, for: Array("session".utf8)))
        #expect(!tokens.accepts(token, for: Array("other".utf8)))
        #expect(!tokens.accepts(nil, for: Array("session".utf8)))
        #expect(!tokens.accepts("", for: Array("session".utf8)))
        #expect(!tokens.accepts(token + "=", for: Array("session".utf8)))
        #expect(!tokens.accepts(String(token.dropLast()) + "!", for: Array("session".utf8)))
        let others = FormTokens(key: SymmetricKey(data: Array(1..<33)))
        #expect(!others.accepts(token, for: Array("session".utf8)))
    }

    @Test func encodesBase64URLOneWayOnly() {
        #expect(Base64URL.encode([0xfb, 0xff, 0xfe]) == "-__-")
        for count in 0..<40 {
            let bytes = (0..<count).map { UInt8($0 * 37 & 0xff) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
        for bad in ["A", "AB=", "AB==", "A+", "A/", "AB", "A B", "é"] { #expect(Base64URL.decode(bad) == nil) }
    }

    @Test func setsCookiesThatStayHere() {
        let name = CookieName("session")
        #expect(SetCookie.set(name, "v", on: self.plain) == "session=v; Path=/; HttpOnly; SameSite=Lax")
        #expect(
            SetCookie.set(name, "v", maxAge: .seconds(60), on: self.secure)
                == "__Host-session=v; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure")
        #expect(SetCookie.clear(name, on: self.plain).contains("session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"))
    }

    @Test func readsACookieThatStandsOnce() {
        let name = CookieName("session")
        func read(_ fields: String..., on client: Client) -> String? {
            var head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
            for field in fields { head.headerFields.append(HTTPField(name: .cookie, value: field)) }
            return Request(head: head, body: RequestBody(buffer: ByteBuffer())).cookie(name, client)
        }
        #expect(read("a=1; session=x=y; b", on: self.plain) == "x=y")
        #expect(read("a=1", "session=x", on: self.plain) == "x")
        #expect(read("session=x; session=y", on: self.plain) == nil)
        #expect(read("session=x", "session=x", on: self.plain) == nil)
        #expect(read("mysession=x; sessions=y", on: self.plain) == nil)
        #expect(read("session=x", on: self.secure) == nil)
        #expect(read("__Host-session=x", on: self.secure) == "x")
    }

    @Test func letsABurstThroughAndThenOneAtATime() {
        let limiter = RateLimiter(burst: 3, refillEvery: .seconds(10))
        let start = ContinuousClock.now
        for _ in 0..<3 { #expect(limiter.take("a", now: start) == nil) }
        #expect(limiter.take("a", now: start) == .seconds(10))
        #expect(limiter.take("b", now: start) == nil)
        #expect(limiter.take("a", now: start + .seconds(4)) == .seconds(6))
        #expect(limiter.take("a", now: start + .seconds(10)) == nil)
        #expect(limiter.take("a", now: start + .seconds(10)) == .seconds(10))
        limiter.giveBack("a")
        limiter.giveBack("unknown")
        #expect(limiter.take("a", now: start + .seconds(10)) == nil)
        #expect(limiter.take("a", now: start + .seconds(10)) == .seconds(10), "one, and no more")
    }

    @Test func remembersSoManyKeysAndThoseThatAskMost() {
        let limiter = RateLimiter(burst: 2, refillEvery: .seconds(10), maximumKeys: 100)
        let start = ContinuousClock.now
        for _ in 0..<2 { _ = limiter.take("busy", now: start) }
        for key in 0..<10_000 { _ = limiter.take("k\(key)", now: start) }
        #expect(limiter.count <= 100)
        #expect(limiter.take("busy", now: start) != nil)
    }

    @Test func roundsRetryAfterUp() {
        let problem = HTTPProblem.tooManyRequests(retryAfter: .milliseconds(1500))
        #expect(problem.fields[.retryAfter] == "2")
        #expect(HTTPProblem.tooManyRequests(retryAfter: .zero).fields[.retryAfter] == "1")
    }

    @Test func knowsTheMethodsOfAPath() {
        let table: [(path: String, method: HTTPRequest.Method)] = [
            ("/passes", .get), ("/passes/new", .get), ("/passes/new", .post), ("/passes/{pass}", .get),
            ("/logout", .post),
        ]
        let allowed = AllowedMethods(table)
        #expect(allowed.methods(for: "/passes") == [.get, .head])
        #expect(allowed.methods(for: "/passes/new") == [.get, .head, .post])
        #expect(allowed.methods(for: "/passes/abc") == [.get, .head])
        #expect(allowed.methods(for: "/logout") == [.post])
        #expect(allowed.methods(for: "/passes/a/b").isEmpty)
        #expect(allowed.methods(for: "/").isEmpty)
    }

    @Test(arguments: [
        "/", "/passes", "/passes/", "/passes/a-b_c~d", "/a?b", "/a?b=c&d=%20%0a", "/a?x=//../", "/%C3%BC", "/a%20b",
    ])
    func takesAPlainTarget(target: String) {
        #expect(throws: Never.self) { try RequestChecks().checkTarget(target) }
    }

    @Test(arguments: [
        "", "*", "a", "//", "//evil.example/", "/a//b", "/a\\b", "/a%5cb", "/a%2fb", "/a%2Fb", "/%00", "/a%00b", "/%1f",
        "/%7f", "/%", "/%2", "/%2g", "/a?%", "/a?b=%00", "/a?%ff", "/%ff", "/%c0%af", "/..", "/../a", "/a/./b",
        "/%2e%2e/a",
        "/.%2e", "/a#b", "/a b", "/ü", "/a\u{1}", "http://a/", "/a?b=\u{7f}",
        "/a" + String(repeating: "%cc%81%cc%a3", count: 16), "/a?b=" + String(repeating: "%cc%81%cc%a3", count: 16),
    ])
    func refusesATargetThatIsNotPlain(target: String) {
        #expect(throws: HTTPProblem.badTarget) { try RequestChecks().checkTarget(target) }
    }
}
