import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

@Suite("Who may see what", .timeLimit(.minutes(3)))
struct AccessTests {
    @Test func everyRouteHasItsLineInTheTable() {
        let names = Route.table.map(AccessTable.name)
        let lines = AccessTable.groups.flatMap(\.self)
        #expect(Set(names).subtracting(lines).sorted() == [], "say who may ask, in AccessTable.swift")
        #expect(Set(lines).subtracting(names).sorted() == [], "no such route")
        #expect(lines.count == Set(lines).count, "named twice")
    }

    /// Somebody who has no session, or none any more.
    enum Stranger: CaseIterable {
        case nobody, endedSession, deletedAccount, inventedCookie
    }

    @Test(arguments: Stranger.allCases)
    func sendsStrangersToSignInFromEveryRouteThatIsNotOpen(stranger: Stranger) async throws {
        try await TestApp.open { _, client in
            let cookie = try await Self.cookie(of: stranger, client)
            for route in Route.table {
                let person = Person(client)
                await person.use(session: cookie)
                let answer = try await Self.ask(route, person, from: "/login")
                let name = AccessTable.name(route)
                if AccessTable.open.contains(name) || AccessTable.machine.contains(name) {
                    let isThere = answer.status != .notFound || AccessTable.whereSomethingIs.contains(name)
                    #expect(answer.status.code < 500 && isThere, "\(name)")
                } else if AccessTable.secret.contains(name) {
                    #expect(answer.status == .notFound, "\(name)")
                } else {
                    #expect(answer.status == .seeOther && answer.location == "/login", "\(name)")
                }
            }
        }
    }

    @Test func leadsThoseWithoutTheirSecondFactorToThatStepAlone() async throws {
        try await TestApp.open { app, client in
            let owner = Person(client)
            try await owner.register("owner")
            _ = try await owner.pass("Quetzalcoatlus Canary")
            _ = try await owner.turnOnTwoFactor(app)
            for route in Route.table {
                let person = Person(client)
                #expect(try await person.signIn("owner").location == "/login/code")
                let answer = try await Self.ask(route, person)
                let name = AccessTable.name(route)
                #expect(!answer.body.contains("Quetzalcoatlus"), "\(name)")
                switch name {
                case _ where AccessTable.secondFactor.contains(name):
                    #expect(answer.status == (route.method == .get ? .ok : .unprocessableContent), "\(name)")
                case _ where AccessTable.open.contains(name) || AccessTable.machine.contains(name):
                    let isThere = answer.status != .notFound || AccessTable.whereSomethingIs.contains(name)
                    #expect(answer.status.code < 500 && isThere, "\(name)")
                case _ where AccessTable.secret.contains(name): #expect(answer.status == .notFound, "\(name)")
                default:
                    #expect(answer.status == .seeOther && answer.location == "/login/code", "\(name)")
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func showsMembersTheirOwnAndAdminsTheirRoutesToo(isAdmin: Bool) async throws {
        try await TestApp.open { app, client in
            for route in Route.table {
                let (person, name) = (Person(client), "user-\(UUID().uuidString.prefix(8))")
                try await person.register(name)
                if isAdmin { try app.accounts.administration.setAdmin(username: name, true) }
                let answer = try await Self.ask(route, person)
                let line = AccessTable.name(route)
                #expect(answer.status.code < 500 && answer.location != "/login", "\(line)")
                if AccessTable.admin.contains(line), !route.path.contains("{") {
                    #expect((answer.status == .notFound) == !isAdmin, "\(line)")
                }
                if AccessTable.secondFactor.contains(line) { #expect(answer.location == "/", "\(line)") }
            }
        }
    }

    @Test func endsASessionForGood() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            #expect(try await person.post("/logout").status == .seeOther)
            #expect(try await person.get("/passes/\(pass)").location == "/login")
        }
    }

    @Test func takesNoFormWithoutItsToken() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let forms = Route.table.filter { if case .api = $0.access { false } else { true } }
            for route in forms where route.method == .post {
                let (person, name) = (Person(client), "ada\(UUID().uuidString.prefix(8))")
                try await person.register(name)
                if AccessTable.admin.contains(AccessTable.name(route)) {
                    try app.accounts.administration.setAdmin(username: name, true)
                }
                let path = AccessTable.path(route.path)
                #expect(try await person.postRaw(path, "a=b").status == .forbidden, "\(route.path)")
                let wrong = try await person.postRaw(path, "form-token=AAAAAAAAAAAAAAAAAAAAAAAA")
                #expect(wrong.status == .forbidden, "\(route.path)")
            }
        }
    }

    @Test func showsAnAdminsPagesToAdminsAlone() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pages = Route.table.filter { $0.path.hasPrefix("/admin") }
            #expect(!pages.isEmpty)
            for route in pages {
                let path = AccessTable.path(route.path)
                let answer = route.method == .get ? try await person.get(path) : try await person.post(path)
                #expect(answer.status == .notFound, "\(route.method) \(route.path)")
            }
            #expect(try await !person.get("/settings").body.contains("href=\"/admin\""))
            try app.accounts.administration.setAdmin(username: "ada", true)
            _ = try await person.turnOnTwoFactor(app)
            #expect(try await person.get("/admin").status == .ok)
            #expect(try await person.get("/settings").body.contains("href=\"/admin\""))
        }
    }

    @Test func takesNoTokenOfAnotherSession() async throws {
        try await TestApp.open { _, client in
            let (one, other) = (Person(client), Person(client))
            try await one.register("one")
            try await other.register("other")
            let token = try await other.token()
            #expect(try await one.postRaw("/language", "language=de&form-token=\(token)").status == .forbidden)
        }
    }

    /// Asks for a route, with ids that nothing has.
    private static func ask(_ route: Route, _ person: Person, from page: String? = nil) async throws -> Person.Answer {
        let path = AccessTable.path(route.path)
        switch route.method {
        case .get: return try await person.get(path)
        case .options: return try await person.options(path)
        default: return try await person.post(path, from: page)
        }
    }

    private static func cookie(
        of stranger: Stranger, _ client: any TestClientProtocol
    ) async throws -> String? {
        let person = Person(client)
        if stranger == .nobody { return nil }
        if stranger == .inventedCookie { return String(repeating: "A", count: 43) }
        try await person.register("gone")
        let cookie = try await person.sessionCookie()
        let end =
            stranger == .endedSession
            ? try await person.post("/logout")
            : try await person.post("/settings/delete", ["password": "seven quiet otters swim"])
        #expect(end.status == .seeOther)
        return cookie
    }
}
