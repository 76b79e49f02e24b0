import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

/// What the start page reminds of, and pausing it.
@Suite("Reminders and their pause", .timeLimit(.minutes(3)))
struct RemindersTests {
    private static let address = "/settings/reminders"
    private static let day: TimeInterval = 86_400

    /// A pass's card on the start page.
    private static func card(_ name: String, _ person: Person) async throws -> String {
        let page = try await person.get("/").body
        let found = page.components(separatedBy: "<li>\n<h2>").first { $0.contains("<bdi>\(name)</bdi></a></h2>") }
        return try #require(found)
    }

    /// A family whose child has something due and whose mother has a certificate that ends in a day.
    private static func withFamily(
        _ body: @escaping @Sendable (TestApp, Person, HandClock, _ ada: String, _ emil: String) async throws -> Void
    ) async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let ada = try await person.pass("Ada Test")
            let text = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            _ = try await person.post("/certificates", ["text-1": text, "pass-1": ada])
            let emil = try await person.pass("Emil Test", birth: ("1", "4", "2026"))
            try await person.dose(emil, "hepatitis-b", "infanrix-hexa", ("1", "6", "2026"))
            try await body(app, person, clock, ada, emil)
        }
    }

    private static func isPaused(_ text: String) -> Bool {
        text.says("reminders.paused") || text.says("reminders.paused.all")
    }

    /// What tells of a certificate that expires soon.
    private static var news: String {
        get throws { try "<strong>\(words("certificates.expiring"))</strong>" }
    }

    private static func dates(_ text: String) -> [String: String] {
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        return ["until-day": parts[0], "until-month": parts[1], "until-year": parts[2]]
    }

    @Test func aPauseIsOfItsPassAloneAndEndsByItself() async throws {
        try await Self.withFamily { _, person, clock, _, emil in
            let before = try await Self.card("Emil Test", person)
            #expect(before.says("family.missing") && before.contains("\(Self.address)?pass=\(emil)"))
            let answer = try await person.post(Self.address, ["pass": emil, "pause": "week"])
            #expect(answer.status == .seeOther && answer.location == "\(Self.address)?done=reminders-paused")
            let paused = try await Self.card("Emil Test", person)
            #expect(paused.says("reminders.paused", ["date": "28 November 2026"]))
            #expect(!paused.says("family.missing") && !paused.contains("<data"))
            #expect(try await Self.card("Ada Test", person).contains(Self.news))
            // What is due now is no visit on the start page meanwhile; what comes later is.
            let page = try await person.get("/").body
            let visits = page.components(separatedBy: "<li class=\"card\">").dropFirst().map {
                $0.components(separatedBy: "</ul>")[0]
            }.filter { $0.contains("Emil Test") }
            #expect(!visits.isEmpty && !visits.contains { $0.says("family.next.now") || $0.says("visits.now") })
            let title = try #require(page.firstMatch(of: /<h1>([^<]*)/)).1
            #expect(!title.contains("Emil Test"))
            // The pass's own page, which somebody looks for, has all of it.
            #expect(try await person.get("/passes/\(emil)").body.contains("class=\"next card\""))
            // Where she lives the day begins an hour before that of Greenwich.
            clock.pass(7 * Self.day - 3_601)
            #expect(try await Self.card("Emil Test", person).says("reminders.paused", ["date": "28 November 2026"]))
            clock.pass(1)
            let after = try await Self.card("Emil Test", person)
            #expect(after.says("family.missing") && !Self.isPaused(after))
        }
    }

    @Test func oneClickEndsIt() async throws {
        try await Self.withFamily { _, person, _, _, emil in
            for (pass, isForAll) in [(emil, false), ("all", true)] {
                _ = try await person.post(Self.address, ["pass": pass, "pause": "month"])
                let page = try await person.get("/").body
                #expect(page.says("reminders.paused.all") == isForAll && page.says("reminders.paused") == !isForAll)
                let line = try words(
                    isForAll ? "reminders.paused.all" : "reminders.paused", ["date": "21 December 2026"])
                let lines = page.components(separatedBy: line).dropFirst()
                #expect(lines.count == 1)
                let form = try #require(lines.first?.components(separatedBy: "</form>").first)
                let hidden = form.matches(of: /type="hidden" name="([a-z]+)" value="([a-z0-9]+)"/)
                let fields = Dictionary(uniqueKeysWithValues: hidden.map { (String($0.1), String($0.2)) })
                #expect(fields == ["pause": "none", "pass": pass, "page": "home"])
                #expect(form.contains("action=\"\(Self.address)\"") && form.says("reminders.end"))
                #expect(try await person.post(Self.address, fields).location == "/?done=reminders-on")
                let again = try await person.get("/").body
                #expect(try again.says("family.missing") && again.contains(Self.news))
                #expect(!Self.isPaused(again))
            }
        }
    }

    /// Lists and a certificate's own page say that it has expired, paused or not.
    @Test func anExpiredCertificateIsNeverHidden() async throws {
        try await Self.withFamily { app, person, clock, ada, _ in
            _ = try await person.post(Self.address, ["pause": "month"])
            let id = try #require(PassID(ada))
            let certificate = try #require(try await person.vault(app).read { try $0.certificates(of: id) }.first)
            let (list, own) = ("/passes/\(ada)", "/passes/\(ada)/certificates/\(certificate.id)")
            for page in ["/", list] {
                #expect(try await !person.get(page).body.contains(Self.news), "\(page)")
            }
            let soon = try words("certificates.ends-soon", ["date": "22 November 2026"])
            #expect(try await person.get(list).body.contains(" · \(soon)"))
            #expect(try await person.get(own).body.contains(soon))
            clock.pass(2 * Self.day)
            for page in [list, own] { #expect(try await person.get(page).body.says("verdict.expired"), "\(page)") }
        }
    }

    /// With one pass its page is where its owner begins.
    @Test func theOnePassIsTheStartPage() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("1", "4", "2026")) { _, person, pass in
            let page = "/passes/\(pass)"
            #expect(try await person.get(page).body.contains("href=\"\(Self.address)\""))
            _ = try await person.post(Self.address, ["pause": "day"])
            let paused = try await person.get(page).body
            #expect(paused.says("reminders.paused", ["date": "22 November 2026"]))
            #expect(!paused.contains("class=\"next card\"") && !paused.says("visits.title"))
            #expect(try await person.get("\(page)/recommendations").body.contains("class=\"next card\""))
            let fields = ["pause": "none", "pass": pass, "page": "pass"]
            #expect(try await person.post(Self.address, fields).location == "\(page)?done=reminders-on")
            #expect(try await person.get(page).body.contains("class=\"next card\""))
        }
    }

    @Test(arguments: [
        ("2028-01-31", "month", "1 March 2028"), ("2028-02-28", "day", "29 February 2028"),
        ("2027-02-28", "day", "1 March 2027"), ("2028-02-22", "week", "29 February 2028"),
        ("2028-02-29", "month", "29 March 2028"), ("2027-12-31", "day", "1 January 2028"),
        ("2028-02-29", "1 3 2029", "1 March 2029"), ("2028-02-29", "28 Feb 29", "28 February 2029"),
        ("2026-11-21", "22 11 2026", "22 November 2026"), ("2026-11-21", "21 11 2027", "21 November 2027"),
    ])
    func itLastsAsLongAsTheCalendarSays(_ today: String, _ length: String, _ until: String) async throws {
        let clock = HandClock(on: try #require(CalendarDate(today)))
        try await TestApp.open(now: { clock.now }) { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            let fields = length.contains(" ") ? Self.dates(length).merging(["pause": "date"]) { $1 } : ["pause": length]
            #expect(try await person.post(Self.address, fields).status == .seeOther)
            #expect(try await person.get("/passes/\(pass)").body.says("reminders.paused", ["date": until]))
            #expect(try await person.get(Self.address).body.says("reminders.paused", ["date": until]))
        }
    }

    /// A clock that is set right changes nothing; a pause from a time that is yet to come was none.
    @Test func aWrongClockSilencesNobodyForYears() async throws {
        try await Self.withFamily { _, person, clock, _, emil in
            _ = try await person.post(Self.address, ["pass": emil, "pause": "week"])
            clock.pass(-Self.day)
            #expect(try await Self.card("Emil Test", person).says("reminders.paused", ["date": "28 November 2026"]))
            clock.pass(-Self.day)
            #expect(try await !Self.isPaused(Self.card("Emil Test", person)))
            clock.pass(2 * Self.day)
            #expect(try await Self.card("Emil Test", person).says("reminders.paused", ["date": "28 November 2026"]))
            clock.pass(3_650 * Self.day)
            _ = try await person.signIn("ada")
            _ = try await person.post(Self.address, ["pass": emil, "pause": "month"])
            clock.pass(-3_650 * Self.day)
            // A session of a time that is yet to come is none either.
            _ = try await person.signIn("ada")
            let card = try await Self.card("Emil Test", person)
            #expect(card.says("family.missing") && !Self.isPaused(card))
        }
    }

    @Test(arguments: [
        (["pause": "date", "until": "20 11 2026"], "error.pause.date"),
        (["pause": "date", "until": "21 11 2026"], "error.pause.date"),
        (["pause": "date", "until": "22 11 2027"], "error.pause.date"),
        (["pause": "date", "until": "21 11 2036"], "error.pause.date"),
        (["pause": "date", "until": "31 2 2027"], "error"), (["pause": "date", "until": "soon 2 2027"], "error"),
        (["pause": "date", "until": "  2027"], "error"), (["pause": "date"], "error"),
        (["pause": "week", "pass": "00000000000000000000000000"], "error.pause.pass"),
        (["pause": "none", "pass": "<b>"], "error.pause.pass"),
        (["pause": "for ever"], "error.pause"),
        ([:], "error.pause"),
    ])
    func whatCantBeIsToldAndKept(_ given: [String: String], _ message: String) async throws {
        try await Self.withFamily { app, person, _, _, emil in
            var fields = given.merging(given["until"].map(Self.dates) ?? [:]) { $1 }
            fields["until"] = nil
            if fields["pass"] == nil { fields["pass"] = emil }
            let answer = try await person.post(Self.address, fields)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.contains("id=\"errors\"") && (message == "error" || answer.body.says(message)))
            if fields["pass"] == emil { #expect(answer.body.contains("<option value=\"\(emil)\" selected>")) }
            if fields["pause"] == "date" { #expect(answer.body.contains(/value="date" id="[a-z-]+" checked/)) }
            for part in ["day", "month", "year"] {
                let typed = TextInput.clean(fields["until-\(part)"]) ?? ""
                #expect(answer.body.contains("name=\"until-\(part)\" value=\"\(typed)\""), "\(part)")
            }
            let settings = try await person.vault(app).read { try $0.settings() }
            #expect(!settings.keys.contains { $0.hasPrefix("reminders") })
        }
    }

    @Test func whatIsDeletedLeavesNoPause() async throws {
        try await Self.withFamily { app, person, _, _, emil in
            _ = try await person.post(Self.address, ["pass": emil, "pause": "week"])
            let vault = try await person.vault(app)
            #expect(try await vault.read { try $0.settings() }["reminders-paused-\(emil)"] == "2026-11-21/2026-11-28")
            _ = try await person.post("/passes/\(emil)/delete")
            #expect(try await vault.read { try $0.settings() }.keys.allSatisfy { !$0.hasPrefix("reminders") })
        }
    }
}
