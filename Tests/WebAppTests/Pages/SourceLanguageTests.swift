import HTTPTypes
import Testing

@testable import WebApp

/// Sources are named in English: a page in another language says so, and marks each.
@Suite("The language of sources")
struct SourceLanguageTests {
    @Test(arguments: ["en", "de"])
    func isMarkedAndSaidWhereItIsAnother(language: String) async throws {
        try await TestApp.openWithPass { _, person, pass in
            _ = try await person.dose(pass, "tetanus", "unknown", ("5", "4", "2012"))
            _ = try await person.post("/language", ["language": language])
            for path in ["/passes/\(pass)/recommendations", "/schedules"] {
                let page = try await person.get(path).body
                let links = page.matches(of: /<a href="https:[^"]*" rel="noreferrer"([^>]*)>/).map { String($0.1) }
                #expect(!links.isEmpty && links.allSatisfy { $0 == #" lang="en""# }, "\(path)")
                #expect(page.contains("Die Titel der Quellen sind auf Englisch.") == (language == "de"), "\(path)")
            }
        }
    }
}
