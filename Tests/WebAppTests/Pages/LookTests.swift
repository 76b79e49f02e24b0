import CivilDates
import Immunization
import Lists
import Model
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

/// What a page shows beside words: icons from symbols of its own, and faces.
@Suite("Icons and faces", .timeLimit(.minutes(3)))
struct LookTests {
    private static func named(_ body: String) -> Set<String> {
        Set(body.matches(of: /<use href="#([a-z-]+)"/).map { String($0.1) })
    }

    private static func written(_ body: String) -> [String] {
        body.matches(of: /<symbol id="([a-z-]+)"/).map { String($0.1) }
    }

    /// No icon is missing, and no page carries another page's: signs are named by what they are of.
    @Test func aPageWritesTheSymbolsThatItNames() async throws {
        try await TestApp.openWithPass { _, person, pass in
            for path in ["/settings", "/passes/\(pass)", "/passes/\(pass)/recommendations", "/help"] {
                let body = try await person.get(path).body
                let written = Self.written(body)
                #expect(Set(written).count == written.count, "\(path)")
                #expect(Self.named(body).isSubset(of: written), "\(path)")
            }
            let home = try await person.get("/").body
            #expect(Self.named(home).isSubset(of: Self.written(home)))
            #expect(!Self.written(home).contains("i-bin"), "it is on another page")
            #expect(Self.written(home).count { $0.hasPrefix("s-") } == 6, "any of the signs may be on it")
            let visitor = try await Person(person.client).get("/").body
            #expect(Set(Self.written(visitor)).isSuperset(of: ["i-camera", "i-calendar", "i-lock"]))
        }
    }

    @Test(arguments: [
        ("2024-11-22", RecordedSex.female, "👶"), ("2024-11-21", .female, "👧"), ("2012-11-22", .male, "👦"),
        ("2012-11-21", .male, "👨"), ("2020-01-01", .unknown, "🧒"), ("1966-11-22", .female, "👩"),
        ("1966-11-21", .female, "👵"), ("1940-01-01", .male, "👴"), ("1940-01-01", .diverse, "🧓"),
        ("", .unknown, "🧑"),
    ])
    func aFaceFollowsAgeAndSex(birth: String, sex: RecordedSex, emoji: String) async throws {
        try await TestApp.open { app, _ in
            let catalogue = app.services.catalogue.current
            let today = try #require(CalendarDate("2026-11-21"))
            let content = Pass(kind: Pass.person, name: "Ada", birthDate: PartialDate(birth), sex: sex)
            let pass = try PassRecord(content, createdAt: TestApp.now)
            let dog = try PassRecord(Pass(kind: "dog", name: "Bello"), createdAt: TestApp.now)
            let face = Face(pass, among: [dog, pass], catalogue, on: today)
            #expect(face.emoji == emoji && face.tint == "b")
            #expect(Face(dog, among: [dog, pass], catalogue, on: today).emoji == "🐶")
        }
    }
}
