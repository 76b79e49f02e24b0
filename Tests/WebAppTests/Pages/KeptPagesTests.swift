import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import VaultStorage
@testable import Web
@testable import WebApp

/// A page is made once, and again as soon as anything that it is made of changes: the content, the day, the lists in
/// use, the language, or a certificate's time.
@Suite("Pages are kept as long as they hold", .timeLimit(.minutes(3)))
struct KeptPagesTests {
    @Test func aPageIsMadeOnceAndAnewWithTheContent() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)"
            let first = try await person.get(path).body
            let bytes = await app.keptBytes
            #expect(try await person.get(path).body == first)
            #expect(await app.keptBytes == bytes && bytes > 0)
            let dose = try await person.dose(pass, "tetanus", "unknown", ("5", "4", "2019"))
            #expect(try await person.get(path).body.contains("5 April 2019"))
            _ = try await person.post("/passes/\(pass)/vaccinations/\(dose)/delete", [:])
            #expect(try await !person.get(path).body.contains("5 April 2019"))
            let last = await app.keptBytes
            // A notice is the frame's, and what is too long is made each time.
            #expect(try await person.get("\(path)?done=pass-saved").body.says("done.pass-saved"))
            #expect(try await person.get("\(path)?x=\(String(repeating: "x", count: 200))").status == .ok)
            #expect(await app.keptBytes == last)
        }
    }

    @Test func aCertificateIsJudgedAnewWhenItsTimeIsOver() async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let text = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass])
            #expect(try await !person.get("/passes/\(pass)").body.says("verdict.expired"))
            clock.pass(86_399)
            #expect(try await !person.get("/passes/\(pass)").body.says("verdict.expired"))
            clock.pass(1)
            #expect(try await person.get("/passes/\(pass)").body.says("verdict.expired"))
            // Also where the clock was put back.
            clock.pass(-1)
            #expect(try await !person.get("/passes/\(pass)").body.says("verdict.expired"))
        }
    }

    @Test func anotherDayAndAnotherLanguageAreOtherPages() async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let path = "/passes/\(pass)/recommendations"
            #expect(try await person.get(path).body.contains("21 November 2026"))
            clock.pass(86_400)
            #expect(try await person.get(path).body.contains("22 November 2026"))
            _ = try await person.post("/language", ["language": "de", "return": path])
            #expect(try await person.get(path).body.contains("22. November 2026"))
            let bytes = await app.keptBytes
            #expect(try await person.get("\(path)?for=home").status == .ok)
            #expect(await app.keptBytes > bytes)
        }
    }

    @Test func whateverIsAskedForPagesOfOneVaultAreBounded() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let path = "/passes/\(pass)/recommendations"
            _ = try await person.get(path)
            let one = await app.keptBytes
            for number in 0..<(2 << 20) / one + 3 { _ = try await person.get("\(path)?x=\(number)") }
            let all = await app.keptBytes
            #expect(all <= 2 << 20 && all > (2 << 20) - 2 * one)
        }
    }
}

extension TestApp {
    /// What is kept beside the one open vault takes, in bytes.
    fileprivate var keptBytes: Int {
        get async {
            await accounts.vaults.openNow().reduce(0) { $0 + ($1.keptNow(epoch: 1)?.bytes ?? 0) }
        }
    }
}
