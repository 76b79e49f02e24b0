import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Web
@testable import WebApp

@Suite("The edge round the router", .timeLimit(.minutes(3)))
struct EdgeTests {
    private func ask(
        _ uri: String, _ method: HTTPRequest.Method = .get, fields: HTTPFields = [:], body: String? = nil,
        configuration: MiddlewareConfiguration = MiddlewareConfiguration(), lines: LogLines = LogLines()
    ) async throws -> TestResponse {
        var statics = StaticFiles()
        try statics.add(name: "style.css", bytes: Array("p{}".utf8))
        let application = testApplication(configuration: configuration, statics: statics, logger: lines.logger)
        return try await application.test(.router) { client in
            try await client.execute(
                uri: uri, method: method, headers: fields, body: body.map { ByteBuffer(string: $0) })
        }
    }

    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

    @Test func putsItsFieldsOnEveryResponse() async throws {
        for uri in ["/", "/none", "/static/style.css", "/static/none.css", "/%00", "/broken"] {
            let response = try await self.ask(uri)
            #expect(response.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true, "\(uri)")
            #expect(response.headers[.contentSecurityPolicy]?.contains("unsafe") == false)
            #expect(response.headers[.xContentTypeOptions] == "nosniff")
            #expect(response.headers[.strictTransportSecurity] == nil)
            let isFile = uri == "/static/style.css"
            #expect(response.headers[.cacheControl] == (isFile ? "no-cache" : "no-store"))
        }
    }

    @Test func asksForEncryptionToStayUnderTLS() async throws {
        let response = try await self.ask("/", configuration: MiddlewareConfiguration(usesTLS: true))
        #expect(response.headers[.strictTransportSecurity] == "max-age=31536000")
    }

    @Test func answersHeadWithoutABody() async throws {
        let response = try await self.ask("/", .head)
        #expect(response.status == .ok)
        #expect(response.headers[.contentLength] == "5")
        #expect(response.body.readableBytes == 0)
        #expect(try await self.ask("/static/style.css", .head).headers[.contentLength] == "3")
    }

    @Test func tellsAMethodThatIsMissingFromAPageThatIs() async throws {
        #expect(try await self.ask("/none").status == .notFound)
        let response = try await self.ask("/people/1/pets", .post)
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == "GET, HEAD")
        #expect(String(buffer: response.body) == "problem: methodNotAllowed")
        #expect(try await self.ask("/echo").headers[.allow] == "POST")
    }

    @Test func showsNothingOfAnUnexpectedError() async throws {
        let lines = LogLines()
        let response = try await self.ask("/broken", lines: lines)
        #expect(response.status == .internalServerError)
        #expect(String(buffer: response.body) == "problem: internal")
        #expect(lines.lines.joined().contains("cause=TestFailure"))
        #expect(!lines.lines.joined().contains("Mustermann"))
    }

    @Test func saysOnceThatAProxyIsNotTrusted() async throws {
        let lines = LogLines()
        let application = testApplication(logger: lines.logger)
        try await application.test(.live) { client in
            for _ in 0..<3 {
                _ = try await client.execute(
                    uri: "/", method: .get, headers: [.init("X-Forwarded-For") ?? .accept: "198.51.100.7"])
            }
        }
        let warnings = lines.lines.filter { $0.contains("--trusted-proxy") }
        #expect(warnings.count == 1 && !warnings.joined().contains("198.51"))
    }

    @Test func believesAProxyWithoutAWord() async throws {
        let lines = LogLines()
        let configuration = MiddlewareConfiguration(
            trustedProxies: [try TrustedProxy("127.0.0.1"), try TrustedProxy("::1")])
        let application = testApplication(configuration: configuration, logger: lines.logger)
        try await application.test(.live) { client in
            _ = try await client.execute(
                uri: "/", method: .get, headers: [.init("X-Forwarded-For") ?? .accept: "198.51.100.7"])
        }
        #expect(!lines.lines.contains { $0.contains("--trusted-proxy") })
    }

    @Test func endsAHandlerThatTakesTooLong() async throws {
        var configuration = MiddlewareConfiguration()
        configuration.handlerTime = .milliseconds(50)
        #expect(try await self.ask("/slow", configuration: configuration).status == .serviceUnavailable)
    }

    @Test func givesAnUploadTheTimeThatItsBytesNeed() {
        var configuration = MiddlewareConfiguration()
        configuration.handlerTime = .seconds(30)
        configuration.bodyRate = 1000
        configuration.checks.maximumBody = { $0 == "/files" ? 9_000 : 1_000 }
        func time(_ method: HTTPRequest.Method, _ path: String, length: String? = nil) -> Duration {
            var head = HTTPRequest(method: method, scheme: "http", authority: "a", path: path)
            head.headerFields[.contentLength] = length
            return configuration.time(for: Request(head: head, body: RequestBody(buffer: ByteBuffer())))
        }
        #expect(time(.get, "/files") == .seconds(30))
        #expect(time(.post, "/files", length: "5000") == .seconds(35))
        #expect(time(.post, "/files") == .seconds(39))
        #expect(time(.post, "/form") == .seconds(31))
    }

    @Test func logsTheRouteAndNothingOfThePath() async throws {
        let lines = LogLines()
        _ = try await self.ask("/people/erika/pets?name=mustermann", lines: lines)
        _ = try await self.ask("/erika", lines: lines)
        _ = try await self.ask("/", HTTPRequest.Method("ERIKA") ?? .get, lines: lines)
        let text = lines.lines.joined(separator: "\n")
        #expect(text.contains("route=/people/{person}/pets status=200"))
        #expect(!text.lowercased().contains("erika"))
        #expect(!text.contains("mustermann"))
        #expect(lines.lines.count == 3)
    }

    @Test func readsAForm() async throws {
        let response = try await self.ask("/form", .post, fields: Self.form, body: "a=1&b=%C3%BC")
        #expect(String(buffer: response.body) == "a=1;b=ü")
    }

    @Test(arguments: [
        ("a=1&a=2", 400, "doubledField"), ("a=%ff", 400, "badForm"), ("=1", 400, "badForm"),
    ])
    func refusesABadForm(body: String, status: Int, code: String) async throws {
        let response = try await self.ask("/form", .post, fields: Self.form, body: body)
        #expect(response.status.code == status)
        #expect(String(buffer: response.body) == "problem: \(code)")
    }

    @Test func refusesAFormThatIsTooLargeOrOfAnotherType() async throws {
        let large = "a=" + String(repeating: "b", count: 300_000)
        #expect(try await self.ask("/form", .post, fields: Self.form, body: large).status == .contentTooLarge)
        let json: HTTPFields = [.contentType: "application/json"]
        #expect(try await self.ask("/form", .post, fields: json, body: "{}").status == .unsupportedMediaType)
        #expect(try await self.ask("/files", .post, fields: Self.form, body: "a=1").status == .unsupportedMediaType)
    }

    @Test func refusesABodyByItsLengthBeforeItComes() async throws {
        let response = try await self.ask("/echo", .post, fields: [.contentLength: "2000000"])
        #expect(response.status == .contentTooLarge)
    }

    @Test func readsAnUpload() async throws {
        let fields: HTTPFields = [.contentType: "multipart/form-data; boundary=\"b\""]
        let body = "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x.png\"\r\n\r\nabc\r\n--b--\r\n"
        #expect(String(buffer: try await self.ask("/files", .post, fields: fields, body: body).body) == "x.png:3")
        let cut = try await self.ask("/files", .post, fields: fields, body: String(body.dropLast(6)))
        #expect(cut.status == .badRequest)
        let bare: HTTPFields = [.contentType: "multipart/form-data"]
        #expect(try await self.ask("/files", .post, fields: bare, body: body).status == .badRequest)
    }

    @Test(
        arguments: [
            ("same-origin", nil, true), ("none", nil, true), ("same-site", nil, false), ("cross-site", nil, false),
            ("same-origin", "http://evil.example", true), (nil, "http://evil.example", false), (nil, "null", false),
            (nil, "http://localhost", true), (nil, "https://localhost", false), (nil, nil, true),
        ] as [(String?, String?, Bool)])
    func refusesAPostFromAnotherSite(site: String?, origin: String?, isTaken: Bool) async throws {
        var fields = HTTPFields()
        if let site { fields[HTTPField.Name("Sec-Fetch-Site") ?? .from] = site }
        if let origin { fields[.origin] = origin }
        let response = try await self.ask("/echo", .post, fields: fields, body: "x")
        #expect(response.status == (isTaken ? .ok : .forbidden))
        #expect(try await self.ask("/", fields: fields).status == .ok)
    }

    @Test func refusesAnExpectationItCannotMeet() async throws {
        #expect(try await self.ask("/", fields: [.expect: "200-maybe"]).status == .expectationFailed)
    }

    @Test func refusesAFieldThatStandsTwice() async throws {
        var fields = HTTPFields()
        for origin in ["http://a", "http://b"] { fields.append(HTTPField(name: .origin, value: origin)) }
        #expect(try await self.ask("/", fields: fields).status == .badRequest)
    }
}
