import Foundation
import HTTPTypes
import HummingbirdTesting
import Immunization
import Testing

@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("What stands before an admin's pages", .timeLimit(.minutes(3)))
struct AdminGuardTests {
    private static let password = "seven quiet otters swim"

    /// An admin with an authenticator app, and a proposal that waits.
    private static func opened(
        _ body: @escaping @Sendable (TestApp, Person, _ codes: [String], _ proposal: String) async throws -> Void
    ) async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            try app.accounts.administration.setAdmin(username: "ada", true)
            let codes = try await person.turnOnTwoFactor(app).codes
            let release = app.services.catalogue.release
            let bytes = try #require(release.files["vaccines-human.json"])
            let text = String(decoding: bytes, as: UTF8.self)
                .replacing(#""name": "Comirnaty","#, with: #""name": "Comirnaty Neu","#, maxReplacements: 1)
            let answer = try await person.upload("/admin/catalogue", [("vaccines-human.json", Array(text.utf8))])
            try await body(app, person, codes, answer.location)
        }
    }

    @Test func leadsAnAdminWithoutASecondFactorToItsSetupAlone() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            try app.accounts.administration.setAdmin(username: "ada", true)
            for route in Route.table where route.path.hasPrefix("/admin") {
                let path = AccessTable.path(route.path)
                let answer = route.method == .get ? try await person.get(path) : try await person.post(path)
                #expect(answer.location == "/settings/second-factor?done=admin-factor", "\(route.path)")
            }
            let page = try await person.get("/settings/second-factor?done=admin-factor").body
            #expect(page.says("done.admin-factor"))
            _ = try await person.turnOnTwoFactor(app)
            #expect(try await person.get("/admin").status == .ok)
            let off = try await person.post("/settings/second-factor/off", ["password": Self.password])
            #expect(off.status == .seeOther)
            #expect(try await person.get("/admin").status == .seeOther)
        }
    }

    @Test func asksNothingOfTheKindOfADemo() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = Person(client)
            try await person.register("ada")
            try app.accounts.administration.setAdmin(username: "ada", true)
            #expect(try await person.get("/admin").status == .ok)
        }
    }

    @Test func bringsNothingLiveByASessionAlone() async throws {
        try await Self.opened { app, person, codes, proposal in
            let shown = try await person.get(proposal).body
            #expect(shown.contains("name=\"password\"") && shown.contains("name=\"code\""))
            let right = [
                "base": CatalogueStore.shippedName, "choice": "confirm", "password": Self.password, "code": codes[0],
            ]
            let wrongs: [(change: [String: String], says: String)] = [
                (["password": ""], "error.password.own"), (["password": "wrong wrong wrong"], "error.password.wrong"),
                (["code": ""], "error.code.empty"), (["code": "000000"], "error.code.wrong"),
            ]
            for (change, says) in wrongs {
                let answer = try await person.post(proposal, right.merging(change) { $1 })
                #expect(answer.status == .unprocessableContent && answer.body.says(says), "\(says)")
                #expect(answer.body.contains("<ins>Comirnaty Neu</ins>"), "the comparison stays on the page")
                #expect(!answer.body.contains(Self.password) && !answer.body.contains(codes[0]))
                #expect(app.services.catalogue.inUse.name == CatalogueStore.shippedName)
            }
            #expect(try await person.post(proposal, right).location == "/admin/catalogue?done=catalogue-live")
            let inUse = app.services.catalogue.inUse.name
            // Stepping back is the same, and no code works twice.
            let back = right.merging(["base": inUse]) { $1 }
            let again = try await person.post("/admin/catalogue/versions/shipped", back)
            #expect(again.status == .unprocessableContent && again.body.says("error.code.wrong"))
            let next = back.merging(["code": codes[1]]) { $1 }
            #expect(try await person.post("/admin/catalogue/versions/shipped", next).status == .seeOther)
        }
    }

    @Test func discardsAProposalWithoutAskingAgain() async throws {
        try await Self.opened { _, person, _, proposal in
            let answer = try await person.post(proposal, ["choice": "drop"])
            #expect(answer.location.contains("catalogue-dropped"))
        }
    }

    @Test func letsNobodyGuessTheCode() async throws {
        try await Self.opened { app, person, codes, proposal in
            let fields = ["base": CatalogueStore.shippedName, "choice": "confirm", "password": Self.password]
            for _ in 0..<5 { _ = try await person.post(proposal, fields.merging(["code": "000000"]) { $1 }) }
            let answer = try await person.post(proposal, fields.merging(["code": codes[0]]) { $1 })
            #expect(answer.status == .unprocessableContent && answer.body.says("error.attempts"))
        }
    }
}
