import HTTPTypes
import Testing

@testable import WebApp

/// The country you live in is the account's: its pages say so where it is changed.
@Suite("The country that recommendations follow", .timeLimit(.minutes(3)))
struct CountryTests {
    @Test func isSaidToBeThatOfAllPasses() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let path = "/passes/\(pass)/recommendations"
            let page = try await person.get(path).body
            let hint = try words("recommendations.country.hint")
            #expect(page.contains(#"<p class="hint" id="country-hint">\#(hint)"#))
            #expect(page.contains(#"<select id="country" name="country" aria-describedby="country-hint""#))
            let saved = try await person.post(path, ["country": "AT"])
            #expect(saved.status == .seeOther && saved.location.hasPrefix(path))
            #expect(try await person.get(saved.location).body.says("done.countries-saved"))
            #expect(try await person.get("/settings/countries").body.says("countries.lead"))
        }
    }
}
