import Foundation
import HTTPTypes
import Immunization
import Testing

@testable import Papers
@testable import Web
@testable import WebApp

/// Sources are named in the reader's language, or marked as English, which the page says.
@Suite("The language of sources", .timeLimit(.minutes(3)))
struct SourceLanguageTests {
    private static let localization = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Localization")

    @Test(arguments: ["en", "de"])
    func isMarkedAndSaidWhereItIsAnother(language: String) async throws {
        try await TestApp.openWithPass { _, person, pass in
            _ = try await person.dose(pass, "tetanus", "unknown", ("5", "4", "2012"))
            _ = try await person.post("/language", ["language": language])
            let page = try await person.get("/schedules").body
            let links = page.matches(of: /<a href="https:[^"]*" rel="noreferrer"([^>]*)>/).map { String($0.1) }
            #expect(!links.isEmpty && links.allSatisfy { $0 == " lang=\"\(language)\"" })
            #expect(!page.says("recommendations.source.language", in: language))
            // The plan leads there.
            let plan = try await person.get("/passes/\(pass)/recommendations").body
            #expect(plan.contains("<a href=\"/schedules#de-stiko-") && !plan.contains("rel=\"noreferrer\""))
        }
    }

    /// A title that nobody has translated is shown in English, and the page says so.
    @Test func isSaidWhereATitleHasNoTranslation() throws {
        let words = try #require(try Localization(directory: Self.localization).words("de"))
        let (only, both) = (RuleSource(title: "One"), RuleSource(title: "Two", titles: ["de": "Zwei"]))
        #expect(words.sourceLanguage(of: [both, only]) == "Englisch")
        #expect(words.sourceLanguage(of: [both]) == nil)
    }
}
