import CivilDates
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Lists
@testable import People
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("What an operator has the pages say", .timeLimit(.minutes(3)))
struct OperatorPagesTests {
    @Test func aDisabledAccountIsToldSoAfterTheRightPasswordAlone() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let office = try app.accounts.administration
            try office.setDisabled(office.account(named: "ada"), true)
            #expect(try await person.get("/passes").location == "/login")
            let told = try await person.signIn("ada")
            #expect(told.status == .unprocessableContent && told.body.says("error.account-disabled"))
            for (name, password) in [("ada", "seven quiet otters swam"), ("eve", "seven quiet otters swim")] {
                let answer = try await person.signIn(name, password: password)
                #expect(answer.status == .unprocessableContent && !answer.body.says("error.account-disabled"))
            }
            try office.setDisabled(office.account(named: "ada"), false)
            #expect(try await person.signIn("ada").status == .seeOther)
        }
    }

    @Test func aNoticeStandsOnEveryPageAsPlainText() async throws {
        try await TestApp.open(arguments: ["--notice", "Down on <b>Sunday</b> & Monday"]) { _, client in
            let person = Person(client)
            let text = "Down on &lt;b&gt;Sunday&lt;/b&gt; &amp; Monday"
            for path in ["/", "/login", "/privacy", "/nowhere"] {
                #expect(try await person.get(path).body.contains(text), "\(path)")
            }
            try await person.register("ada")
            for path in ["/settings", "/passes/new"] { #expect(try await person.get(path).body.contains(text)) }
        }
        for text in [String(repeating: "a", count: 501), "a\u{7}"] {
            #expect(throws: ConfigurationError.self) { try TestApp(arguments: ["--notice", text]) }
        }
    }

    @Test func thePrivacyPolicyNamesWhoIsResponsible() async throws {
        let named = ["--operator", "Praxis <b>Ada</b>", "--contact", "privacy@practice.example"]
        try await TestApp.open(arguments: named) { _, client in
            let policy = try await Person(client).get("/privacy").body
            let who = ["operator": "Praxis &lt;b&gt;Ada&lt;/b&gt;", "contact": "privacy@practice.example"]
            #expect(policy.says("privacy.who.text", who) && !policy.says("privacy.who.unnamed"))
            #expect(policy.says("privacy.version", ["version": try Said.language("en").date(Privacy.version)]))
        }
        try await TestApp.open { _, client in
            let policy = try await Person(client).get("/privacy").body
            #expect(policy.says("privacy.who.unnamed"))
        }
        let long = String(repeating: "a", count: 301)
        for half in [["--operator", "Ada"], ["--contact", "Ada"], ["--operator", "Ada", "--contact", long]] {
            #expect(throws: ConfigurationError.self) { try TestApp(arguments: half) }
        }
    }

    @Test func aServerThatClosesSaysSoAndLetsPeopleTakeTheirDataAlong() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let office = try app.accounts.administration
            let day = try #require(CalendarDate("2027-03-31"))
            try office.setClosing(try Closing(on: day, message: "Ask <Ada>"))
            // At once, also where no page says so yet.
            let late = try await Person(client).post(
                "/register", ["username": "eve", "password": "seven quiet otters swim", "consent": "yes"])
            #expect(late.status == .forbidden)
            try await app.accounts.lookAtClosing()
            for path in ["/settings", "/export"] {
                let page = try await person.get(path).body
                #expect(page.says("shared.closing", ["day": "31 March 2027"]) && page.contains("Ask &lt;Ada&gt;"))
                #expect(page.contains(#"href="/export""#))
            }
            #expect(try await Person(client).get("/login").body.says("shared.closing", ["day": "31 March 2027"]))
            let passphrase = "seven quiet otters swim far"
            let export = try await person.post(
                "/export", ["passphrase": passphrase, "passphrase-again": passphrase, "format": "age"])
            #expect(export.status != .forbidden && export.status != .notFound)
            try office.setClosing(nil)
            try await app.accounts.lookAtClosing()
            #expect(try await !person.get("/settings").body.says("shared.closing"))
            try await Person(client).register("eve")
            try office.setClosing(try Closing(on: day, message: ""))
            let gone = try await person.post("/settings/delete", ["password": "seven quiet otters swim"])
            #expect(gone.status == .seeOther)
        }
    }

    @Test func aClosingThatNoServerHasWrittenIsNone() async throws {
        try await TestApp.open { app, _ in
            try await app.accounts.database.write { db in
                try db.execute(
                    "INSERT INTO closing (number, day, message, rowMac) VALUES (1, '2027-03-31', 'Pay Eve', ?)",
                    [.blob([UInt8](repeating: 0, count: 32))])
            }
            try await app.accounts.lookAtClosing()
            #expect(app.accounts.closing == nil)
            #expect(try DirectoryCheck(app.folder.path).findings.map(\.problem) == [.forged])
        }
    }

    @Test func anAdminSeesWhatRunsByItself() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = Person(client)
            try await person.register("ada")
            try app.accounts.administration.setAdmin(username: "ada", true)
            for task in app.services.jobs.tick() { await task.value }
            let jobs = try await person.get("/admin/jobs").body
            for job in app.services.jobs.reports() {
                let name = app.services.localization.words("en")?.text("admin.job.\(job.name.rawValue)") ?? "?"
                #expect(jobs.contains("<th scope=\"row\">\(name.replacing("’", with: "’"))</th>"), "\(job.name)")
            }
            #expect(jobs.says("admin.job.outcome.done") && jobs.says("admin.jobs.never"))
            #expect(!jobs.says("admin.jobs.late"))
            #expect(try await person.get("/admin").body.says("admin.jobs.fine"))
            let metrics = await app.web.metricsPage()
            #expect(metrics.contains(#"vaccinapp_job_last_success_seconds{job="sessions"} "#))
            #expect(!metrics.contains(#"vaccinapp_job_last_success_seconds{job="backup"}"#))
            #expect(metrics.contains("vaccinapp_job_overdue{job=\"backup\"} 0\n"))
        }
    }

    @Test func aBackupThatIsOverdueDegradesAServerThatStaysReady() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            #expect(try await person.get("/health/ready").body == "ready\n")
            try await note(backupAt: TestApp.now, app)
            for task in app.services.jobs.tick() { await task.value }
            #expect(try await person.get("/health/ready").body == "ready\n")
            try await note(backupAt: TestApp.now - 3 * 86_400, app)
            for task in app.services.jobs.tick() { await task.value }
            let answer = try await person.get("/health/ready")
            #expect(answer.status == .ok && answer.body == "ready, but degraded: overdue backup\n")
            #expect(await app.web.metricsPage().contains("vaccinapp_job_overdue{job=\"backup\"} 1\n"))
        }
    }

    private func note(backupAt date: Date, _ app: TestApp) async throws {
        try await app.accounts.database.write { try LastBackup(date: date, accounts: 1, findings: 0).save($0) }
    }
}
