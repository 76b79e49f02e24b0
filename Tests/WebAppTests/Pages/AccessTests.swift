import Foundation
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Who may see what")
struct AccessTests {
    /// What each route does for somebody who isn't signed in.
    ///
    /// A new route without a line here fails the test.
    private static let open: Set<String> = [
        "GET /", "GET /health/live", "GET /health/ready", "GET /register", "POST /register", "GET /login",
        "POST /login", "GET /recover", "POST /recover", "POST /logout", "POST /language", "GET /privacy",
        "GET /licences", "GET /recommend/all", "GET /recommend/{country}", "GET /update", "GET /openapi.json",
    ]

    @Test func sendsNobodyToSignInFromEveryRouteThatIsNotOpen() async throws {
        try await House.open { house, client in
            for route in routes(house.app.services) {
                let person = Person(client)
                let path = Self.filled(route.path, pass: Self.noID, item: Self.noID)
                let answer =
                    route.method == .get
                    ? try await person.get(path) : try await person.post(path, from: "/login")
                let name = "\(route.method) \(route.path)"
                if Self.open.contains(name) {
                    #expect(answer.status.code < 500 && answer.status != .notFound, "\(name)")
                } else {
                    #expect(answer.status == .seeOther, "\(name)")
                    #expect(answer.location == "/login", "\(name)")
                }
            }
        }
    }

    @Test func showsNobodyWhatIsAnothersByAnyRoute() async throws {
        try await House.open { house, client in
            let owner = Person(client)
            try await owner.register("owner")
            let pass = try await owner.pass("Quetzalcoatlus Canary")
            let vaccination = try await Self.vaccination(of: pass, owner)
            let certificate = try await Self.certificate(in: pass, owner, house)
            let other = Person(client)
            try await other.register("other")
            let own = try await other.pass("Other Person")
            for route in routes(house.app.services) where route.path.contains("{pass}") {
                let item = route.path.contains("{certificate}") ? certificate : vaccination
                for target in [pass, own]
                where target == pass || route.path.contains("{vaccination}")
                    || route.path.contains("{certificate}")
                {
                    let path = Self.filled(route.path, pass: target, item: item)
                    let answer = route.method == .get ? try await other.get(path) : try await other.post(path)
                    #expect(answer.status == .notFound, "\(route.method) \(route.path)")
                    #expect(!answer.body.contains("Quetzalcoatlus"), "\(route.method) \(route.path)")
                }
            }
            let still = try await owner.get("/passes/\(pass)").body
            #expect(still.contains("Quetzalcoatlus") && still.contains("Priorix") && still.contains("Comirnaty"))
        }
    }

    @Test func refusesAnIdOfAnotherPassOfTheSameAccount() async throws {
        try await House.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let first = try await person.pass("First Pass")
            let second = try await person.pass("Second Pass")
            let vaccination = try await Self.vaccination(of: first, person)
            #expect(try await person.get("/passes/\(first)/vaccinations/\(vaccination)").status == .ok)
            #expect(try await person.get("/passes/\(second)/vaccinations/\(vaccination)").status == .notFound)
        }
    }

    @Test func everyRouteStandsInTheArchitecture() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
        try await House.open { house, _ in
            for route in routes(house.app.services) {
                #expect(text.contains("\(route.path)`"), "\(route.method) \(route.path)")
            }
        }
    }

    @Test func endsASessionForGood() async throws {
        try await House.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            #expect(try await person.post("/logout").status == .seeOther)
            #expect(try await person.get("/passes/\(pass)").location == "/login")
        }
    }

    @Test func takesNoFormWithoutItsToken() async throws {
        try await House.open { house, client in
            for route in routes(house.app.services) where route.method == .post {
                let person = Person(client)
                try await person.register("ada\(UUID().uuidString.prefix(8))")
                let path = Self.filled(route.path, pass: Self.noID, item: Self.noID)
                #expect(try await person.postRaw(path, "a=b").status == .forbidden, "\(route.path)")
                let wrong = try await person.postRaw(path, "form-token=AAAAAAAAAAAAAAAAAAAAAAAA")
                #expect(wrong.status == .forbidden, "\(route.path)")
            }
        }
    }

    @Test func takesNoTokenOfAnotherSession() async throws {
        try await House.open { _, client in
            let (one, other) = (Person(client), Person(client))
            try await one.register("one")
            try await other.register("other")
            let token = try await other.token()
            #expect(try await one.postRaw("/language", "language=de&form-token=\(token)").status == .forbidden)
        }
    }

    private static let noID = "00000000000000000000000000"

    private static func filled(_ path: String, pass: String, item: String) -> String {
        path.replacing("{pass}", with: pass).replacing("{vaccination}", with: item)
            .replacing("{certificate}", with: item).replacing("{country}", with: "de")
    }

    private static func vaccination(of pass: String, _ person: Person) async throws -> String {
        _ = try await person.post(
            "/passes/\(pass)/vaccinations/new",
            [
                "target": "measles", "vaccine": "priorix", "date-day": "20", "date-month": "5",
                "date-year": "1998",
            ])
        let list = try await person.get("/passes/\(pass)").body
        return String(try #require(list.firstMatch(of: /\/vaccinations\/([a-z0-9]{26})"/)).1)
    }

    private static func certificate(in pass: String, _ person: Person, _ house: House) async throws -> String {
        let text = try house.issuer.vaccination(given: "Q", family: "Canary", birth: "1987-04-12")
        _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass, "accept-1": "yes"])
        let list = try await person.get("/passes/\(pass)").body
        return String(try #require(list.firstMatch(of: /\/certificates\/([a-z0-9]{26})"/)).1)
    }
}
