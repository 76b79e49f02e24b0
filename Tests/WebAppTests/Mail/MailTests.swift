import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing

@testable import Answers
@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("Messages by mail", .timeLimit(.minutes(3)))
struct MailTests {
    @Test(arguments: [
        "maria@example.org", "a@b.de", "first.last+tag@sub.example.org", "o'hara@example.org",
        String(repeating: "a", count: 64) + "@example.org",
    ])
    func anAddressIsTaken(text: String) { #expect(MailAddress(text)?.text == text) }

    @Test(arguments: [
        "", "maria", "@example.org", "maria@", "maria@localhost", "a@b@c.de", "a b@c.de", "a@c.de\r\nBcc: x@y.de",
        "a@c.de\n", "<a@c.de>", "a@c..de", ".a@c.de", "a.@c.de", "ä@example.org", "\"a\"@c.de", "a@[127.0.0.1]",
        String(repeating: "a", count: 65) + "@example.org", "a@" + String(repeating: "b.", count: 130) + "de",
    ])
    func whatIsNoneIsRefused(text: String) { #expect(MailAddress(text) == nil) }

    @Test func aMessageHasNoLineThatIsTooLongAndNothingButItsText() throws {
        let sender = try #require(MailAddress("vaccinapp@example.org"))
        let recipient = try #require(MailAddress("maria@example.org"))
        let message = MailMessage(
            sender: sender, recipient: recipient, subject: "Bestätigen", body: String(repeating: "Wörter. ", count: 99),
            stop: "https://pass.example.org/mail/abc", time: Date(timeIntervalSince1970: 1_790_000_000),
            identifier: "abc")
        let text = message.text
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { (32...126).contains($0) } })
        #expect(lines.contains("Subject: =?utf-8?B?QmVzdMOkdGlnZW4=?="))
        #expect(lines.contains("Date: Mon, 21 Sep 2026 14:13:20 +0000"))
        #expect(lines.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"))
        let body = try #require(text.range(of: "\r\n\r\n"))
        let decoded = Data(base64Encoded: String(text[body.upperBound...]).replacing("\r\n", with: ""))
        #expect(decoded == Data(message.body.utf8))
    }

    @Test(arguments: [
        (["--smtp", "http://mail.example.org"], "--smtp takes"), (["--smtp-user", "a"], "--smtp-user needs --smtp"),
        (["--smtp", "smtps://mail.example.org"], "--smtp-from takes"),
        (["--smtp", "smtps://mail.example.org", "--smtp-from", "a@example.org"], "--smtp needs --public-origin"),
        (
            [
                "--smtp", "smtps://mail.example.org", "--smtp-from", "a@example.org", "--public-origin",
                "https://pass.example.org", "--smtp-user", "a", "--smtp-password", "/nowhere",
            ], "--smtp-password takes a file"
        ),
    ])
    func aSettingThatCantBeIsRefused(arguments: [String], words: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        do {
            _ = try Configuration(arguments: arguments + ["--resources", root.path], environment: [:])
            Issue.record("taken")
        } catch {
            #expect(error.reason.contains(words), "\(error.reason)")
        }
    }

    static let key = MailKey([UInt8](repeating: 3, count: 32))

    /// Nobody is asked: messages are only made.
    static func post() throws -> ReminderMailer {
        let sender = try #require(MailAddress("vaccinapp@example.org"))
        let server = MailServer(
            name: "localhost", host: "127.0.0.1", port: 1, security: .startTLS, user: "", password: "", sender: sender)
        return ReminderMailer(server: server, key: key, origin: "https://pass.example.org")
    }

    /// The days are those of the visits that pages show, and the last of what is said to run out.
    @Test func itsDaysAreThoseOfTheAnswer() async throws {
        try await TestApp.open(mail: Self.post()) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let baby = try await person.pass("Mia Test", birth: ("1", "10", "2026"))
            let adult = try await person.pass("Nora Test", birth: ("1", "4", "1981"))
            let id = try #require(PassID(adult))
            let dose = Vaccination(
                target: "rabies", vaccine: "rabipur", date: try #require(PartialDate("2024-03-01")),
                validUntil: PartialDate("2027-06-01"))
            let record = try VaccinationRecord(
                passID: id, dose, createdAt: TestApp.now, updatedAt: TestApp.now)
            try await person.vault(app).write { try $0.insert(record) }
            let path = "/settings/reminders"
            let fields = ["address": "maria@example.org", "kind": "due", "step": "save"]
            #expect(try await person.post("\(path)/mail", fields, from: path).status == .seeOther)
            let days = try await app.accounts.database.read { db in
                try db.rows("SELECT day FROM reminderDay ORDER BY day", []).map { try $0.text("day") }
            }
            let release = app.services.catalogue.release
            let end = TestApp.today.adding(CalendarPeriod(years: 1))
            let expected = try await person.vault(app).read { records in
                try records.passes().flatMap { pass in
                    try HealthRecord(pass, in: records).answer(release, on: TestApp.today).reminderDays
                }
            }.filter { TestApp.today < $0 && $0 <= end }
            #expect(days == Set(expected.map(\.description)).sorted() && days.contains("2027-06-01"))
            #expect(days.contains("2027-05-04") && days.count > 3, "four weeks before its last day")
            // Names nobody, and no number either: the calendar has the days that are a baby's.
            let calendar = try await person.get("/passes/\(baby)/recommendations.ics").body
            for day in calendar.matches(of: /DTSTART;VALUE=DATE:(\d{4})(\d\d)(\d\d)/).dropFirst().prefix(2) {
                #expect(days.contains("\(day.1)-\(day.2)-\(day.3)"))
            }
        }
    }

    /// No message says how much is due, of whom or when.
    @Test(arguments: ["en", "de"])
    func itPrintsNoNumber(language: String) throws {
        for id in ["mail.subject", "mail.text.due", "mail.text.monthly"] {
            let text = try words(id, ["server": "https://pass.example.org", "link": ""], in: language)
            #expect(!text.contains { $0.isNumber }, "\(id)")
        }
    }

    @Test func itsPageAsksConfirmsAndStops() async throws {
        let (post, key) = (try Self.post(), Self.key)
        try await TestApp.open(mail: post) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let path = "/settings/reminders"
            #expect(try await person.get(path).body.says("mail.who.address"))
            let wrong = try await person.post("\(path)/mail", ["address": "maria", "step": "save"], from: path)
            #expect(wrong.status == .unprocessableContent && wrong.body.says("error.mail.address"))
            #expect(wrong.body.contains("value=\"maria\"") && wrong.body.says("error.mail.kind"))
            let fields = ["address": "maria@example.org", "kind": "due", "step": "save"]
            #expect(try await person.post("\(path)/mail", fields, from: path).location == "\(path)?done=mail-saved")
            let waiting = try await person.get(path).body
            #expect(waiting.says("mail.state.waiting") && !waiting.contains("maria@example.org"))
            let task = try #require(try await app.accounts.claimMail(key: key).first)
            let words = app.services.localization.fallback
            let recipient = try #require(MailAddress(task.address))
            let message = post.message(task, to: recipient, words, at: TestApp.now)
            #expect(message.body.says("mail.text.first"))
            let link = try #require(message.body.firstMatch(of: /https:\/\/pass\.example\.org(\/mail\/[A-Za-z0-9_-]+)/))
                .1
            #expect(message.stop == "https://pass.example.org\(link)")
            let visitor = Person(client)
            #expect(try await visitor.get(String(link)).body.says("mail.waiting"))
            #expect(try await visitor.postRaw(String(link), "step=confirm").status == .seeOther)
            #expect(try await person.get(path).body.says("mail.state.due"))
            // Another kind needs no other message; another address is tomorrow's.
            let monthly = ["address": "maria@example.org", "kind": "monthly", "step": "save"]
            #expect(try await person.post("\(path)/mail", monthly, from: path).status == .seeOther)
            #expect(try await person.get(path).body.says("mail.state.monthly"))
            let second = ["address": "otto@example.org", "kind": "due", "step": "save"]
            let refused = try await person.post("\(path)/mail", second, from: path)
            #expect(refused.status == .unprocessableContent && refused.body.says("error.mail.today"))
            #expect(refused.body.contains("value=\"otto@example.org\"") && refused.body.says("mail.state.monthly"))
            #expect(try await visitor.postRaw(String(link), "List-Unsubscribe=One-Click").status == .ok)
            #expect(try await visitor.get(String(link)).body.says("mail.stopped"))
            #expect(try await visitor.postRaw(String(link), "step=confirm").status == .seeOther)
            let stopped = try await visitor.get(String(link)).body
            #expect(stopped.says("mail.stopped") && stopped.says("mail.allow.hint") && !stopped.says("mail.stop.hint"))
            #expect(try await visitor.postRaw(String(link), "step=allow").status == .seeOther)
            let allowed = try await visitor.get(String(link)).body
            #expect(allowed.says("mail.none") && allowed.says("mail.stop.hint") && !allowed.says("mail.allow.hint"))
            for kind in ["due", "monthly"] {
                #expect(try await person.get(path).body.says("mail.state.\(kind)") == false)
            }
            for wrong in ["/mail/abc", "/mail/\(String(repeating: "A", count: 64))"] {
                #expect(try await visitor.get(wrong).status == .notFound)
                #expect(try await visitor.postRaw(wrong, "step=stop").status == .notFound)
            }
            let log = try await person.vault(app).read { try $0.accessLog() }
            #expect(log.contains { $0.code == .reminderMailSaved })
        }
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            #expect(try await person.get("/settings/reminders").body.says("mail.off"))
            #expect(try await person.post("/settings/reminders/mail", ["step": "save"]).status == .notFound)
        }
    }
}
