import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import VaultStorage
@testable import WebApp

/// A page is made once, and again as soon as anything that it is made of changes: the content, the day, the lists in
/// use, the language, or a certificate's time.
@Suite("Pages are kept as long as they hold", .timeLimit(.minutes(3)))
struct KeptPagesTests {
    @Test func aPageIsMadeOnceAndAnewWithTheContent() async throws {
        try await TestApp.openWithPass { house, person, pass in
            let path = "/passes/\(pass)"
            let first = try await person.get(path).body
            #expect(try await person.get(path).body == first)
            #expect(house.app.services.pages.count == 1)
            let dose = try await person.dose(pass, "tetanus", "unknown", ("5", "4", "2019"))
            #expect(try await person.get(path).body.contains("5 April 2019"))
            _ = try await person.post("/passes/\(pass)/vaccinations/\(dose)/delete", [:])
            #expect(try await !person.get(path).body.contains("5 April 2019"))
            #expect(house.app.services.pages.count == 3)
            // A notice is the frame's, and what is too long is made each time.
            #expect(try await person.get("\(path)?done=pass-saved").body.says("done.pass-saved"))
            #expect(try await person.get("\(path)?x=\(String(repeating: "x", count: 200))").status == .ok)
            #expect(house.app.services.pages.count == 3)
        }
    }

    @Test func aCertificateIsJudgedAnewWhenItsTimeIsOver() async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { house, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let text = try house.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
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
        try await TestApp.open(now: { clock.now }) { house, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let path = "/passes/\(pass)/recommendations"
            #expect(try await person.get(path).body.contains("21 November 2026"))
            clock.pass(86_400)
            #expect(try await person.get(path).body.contains("22 November 2026"))
            _ = try await person.post("/language", ["language": "de", "return": path])
            #expect(try await person.get(path).body.contains("22. November 2026"))
            #expect(try await person.get("\(path)?for=home").status == .ok)
            #expect(house.app.services.pages.count == 4)
        }
    }

    @Test func memoryIsBoundAndTheOldestAreForgotten() throws {
        let pages = KeptPages(limit: 8_000)
        let (owner, gone) = (KeptValues(), KeptValues())
        func page(_ text: String) -> KeptPage {
            let values = PageValues(
                template: "Vaccinations/list", title: "", section: .none, hasErrors: false,
                values: [.text(String(repeating: text, count: 900))])
            return KeptPage(page: values, pass: nil, madeAt: .distantPast, changesAt: nil)
        }
        func key(_ target: String) -> PageKey {
            PageKey(target: target, isAdmin: false, language: "en", day: TestApp.today, catalogue: "", trust: 0)
        }
        let keys = (0..<20).map { key("\($0)") }
        for key in keys { pages.keep(page("a"), for: key, in: key == keys[3] ? gone : owner) }
        let left = keys.filter { owner.value(for: $0, as: KeptPage.self) != nil }
        #expect(left.count == pages.count && left == Array(keys.suffix(left.count)) && left.count == 8)
        #expect(gone.value(for: keys[3], as: KeptPage.self) == nil)
        // One that would take the place of all others isn't kept.
        pages.keep(page("bb"), for: keys[0], in: owner)
        #expect(owner.value(for: keys[0], as: KeptPage.self) == nil && pages.count == left.count)
    }
}
