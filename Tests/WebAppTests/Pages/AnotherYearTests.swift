import CivilDates
import Foundation
import HTTPTypes
import HealthCertificate
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

/// Sessions, codes, links, messages and backups all go by the app's clock, whatever the machine's own says.
@Suite("Another year", .timeLimit(.minutes(3)))
struct AnotherYearTests {
    private static let days = ["2019-03-01", "2031-11-21"]
    private static let day: TimeInterval = 86_400

    /// Somebody with a pass, who signs up on a day.
    private static func open(
        on day: String, _ body: @escaping @Sendable (TestApp, Person, HandClock, _ pass: String) async throws -> Void
    ) async throws {
        let clock = HandClock(on: try #require(CalendarDate(day)))
        try await TestApp.open(mail: MailTests.post(), now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            try await body(app, person, clock, try await person.pass("Ada Test"))
        }
    }

    @Test(arguments: days) func aCodeOfThatDaySignsInForTwoWeeks(on day: String) async throws {
        try await Self.open(on: day) { app, person, clock, pass in
            let totp = try await person.turnOnTwoFactor(app)
            let other = Person(person.client)
            #expect(try await other.signIn("ada").location == "/login/code")
            #expect(try await other.post("/login/code", ["code": totp.nextCode()], from: "/login/code").location == "/")
            let log = try await other.get("/settings/access-log").body
            #expect(log.contains("<time datetime=\"\(day)T12:00:00Z\">"))
            for days in [13.0, 1] {
                clock.pass(days * Self.day)
                #expect(try await person.get("/passes/\(pass)").status == .ok, "in use")
            }
            #expect(try await other.get("/passes/\(pass)").location.hasPrefix("/login"), "unused for two weeks")
        }
    }

    @Test(arguments: days) func aLinkIsReadOnItsSevenDays(on day: String) async throws {
        try await Self.open(on: day) { _, person, clock, pass in
            _ = try await person.dose(pass, "tetanus", "unknown", ("1", "2", "2015"))
            let made = try await person.post("/passes/\(pass)/links", ["days": "7"])
            let page = try await person.get(String(made.location.prefix { $0 != "?" })).body
            let text = try #require(page.firstMatch(of: /value="([^"]*#shlink:\/[^"]*)"/)?.1)
            let address = try #require(SmartHealthLink(String(text)).address.components(separatedBy: "/link/").last)
            for (seconds, status) in [(7 * Self.day - 1, HTTPResponse.Status.ok), (1, .notFound)] {
                clock.pass(seconds)
                #expect(try await Person(person.client).get("/link/\(address)?recipient=x").status == status)
            }
        }
    }

    @Test(arguments: days) func anAddressWaitsForAWeekAndAPauseLastsOne(on day: String) async throws {
        try await Self.open(on: day) { app, person, clock, pass in
            let path = "/settings/reminders"
            let fields = ["address": "maria@example.org", "kind": "monthly", "step": "save"]
            #expect(try await person.post("\(path)/mail", fields, from: path).status == .seeOther)
            #expect(try await person.post(path, ["pass": pass, "pause": "week"]).status == .seeOther)
            #expect(try await app.accounts.claimMail(key: MailTests.key).count == 1)
            let before = try await person.get(path).body
            #expect(before.says("mail.state.waiting") && before.says("reminders.paused"))
            clock.pass(7 * Self.day)
            #expect(try await app.accounts.claimMail(key: MailTests.key).isEmpty)
            let after = try await person.get(path).body
            #expect(!after.says("mail.state.waiting") && !after.says("reminders.paused"))
        }
    }

    @Test(arguments: days) func aBackupOfThreeDaysAgoIsOverdue(on day: String) async throws {
        try await Self.open(on: day) { app, person, clock, _ in
            for (days, answer) in [(0.0, "ready\n"), (3, "ready, but degraded: overdue backup\n")] {
                let time = clock.now - days * Self.day
                try await app.accounts.database.write {
                    try LastBackup(date: time, accounts: 1, findings: 0).save($0)
                }
                for task in app.services.jobs.tick() { await task.value }
                #expect(try await person.get("/health/ready").body == answer)
            }
        }
    }
}
