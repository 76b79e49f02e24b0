import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Immunization
import Testing

@testable import Lists
@testable import Web
@testable import WebApp

@Suite("The routes for other clients", .timeLimit(.minutes(3)))
struct OtherClientsTests {
    @Test func readNoCookieAndSetNone() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let stranger = try await Person(client).get("/update")
            let member = try await person.get("/update")
            #expect(stranger.status == .ok && stranger.body == member.body)
            for path in ["/update", "/recommend/all", "/recommend/de", "/recommend/atlantis", "/recommend"] {
                let answer = try await Person(client).get(path)
                #expect(answer.headers[.setCookie] == nil, "\(path)")
                #expect(answer.headers[.accessControlAllowOrigin] == "*", "\(path)")
                #expect(answer.headers[values: .vary].joined().contains("Cookie") == false)
            }
        }
    }

    @Test func giveAnotherTagForAnotherRelease() async throws {
        try await TestApp.open { app, client in
            let source = app.services.catalogue
            let before = try await Person(client).get("/update")
            let tag = try #require(before.headers[.eTag])
            #expect(try await Person(client).get("/update", headers: [.ifNoneMatch: tag]).status == .notModified)

            var files = source.release.files
            let text = String(decoding: try #require(files["vaccines-human.json"]), as: UTF8.self)
            files["vaccines-human.json"] = Array(
                text.replacing(#""name": "Comirnaty","#, with: #""name": "Comirnaty Neu","#, maxReplacements: 1).utf8)
            source.take(try CatalogueRelease(files: files), named: "next")
            let after = try await Person(client).get("/update", headers: [.ifNoneMatch: tag])
            #expect(after.status == .ok && after.headers[.eTag] != tag && after.body.contains("Comirnaty Neu"))
        }
    }

    @Test(arguments: [
        ("DE", "DE"), ("de", "DE"), ("germany", "DE"), ("Germany", "DE"), ("UK", "GB"), ("united-kingdom", "GB"),
        ("bosnia_and_herzegovina", "BA"), ("Bosnia & Herzegovina", "BA"), ("côte d’ivoire", "CI"), ("USA", "US"),
        ("Turkey", "TR"), ("türkiye", "TR"),
    ])
    func knowACountryByCodeAndName(text: String, code: String) throws {
        #expect(CountryNames(try Self.english()).code(for: text) == code)
    }

    @Test(arguments: ["", "atlantis", "ZZ", "D", "all", "1", "🐶", String(repeating: "a", count: 5_000)])
    func knowNoOtherCountry(text: String) throws {
        #expect(CountryNames(try Self.english()).code(for: text) == nil)
    }

    @Test func nameEveryCountrySoThatItsNameFindsIt() throws {
        let words = try Self.english()
        let names = CountryNames(words)
        for country in words.countries {
            #expect(names.code(for: names.recordName(of: country.code)) == country.code, "\(country.name)")
        }
    }

    @Test(arguments: [
        ("gzip", true), ("deflate, gzip;q=0.5", true), ("*", true), ("br, *;q=0", false), ("gzip;q=0", false),
        ("gzip;q=0, *", false), ("identity", false), ("", false), ("GZIP", true),
    ])
    func packForThoseWhoTakeIt(field: String, isAccepted: Bool) {
        #expect(Gzip.isAccepted(field) == isAccepted)
    }

    private static func english() throws -> Localizer {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try Localization(directory: root.appending(path: "Localization")).fallback
    }
}
