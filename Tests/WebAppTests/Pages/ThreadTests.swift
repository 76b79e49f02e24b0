import Foundation
import HTTPTypes
import Testing

@testable import WebApp

@Suite("The main job, from sign-up to the QR code", .timeLimit(.minutes(3)))
struct ThreadTests {
    @Test func leadsFromSignUpToAPass() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            let signUp = try await person.post(
                "/register", ["username": "ada", "password": "seven quiet otters swim", "consent": "yes"],
                from: "/register")
            #expect(signUp.status == .seeOther)
            #expect(signUp.location == "/recovery-code")
            let code = try await person.get("/recovery-code").body
            #expect(code.contains("class=\"recovery-code\""))
            let wrong = try await person.post("/recovery-code", ["recovery-code": "AAAA-AAAA"])
            #expect(wrong.status == .unprocessableContent)
            #expect(try await person.post("/recovery-code", ["saved": "yes"]).status == .seeOther)
            #expect(try await person.get("/recovery-code").status == .seeOther)
            #expect(try await person.get("/").location == "/welcome")
            let pass = try await person.pass("Ada Test")
            let page = try await person.get("/passes/\(pass)")
            #expect(page.status == .ok)
            #expect(page.body.contains("Ada Test"))
            #expect(page.body.contains("12 April 1987"))
            #expect(page.headers[.cacheControl] == "no-store")
        }
    }

    @Test func asksForDiseaseThenVaccineWithoutScript() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let first = try await person.post(
                "/passes/\(pass)/vaccinations/new", ["target": "measles", "step": "vaccines", "note": "keep me"])
            #expect(first.status == .ok)
            #expect(first.body.contains("value=\"priorix\""))
            #expect(first.body.contains("keep me"))
            let fields = [
                "target": "measles", "vaccine": "priorix", "date-day": "20", "date-month": "5", "date-year": "1998",
                "batch": "A69", "country": "DE",
            ]
            #expect(try await person.post("/passes/\(pass)/vaccinations/new", fields).status == .seeOther)
            let same = try await person.post("/passes/\(pass)/vaccinations/new", fields)
            #expect(same.location.hasSuffix("?done=vaccination-there"))
            let other = fields.merging(["batch": "B12"]) { $1 }
            let again = try await person.post("/passes/\(pass)/vaccinations/new", other)
            #expect(again.status == .unprocessableContent)
            #expect(again.body.contains("name=\"duplicate\""))
            let anyway = other.merging(["duplicate": "yes"]) { $1 }
            #expect(try await person.post("/passes/\(pass)/vaccinations/new", anyway).status == .seeOther)
        }
    }

    @Test func importsACertificateOnlyAfterItWasConfirmed() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let text = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let asked = try await person.post("/passes/\(pass)/certificates/new", ["text": text])
            #expect(asked.status == .ok)
            #expect(asked.body.contains("Comirnaty"))
            #expect(asked.body.contains("class=\"verdict done\""))
            #expect(try asked.body.contains("</svg><strong>\(words("verdict.valid"))</strong>"))
            #expect(!(try await person.get("/passes/\(pass)").body.contains("Comirnaty")))
            let stored = try await person.post("/certificates", ["text-1": text, "pass-1": pass])
            #expect(stored.status == .seeOther)
            let list = try await person.get("/passes/\(pass)").body
            #expect(list.contains("Comirnaty"))
            let link = try #require(list.firstMatch(of: /href="(\/passes\/[a-z0-9]+\/certificates\/[a-z0-9]{26})"/))
            let code = try await person.get("\(link.1)/qr.svg")
            #expect(code.headers[.contentType] == "image/svg+xml")
            let twice = try await person.post("/certificates/new", ["text": text])
            #expect(twice.body.says("certificates.known", ["pass": "Ada Test"]))
        }
    }

    @Test func makesAPassFromACertificate() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let text = try app.issuer.vaccination(given: "Änne", family: "Groß", birth: "1964-08")
            let asked = try await person.post("/certificates/new", ["text": text])
            #expect(asked.body.contains("value=\"new\" selected"))
            let stored = try await person.post("/certificates", ["text-1": text, "pass-1": "new"])
            let page = try await person.get(stored.location).body
            #expect(page.contains("Änne Groß"))
            #expect(page.contains("August 1964"))
        }
    }

    @Test func asksBeforeACertificateOfSomeoneElseGoesIntoAPass() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let text = try app.issuer.vaccination(given: "Grace", family: "Hopper", birth: "1987-04-12")
            let asked = try await person.post("/passes/\(pass)/certificates/new", ["text": text])
            #expect(asked.body.contains("name=\"accept-1\""))
            let refused = try await person.post("/certificates", ["text-1": text, "pass-1": pass])
            #expect(refused.status == .unprocessableContent)
            let accepted = try await person.post(
                "/certificates", ["text-1": text, "pass-1": pass, "accept-1": "yes"])
            #expect(accepted.status == .seeOther)
        }
    }

    @Test func putsASecondDoseIntoTheSamePassAndKeepsBothCertificates() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let first = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            let second = try app.issuer.vaccination(
                given: "Ada", family: "Test", birth: "1987-04-12", date: "2026-03-03", dose: 2)
            let asked = try await person.post("/certificates/new", ["text": "\(first)\r\n\r\n\(second)\r\n"])
            #expect(asked.body.contains("name=\"text-2\""))
            let stored = try await person.post(
                "/certificates", ["text-1": first, "pass-1": pass, "text-2": second, "pass-2": pass])
            let page = try await person.get(stored.location).body
            #expect(["1", "2"].allSatisfy { page.says("vaccinations.dose.of", ["dose": $0, "total": "2"]) })
        }
    }
}
