import Foundation
import HTTPTypes
import Testing

@testable import Web
@testable import WebApp

@Suite("Licences", .timeLimit(.minutes(3)))
struct LicencesTests {
    @Test func everyPartIsNamedWithItsVersionItsLicenceAndItsTexts() async throws {
        try await TestApp.open { app, client in
            let licences = app.services.licences
            let page = try await Person(client).get("/licences").body
            #expect(licences.parts.count > 80 && page.says("licences.versions", ["release": licences.release]))
            for part in licences.parts {
                #expect(page.contains("\(part.version), \(part.licence)"), "\(part.name)")
                #expect(!part.texts.isEmpty && page.contains(">\(part.name)</"), "\(part.name)")
                for text in part.texts {
                    #expect(page.contains("<a href=\"/licences/\(text)\">"), "\(part.name)")
                }
            }
            // What is started, what it reads, what has no package of its own, and codes of others.
            let names = Set(licences.parts.map(\.name))
            #expect(
                names.isSuperset(of: ["poppler", "tesseract-lang", "fonts-dejavu", "swift", "hummingbird", "LOINC"]))
        }
    }

    @Test func everyTextIsShownWhole() async throws {
        try await TestApp.open { app, client in
            let visitor = Person(client)
            let licences = app.services.licences
            #expect(Set(licences.titles.keys) == Set(licences.parts.flatMap(\.texts)))
            for name in licences.titles.keys {
                let answer = try await visitor.get("/licences/\(name)")
                let text = try #require(licences.text(name))
                #expect(answer.status == .ok && text.count > 40, "\(name)")
                #expect(answer.body.contains(HTMLText.escape(text)), "\(name)")
            }
            for name in ["gpl", "parts", "parts.json", "GPL-3"] {
                #expect(try await visitor.get("/licences/\(name)").status == .notFound, "\(name)")
            }
        }
    }

    @Test func noTextIsThereTwice() async throws {
        try await TestApp.open { app, _ in
            let licences = app.services.licences
            let words = licences.titles.keys.compactMap { name in
                licences.text(name)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            #expect(words.count == licences.titles.count && Set(words).count == words.count)
        }
    }

    @Test func aListThatIsNotThereIsNamedAtTheStart() {
        let folder = FileManager.default.temporaryDirectory.appending(path: "none-\(UUID().uuidString)")
        #expect(throws: StaticFilesError.unreadable(directory: folder.path)) { try Licences(directory: folder) }
    }
}
