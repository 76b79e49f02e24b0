import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Testing

@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

/// What day it is, and how late, is where somebody lives: the browser says it once, the settings change it.
@Suite("Times are the person's", .timeLimit(.minutes(3)))
struct TimeZoneTests {
    /// A moment of the tests' day, in hours after its beginning in Greenwich.
    private static func moment(_ hours: Double) -> Date { TestApp.now + hours * 3_600 }
    /// Half past midnight of 22 November in Auckland, noon of the 21st in Germany, night of the 21st in Los Angeles.
    private static let noon = moment(11.5)

    /// Somebody whose browser is somewhere, with a pass.
    private static func open(
        in zone: String, at now: Date = noon, birth: (String, String, String) = ("12", "4", "1987"),
        _ body: @escaping @Sendable (TestApp, Person, _ pass: String) async throws -> Void
    ) async throws {
        let origin = ["--public-origin", "https://pass.example.org"]
        try await TestApp.open(arguments: origin, now: { now }) { app, client in
            let person = Person(client)
            try await person.register("ada", zone: zone)
            try await body(app, person, try await person.pass("Ada Test", birth: birth))
        }
    }

    private static func zone(_ person: Person, _ app: TestApp) async throws -> String? {
        try await person.vault(app).read { try $0.setting(SettingKey.zone) }
    }

    @Test(arguments: [
        ("Pacific/Auckland", 11.5, "22 November 2026"), ("America/Los_Angeles", 11.5, "21 November 2026"),
        ("America/Los_Angeles", 7.5, "20 November 2026"), ("", 7.5, "21 November 2026"),
        ("", 22.5, "21 November 2026"), ("", 23.5, "22 November 2026"),
    ])
    func todayIsTheirs(zone: String, hours: Double, today: String) async throws {
        try await Self.open(in: zone, at: Self.moment(hours)) { _, person, pass in
            for path in ["/passes/\(pass)/recommendations", "/passes/\(pass)/print"] {
                let page = try await person.get(path).body
                #expect(page.contains(today), "\(path)")
            }
        }
    }

    @Test(arguments: [("Pacific/Auckland", "20261122"), ("America/Los_Angeles", "20261121")])
    func whatIsDueIsDueOnTheirToday(zone: String, today: String) async throws {
        try await Self.open(in: zone, birth: ("1", "10", "2026")) { _, person, pass in
            let calendar = try await person.get("/passes/\(pass)/recommendations.ics").body
            #expect(calendar.contains("DTSTART;VALUE=DATE:\(today)"))
        }
    }

    @Test(arguments: ["Pacific/Auckland", "Europe/Berlin", "America/Los_Angeles"])
    func aDoseMayBeOfTheLatestDayOnEarth(zone: String) async throws {
        try await Self.open(in: zone) { _, person, pass in
            let dose = try await person.dose(pass, "tetanus", "unknown", ("22", "11", "2026"))
            let page = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
            #expect(page.contains("22 November 2026") && !page.says("doses.issue.in-future"))
            let late = try await person.post(
                "/passes/\(pass)/vaccinations/new",
                [
                    "target": "measles", "vaccine": "unknown", "date-day": "23", "date-month": "11",
                    "date-year": "2026",
                ])
            #expect(late.status == .unprocessableContent && late.body.says("error.date.future"))
            let table = "/passes/\(pass)/vaccinations/table"
            let row = ["vaccine-1": "priorix", "date-1": "22.11.2026"]
            #expect(try await person.post(table, row).status == .seeOther)
            let tooLate = try await person.post(table, row.merging(["date-1": "23.11.2026"]) { $1 })
            #expect(tooLate.status == .unprocessableContent && tooLate.body.says("error.date-text.future"))
        }
    }

    @Test func noDoseIsAllowedOnADayThatIsNowhereYet() async throws {
        // Half past nine in Greenwich: still the 21st in Kiritimati.
        try await Self.open(in: "Pacific/Auckland", at: Self.moment(9.5)) { _, person, pass in
            await #expect(throws: PersonError.self) {
                try await person.dose(pass, "tetanus", "unknown", ("22", "11", "2026"))
            }
        }
    }

    @Test(arguments: [("Pacific/Auckland", "2 December 2026"), ("America/Los_Angeles", "1 December 2026")])
    func aCertificateEndsOnADayOfTheirs(zone: String, day: String) async throws {
        try await Self.open(in: zone) { app, person, pass in
            let text = try app.issuer.vaccination(
                given: "Ada", family: "Test", birth: "1987-04-12", until: Self.noon + 10 * 86_400)
            _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass])
            let id = try #require(PassID(pass))
            let record = try #require(try await person.vault(app).read { try $0.certificates(of: id) }.first)
            let page = try await person.get("/passes/\(pass)/certificates/\(record.id)").body
            #expect(page.says("certificates.code.expires", ["date": day]) && !page.contains("UTC"))
            #expect(page.says("shared.zone"))
        }
    }

    @Test(arguments: [
        ("Pacific/Auckland", "29 November 2026", "00:30"), ("America/Los_Angeles", "28 November 2026", "03:30"),
    ])
    func aLinkEndsAtTheirTime(zone: String, date: String, time: String) async throws {
        try await Self.open(in: zone) { _, person, pass in
            _ = try await person.dose(pass, "measles", "priorix", ("1", "3", "2021"))
            let place = try await person.post("/passes/\(pass)/links", ["days": "7"]).location
            let until = ["time": try words("date.time", ["date": date, "time": time])]
            for path in [place, "/passes/\(pass)/links", "/settings/sessions"] {
                let page = try await person.get(path).body
                #expect(page.says("links.until", until) && !page.contains("UTC"), "\(path)")
            }
        }
    }

    @Test func theFirstBrowserThatSaysItCounts() async throws {
        try await Self.open(in: "") { app, person, _ in
            for unknown in [
                "UTC", "GMT+3", "Etc/GMT+3", "Mars/Base", "../../etc/passwd", String(repeating: "A/", count: 99),
            ] {
                #expect(try await person.signIn("ada", zone: unknown).status == .seeOther)
                #expect(try await Self.zone(person, app) == nil, "\(unknown)")
            }
            _ = try await person.signIn("ada", zone: "Asia/Kolkata")
            #expect(try await Self.zone(person, app) == "Asia/Kolkata")
            _ = try await person.signIn("ada", zone: "America/Los_Angeles")
            #expect(try await Self.zone(person, app) == "Asia/Kolkata")
        }
    }

    @Test func itIsAlsoSaidWithTheSecondStepAndTheRecoveryCode() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let totp = try await person.turnOnTwoFactor(app)
            _ = try await person.signIn("ada", zone: "Asia/Kolkata")
            let code = ["code": totp.nextCode(), "zone": "Pacific/Auckland"]
            #expect(try await person.post("/login/code", code, from: "/login/code").location == "/")
            #expect(try await Self.zone(person, app) == "Pacific/Auckland")
            try await person.vault(app).write { try $0.setSetting(SettingKey.zone, to: nil) }
            let session = try #require(try await app.accounts.sessions.session(cookie: person.sessionCookie()))
            let recovery = try #require(try await app.accounts.recovery.unconfirmedCode(session))
            let stranger = Person(client)
            let fields = [
                "username": "ada", "recovery-code": recovery, "password": "eight quiet otters swim",
                "zone": "America/Los_Angeles",
            ]
            #expect(try await stranger.post("/recover", fields, from: "/recover").status == .seeOther)
            #expect(try await Self.zone(stranger, app) == "America/Los_Angeles")
        }
    }

    @Test func itIsChangedInTheSettings() async throws {
        try await Self.open(in: "Asia/Kolkata", at: Self.moment(7.5)) { app, person, pass in
            let (settings, plan) = ("/settings/countries", "/passes/\(pass)/recommendations")
            // Also a name that the list has by another one.
            #expect(try await person.get(settings).body.contains(#"value="Asia/Kolkata" selected"#))
            #expect(try await person.get(plan).body.contains("21 November 2026"))
            let west = ["home": "AT", "zone": "America/Los_Angeles"]
            #expect(try await person.post(settings, west).status == .seeOther)
            #expect(try await person.get(plan).body.contains("20 November 2026"))
            // An unknown zone is named, and nothing is saved; a form without the field leaves it.
            let wrong = try await person.post(settings, ["home": "DE", "zone": "Mars/Base"])
            #expect(wrong.status == .unprocessableContent && wrong.body.says("error.zone"))
            _ = try await person.post(settings, ["home": "AT"])
            #expect(try await Self.zone(person, app) == "America/Los_Angeles")
            _ = try await person.post(settings, ["home": "AT", "zone": ""])
            #expect(try await person.get(plan).body.contains("21 November 2026"))
            // Whoever has chosen the home country's isn't asked again.
            _ = try await person.signIn("ada", zone: "America/Los_Angeles")
            #expect(try await Self.zone(person, app) == "")
        }
    }

    @Test func eachCountryWithAScheduleHasAZone() async throws {
        try await TestApp.open { app, _ in
            let release = app.services.catalogue.release
            for country in release.countries() {
                let names = release.schedules.filter { $0.country == country }.compactMap(\.zone)
                #expect(Set(names).count == 1 && names.allSatisfy { TimeZone(ofPlace: $0) != nil }, "\(country)")
            }
            #expect(release.zone(of: "AT").identifier == "Europe/Vienna")
            #expect(release.zone(of: nil).identifier == "Europe/Berlin")
            #expect(release.zone(of: "FR") == release.zone(of: nil))
        }
    }

    @Test func momentsAreWrittenWhereTheReaderIs() throws {
        let auckland = try #require(TimeZone(ofPlace: "Pacific/Auckland"))
        let (english, german) = (
            try Said.language("en").local(in: auckland), try Said.language("de").local(in: auckland)
        )
        #expect(english.date(Self.noon) == "22 November 2026" && german.date(Self.noon) == "22. November 2026")
        #expect(try english.time(Self.noon) == words("date.time", ["date": "22 November 2026", "time": "00:30"]))
        #expect(english.city(of: auckland) == "Auckland")
        #expect(german.city(of: try #require(TimeZone(ofPlace: "Africa/Cairo"))) == "Kairo")
        for far in [-1e300, 1e300, .infinity, .nan, -62_200_000_000, 253_500_000_000] {
            #expect(!english.time(Date(timeIntervalSince1970: far)).isEmpty)
        }
        #expect(CalendarDate.latest(at: Self.moment(9.9)) == TestApp.today)
        #expect(CalendarDate.latest(at: Self.moment(10)) == TestApp.today.adding(days: 1))
        // Summer time ends in Germany on 25 October 2026, at 1:00 in Greenwich.
        let berlin = try Said.language("en").local(in: #require(TimeZone(ofPlace: "Europe/Berlin")))
        let end = try #require(Timestamp("2026-10-25T01:00:00Z").date)
        let day = "25 October 2026"
        #expect(try berlin.time(end - 60) == words("date.time", ["date": day, "time": "02:59"]))
        #expect(try berlin.time(end) == words("date.time", ["date": day, "time": "02:00"]))
    }
}
