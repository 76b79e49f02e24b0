import ByteCoding
import CivilDates
import Foundation
import HTTPTypes
import Testing

@testable import Vault
@testable import WebApp

/// The address that a calendar app asks, without a session.
@Suite("A calendar that is subscribed to", .timeLimit(.minutes(3)))
struct CalendarFeedTests {
    /// A stranger's calendar app.
    private func calendar(_ address: String, _ app: TestApp, _ person: Person, tag: String? = nil) async throws
        -> Person.Answer
    {
        let path = try #require(address.components(separatedBy: "/calendar/").last)
        let headers: HTTPFields = tag.map { [.ifNoneMatch: $0] } ?? [:]
        return try await Person(person.client).get("/calendar/\(path)", headers: headers)
    }

    private func address(_ person: Person, _ pass: String, names: Bool = false) async throws -> String {
        let path = "/passes/\(pass)/calendar"
        let fields = ["step": "make"].merging(names ? ["names": "yes"] : [:]) { $1 }
        #expect(try await person.post(path, fields).status == .seeOther)
        return try #require(try await shown(person, pass))
    }

    private func shown(_ person: Person, _ pass: String) async throws -> String? {
        let page = try await person.get("/passes/\(pass)/calendar").body
        return page.firstMatch(of: /value="(http[^"]*\.ics)"/).map { String($0.1) }
    }

    private func unfolded(_ text: String) -> String { text.replacing("\r\n ", with: "") }

    @Test func itKeepsUpWithWhatIsEntered() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "10", "2026")) { app, person, pass in
            let address = try await address(person, pass)
            let first = try await calendar(address, app, person)
            #expect(first.status == .ok && first.headers[.contentType] == "text/calendar; charset=utf-8")
            let text = unfolded(first.body)
            #expect(try text.contains("SUMMARY:\(words("calendar.summary"))") && text.contains("BEGIN:VALARM"))
            #expect(text.contains("REFRESH-INTERVAL;VALUE=DURATION:P1D") && text.says("calendar.old"))
            #expect(!text.contains("Mia") && !text.contains("Diphtheria"))
            // Ten years ahead: the booster before school is in it, and what begins before it ends.
            #expect(text.contains("DTSTART;VALUE=DATE:2031") || text.contains("DTSTART;VALUE=DATE:2032"), "\(text)")
            #expect(text.contains("DTSTART;VALUE=DATE:2035") && !text.contains("DTSTART;VALUE=DATE:2037"))
            let ids = text.matches(of: /UID:([^\r\n]*)/).map { String($0.1) }
            #expect(Set(ids).count == ids.count && !text.contains("BEGIN:VTODO"))
            let tag = try #require(first.headers[.eTag])
            #expect(first.headers[.cacheControl] == "no-store")
            #expect(try await calendar(address, app, person, tag: tag).status == .notModified)
            // What changes nothing in the plan changes nothing in the calendar.
            #expect(try await person.post("/language", ["language": "en", "return": "/"]).status == .seeOther)
            #expect(try await calendar(address, app, person).headers[.eTag] == tag)
            _ = try await person.dose(pass, "rotavirus", "rotarix", ("15", "11", "2026"))
            let second = try await calendar(address, app, person, tag: tag)
            #expect(second.status == .ok && second.headers[.eTag] != tag)
        }
    }

    @Test func namesStandInItOnlyIfAskedFor() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "10", "2026")) { app, person, pass in
            let address = try await address(person, pass, names: true)
            let named = unfolded(try await calendar(address, app, person).body)
            #expect(named.says("calendar.detailed", ["name": "Mia Test"]) && named.contains("Diphtheria"))
            #expect(try await person.post("/passes/\(pass)/calendar", ["step": "names"]).status == .seeOther)
            #expect(!unfolded(try await calendar(address, app, person).body).contains("Mia"))
            #expect(try await shown(person, pass) == address)
        }
    }

    @Test func whatEndsLeadsNowhere() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "10", "2026")) { app, person, pass in
            let path = "/passes/\(pass)/calendar"
            let old = try await address(person, pass)
            let new = try await address(person, pass)
            #expect(old != new)
            #expect(try await calendar(old, app, person).status == .notFound)
            #expect(try await calendar(new, app, person).status == .ok)
            #expect(try await person.post(path, ["step": "end"]).status == .seeOther)
            #expect(try await calendar(new, app, person).status == .notFound)
            #expect(try await shown(person, pass) == nil)
            let other = try await person.pass("Ben Test", birth: ("1", "10", "2022"))
            let last = try await address(person, other)
            #expect(try await calendar(last, app, person).status == .ok)
            #expect(try await person.post("/passes/\(other)/delete").status == .seeOther)
            #expect(try await calendar(last, app, person).status == .notFound)
            #expect(try await person.post("/passes/\(pass)/calendar", ["step": "later"]).status == .badRequest)
        }
    }

    /// Nobody reads of an end that didn't come about.
    @Test func whatCannotBeTakenAwayHasNotEnded() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "10", "2026")) { app, person, pass in
            let path = "/passes/\(pass)/calendar"
            let address = try await address(person, pass)
            try await app.accounts.database.write { db in
                try db.execute(
                    "CREATE TRIGGER stuck BEFORE DELETE ON calendarFeed BEGIN SELECT RAISE(ABORT, 'stuck'); END", [])
            }
            for (path, fields) in [(path, ["step": "end"]), (path, ["step": "make"]), ("/passes/\(pass)/delete", [:])] {
                #expect(try await person.post(path, fields).status.kind == .serverError, "\(fields)")
                #expect(try await shown(person, pass) == address)
                #expect(try await calendar(address, app, person).status == .ok)
            }
            try await app.accounts.database.write { try $0.execute("DROP TRIGGER stuck", []) }
            #expect(try await person.post(path, ["step": "end"]).status == .seeOther)
            #expect(try await calendar(address, app, person).status == .notFound)
            // Ended in another window meanwhile.
            let answer = try await person.post(path, ["step": "names", "names": "yes"])
            #expect(answer.location == path)
            #expect(try await shown(person, pass) == nil)
        }
    }

    /// Of many that take long, those that were made by the time that nobody waits any more count.
    @Test func whatWasMadeBeforeItEndedStays() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "10", "2026")) { app, person, pass in
            let other = try await person.pass("Ben Test", birth: ("1", "10", "2026"))
            let (first, last) = (min(pass, other), max(pass, other))
            let addresses = [try await address(person, first), try await address(person, last)]
            let before = [
                try await calendar(addresses[0], app, person).body,
                try await calendar(addresses[1], app, person).body,
            ]
            let secret = try #require(addresses[1].components(separatedBy: "/calendar/").last?.dropLast(4))
            let id = SealedCalendar(secret: try #require(Base64URL.decode(secret))).id
            let stuck = """
                CREATE TRIGGER stuck BEFORE INSERT ON calendarFeed WHEN NEW.id = X'\(Hex.encode(id))'
                BEGIN SELECT RAISE(ABORT, 'stuck'); END
                """
            try await app.accounts.database.write { try $0.execute(stuck, []) }
            for pass in [first, last] { _ = try await person.dose(pass, "rotavirus", "rotarix", ("15", "11", "2026")) }
            #expect(try await calendar(addresses[0], app, person).body != before[0])
            #expect(try await calendar(addresses[1], app, person).body == before[1])
            try await app.accounts.database.write { try $0.execute("DROP TRIGGER stuck", []) }
            _ = try await person.get("/passes")
            #expect(try await calendar(addresses[1], app, person).body != before[1])
        }
    }

    /// A day later nothing has changed; what has changed has a newer stamp, in the language it was made in.
    @Test func aStampIsAsOldAsWhatItStandsFor() async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Mia Test", birth: ("1", "10", "2026"))
            let address = try await address(person, pass)
            let first = try await calendar(address, app, person)
            #expect(first.body.contains("DTSTAMP:20261121T000000Z"))
            clock.pass(3_600)
            _ = try await person.get("/passes/\(pass)")
            #expect(try await calendar(address, app, person).body == first.body)
            #expect(try await person.post("/language", ["language": "de", "return": "/"]).status == .seeOther)
            _ = try await person.dose(pass, "rotavirus", "rotarix", ("15", "11", "2026"))
            let second = unfolded(try await calendar(address, app, person).body)
            #expect(second.contains("DTSTAMP:20261121T010000Z") && !second.contains("DTSTAMP:20261121T000000Z"))
            #expect(try second.contains("SUMMARY:\(words("calendar.summary"))"))
            #expect(
                try await person.post(
                    "/passes/\(pass)/calendar", ["step": "names", "password": "seven quiet otters swim"]
                ).status == .seeOther)
            let german = unfolded(try await calendar(address, app, person).body)
            #expect(try german.contains("SUMMARY:\(words("calendar.summary", in: "de"))"))
        }
    }

    /// Whoever withdraws their consent has nothing outside any more.
    @Test func aWithdrawnConsentEndsIt() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "10", "2026")) { app, person, pass in
            let address = try await address(person, pass)
            #expect(try await person.post("/settings/consent", ["consent": "withdrawn"]).status == .seeOther)
            #expect(try await calendar(address, app, person).status == .notFound)
            // Nor does it come back with a new consent.
            #expect(try await person.post("/settings/consent", ["consent": "yes"]).status == .seeOther)
            _ = try await person.get("/passes/\(pass)")
            #expect(try await calendar(address, app, person).status == .notFound)
            #expect(try await self.address(person, pass) != address)
        }
    }

    /// A wrong bit answers as an address that never was, whatever is asked.
    @Test func aWrongAddressAnswersLikeAnUnknownOne() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "10", "2026")) { app, person, pass in
            let address = try await address(person, pass)
            let secret = try #require(address.components(separatedBy: "/calendar/").last?.dropLast(4))
            let first = secret.first == "A" ? "B" : "A"
            let unknown = try await calendar("/calendar/\(String(repeating: "A", count: 43)).ics", app, person)
            #expect(unknown.status == .notFound)
            // Programs that show it seldom say in which language.
            #expect(unknown.body.says("calendar.gone") && unknown.body.says("calendar.gone", in: "de"))
            #expect(unknown.body.hasPrefix(try words("calendar.gone")))
            let german = try await Person(person.client).get("/calendar/a.ics", headers: [.acceptLanguage: "de"])
            #expect(german.body.hasPrefix(try words("calendar.gone", in: "de")) && german.body.says("calendar.gone"))
            for wrong in [first + secret.dropFirst(), secret.dropLast(), secret + "A", "a", "%41"] {
                let answer = try await calendar("/calendar/\(wrong).ics", app, person)
                #expect(answer.status == .notFound && answer.body == unknown.body, "\(wrong)")
            }
            #expect(try await calendar(address, app, person).status == .ok)
        }
    }

    /// A file and an address are two things in the access log, and what older releases logged is still said.
    @Test func aFileAndAnAddressAreLoggedEachForItself() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "10", "2026")) { app, person, pass in
            func log() async throws -> [AccessEvent.Code?] {
                try await person.vault(app).read { try $0.accessLog().map(\.code) }
            }
            _ = try await address(person, pass)
            let addressed = try await log()
            #expect(addressed.contains(.calendarAddressMade) && !addressed.contains(.calendarFileTaken))
            #expect(try await person.get("/passes/\(pass)/recommendations.ics").status == .ok)
            let both = try await log()
            #expect(both.contains(.calendarFileTaken) && !both.contains(.calendarMade))
            try await person.vault(app).write {
                try $0.log(AccessEvent(time: TestApp.now, device: "", code: .calendarMade, detail: "feed"))
            }
            let page = try await person.get("/settings/access-log").body
            for code in ["calendar-address-made", "calendar-file-taken", "calendar-made"] {
                #expect(page.says("access-log.event.\(code)"), "\(code)")
            }
        }
    }

    @Test func whoAsksEverySecondIsToldToWait() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "10", "2026")) { app, person, pass in
            let address = try await address(person, pass)
            var last = HTTPResponse.Status.ok
            for _ in 0..<70 where last == .ok { last = try await calendar(address, app, person).status }
            #expect(last == .tooManyRequests)
        }
    }

    /// Neither the secret nor what the calendar says is on the disk.
    @Test func nothingOfItLiesInClear() async throws {
        try await TestApp.openWithPass("Miraculix Test", birth: ("1", "10", "2026")) { app, person, pass in
            let address = try await address(person, pass, names: true)
            let secret = try #require(address.components(separatedBy: "/calendar/").last?.dropLast(4))
            let bytes = try #require(Base64URL.decode(secret))
            let files = try #require(FileManager.default.enumerator(at: app.folder, includingPropertiesForKeys: nil))
            var looked = 0
            for case let file as URL in files {
                guard let content = try? Data(contentsOf: file) else { continue }
                looked += 1
                for canary in [Data(secret.utf8), Data(bytes), Data("Miraculix".utf8), Data("VCALENDAR".utf8)] {
                    #expect(content.range(of: canary) == nil, "\(file.lastPathComponent)")
                }
            }
            #expect(looked > 1)
        }
    }
}
