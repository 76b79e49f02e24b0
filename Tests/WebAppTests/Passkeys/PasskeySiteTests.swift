import Testing

@testable import Web
@testable import WebApp

@Suite("Where passkeys belong", .timeLimit(.minutes(3)))
struct PasskeySiteTests {
    @Test(arguments: [
        ("https://Vaccinations.Example", "https://vaccinations.example", "vaccinations.example"),
        ("http://localhost:8080", "http://localhost:8080", "localhost"),
        ("https://a-b.example:8443", "https://a-b.example:8443", "a-b.example"),
    ])
    func isADomainOfAnOrigin(_ text: String, _ origin: String, _ domain: String) {
        let site = PasskeySite(origin: text)
        #expect(site?.origin == origin)
        #expect(site?.domain == domain)
    }

    @Test(arguments: [
        "", "https://", "http://127.0.0.1:8080", "https://[::1]:8080", "ftp://a.example", "https://a.example/",
        "https://a.example:", "https://a.example:0x1", "https://a.example:0443", "https://a.example:+443",
        "https://a.example:99999", "https://a..example",
        "https://user@a.example", "a.example", "https://\(String(repeating: "a", count: 64)).example",
        "https://a example",
    ])
    func isNothingElse(_ text: String) { #expect(PasskeySite(origin: text) == nil) }
}
