import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing

@testable import Papers
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("A family at a glance", .timeLimit(.minutes(3)))
struct FamilyTests {
    /// A pass's card on the start page, as its text without marks.
    private static func card(_ name: String, on page: String) throws -> String {
        let found = page.components(separatedBy: "<li>\n<h2>").first { $0.contains("<bdi>\(name)</bdi></a></h2>") }
        return try #require(found?.components(separatedBy: "</li>").first)
    }

    @Test func oneCardForEachPassAlsoForTheOnly() async throws {
        try await TestApp.openWithPass("Ada Test") { _, person, pass in
            _ = try await Self.card("Ada Test", on: person.get("/").body)
            _ = try await person.pass("Bruno", kind: "dog", birth: ("29", "2", "2024"))
            let page = try await person.get("/")
            #expect(page.status == .ok)
            let ada = try Self.card("Ada Test", on: page.body)
            #expect(try ada.contains(words("time.years", count: 39)) && ada.contains("href=\"/passes/\(pass)\""))
            #expect(try Self.card("Bruno", on: page.body).contains(words("time.years", count: 2)))
            // From every page, also that of an error.
            for path in ["/passes/\(pass)", "/settings", "/passes/none"] {
                #expect(try await person.get(path).body.contains("<a href=\"/\"><svg class=\"icon\""))
            }
        }
    }

    /// The one number of a card; nil where it tells none.
    private static func number(_ card: String) -> Int? {
        card.firstMatch(of: /<data value="(\d+)">/).flatMap { Int($0.1, radix: 10) }
    }

    /// What follows a card's first words.
    private static func names(_ card: String) -> [String] {
        let names = card.firstMatch(of: /<\/data><\/strong> ([^<]*)/).map { String($0.1) } ?? ""
        return names.isEmpty ? [] : names.components(separatedBy: names.contains("; ") ? "; " : ", ")
    }

    private static func headline(_ page: String) -> String {
        page.firstMatch(of: /<h1>([^<]*)<\/h1>/).map { String($0.1) } ?? ""
    }

    /// Says that all is entered.
    private static func complete(_ pass: String, _ person: Person) async throws {
        let answer = try await person.post("/passes/\(pass)/recommendations", ["record": "complete"])
        #expect(answer.status == .seeOther)
    }

    @Test(arguments: ["en", "de"])
    func eachCardSaysInOneLineHowItStands(language: String) async throws {
        try await TestApp.openWithPass("Gustav Test", birth: ("1", "4", "1950")) { app, person, gustav in
            let emil = try await person.pass("Emil Test", birth: ("1", "4", "2026"))
            try await person.dose(emil, "hepatitis-b", "infanrix-hexa", ("1", "6", "2026"))
            let pup = try await person.pass("Welpe", kind: "dog", birth: ("10", "11", "2026"))
            _ = try await person.pass("Nora Test", birth: ("1", "4", "1981"))
            try await person.vault(app).write { records in
                let pass = Pass(kind: Pass.person, name: "Nobody", birthDate: nil, sex: .unknown)
                try records.insert(PassRecord(pass, createdAt: TestApp.now))
            }
            _ = try await person.post("/language", ["language": language])
            func card(_ name: String) async throws -> String {
                try Self.card(name, on: try await person.get("/").body)
            }
            // Nothing at all is entered: that first, and how much there is to do for all that.
            let old = try await card("Gustav Test")
            #expect(old.says("family.empty", in: language) && old.says("answer.number", in: language))
            #expect(try #require(Self.number(old)) > 0 && old.says("answer.unless", in: language))
            #expect(old.contains("/passes/\(gustav)/vaccinations/table"))
            let empty = try await card("Nora Test")
            #expect(empty.says("family.empty", in: language) && empty.says("answer.questions", in: language))
            #expect(Self.number(empty) == 0)
            // At most two are named, and the others counted: together they are the number.
            let child = try await card("Emil Test")
            #expect(child.says("family.missing", in: language) && child.contains("/passes/\(emil)/recommendations"))
            #expect(try child.contains(words("time.months", count: 7, in: language)))
            let names = Self.names(child)
            let count = try #require(Self.number(child))
            #expect(names.count == 2 && count > 2, "\(child)")
            #expect(child.says("family.and-more", ["count": String(count - 2)], in: language), "\(child)")
            let unknown = try await card("Nobody")
            #expect(unknown.says("family.birthdate", in: language) && unknown.contains("/edit\""))
            #expect(try await card("Welpe").says("family.empty", in: language))
            try await Self.complete(pup, person)
            let date = language == "en" ? "5 January 2027" : "5. Januar 2027"
            let well = try await card("Welpe")
            #expect(well.says("family.until", ["date": date], in: language) && Self.number(well) == 0)
            let page = try await person.get("/").body
            #expect(!page.says("vaccinations.code", in: language))
            #expect(!page.replacing("/certificates/new", with: "").contains("/certificates/"))
        }
    }

    /// What presses most comes first: red, amber, violet, green, grey.
    @Test func cardsAreInTheOrderOfTheirSigns() async throws {
        try await TestApp.openWithPass("Nora Test", birth: ("1", "4", "1981")) { _, person, nora in
            let pup = try await person.pass("Welpe", kind: "dog", birth: ("10", "11", "2026"))
            let emil = try await person.pass("Emil Test", birth: ("1", "4", "2026"))
            let gone = try await person.pass("Zeno Test", birth: ("1", "4", "2026"))
            for pass in [emil, gone] {
                try await person.dose(pass, "hepatitis-b", "infanrix-hexa", ("1", "6", "2026"))
            }
            try await Self.complete(pup, person)
            _ = try await person.post("/settings/reminders", ["pass": gone, "pause": "week"])
            let page = try await person.get("/").body
            let names = page.matches(of: /<\/span> <bdi>([^<]*)<\/bdi><\/a><\/h2>/).map { String($0.1) }
            #expect(names == ["Emil Test", "Nora Test", "Welpe", "Zeno Test"])
            // A paused one has no line, and the title doesn’t say that all is good.
            #expect(try Self.number(Self.card("Zeno Test", on: page)) == nil)
            #expect(Self.headline(page).says("family.now", ["names": "Emil Test"]))
            _ = try await person.post("/settings/reminders", ["pass": emil, "pause": "week"])
            _ = try await person.post("/settings/reminders", ["pass": nora, "pause": "week"])
            #expect(try await Self.headline(person.get("/").body) == words("family.title"))
        }
    }

    /// All is good only where nobody has anything to do, to ask or to enter.
    @Test(arguments: ["en", "de"])
    func theTitleSaysWhoIsDue(language: String) async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            _ = try await person.post("/language", ["language": language])
            func headline() async throws -> String { try await Self.headline(person.get("/").body) }
            for (name, day) in [("Rex", "20"), ("Bello", "10")] {
                try await Self.complete(person.pass(name, kind: "dog", birth: (day, "11", "2026")), person)
            }
            let date = language == "en" ? "5 January 2027" : "5. Januar 2027"
            #expect(try await headline() == words("family.good", ["date": date], in: language))
            _ = try await person.pass("Welpe", kind: "dog", birth: ("10", "11", "2026"))
            #expect(try await headline() == words("family.enter", ["names": "Welpe"], in: language))
            _ = try await person.pass("Nora Test", birth: ("1", "4", "1981"))
            let asked = try await headline()
            #expect(asked.says("answer.questions", in: language) && !asked.says("family.good", in: language))
            for name in ["Ada", "Emil", "Ida", "Otto"] {
                let pass = try await person.pass(name, birth: ("1", "4", "2026"))
                try await person.dose(pass, "hepatitis-b", "infanrix-hexa", ("1", "6", "2026"))
                let names = try await headline()
                #expect(names.says("family.now", in: language) && !names.contains("Nora"), "\(names)")
                #expect(names.contains("Ada") && !names.contains("Otto"))
            }
            let names = try words("family.and-more", ["names": "Ada, Emil"], count: 2, in: language)
            #expect(try await headline() == words("family.now", ["names": names], in: language))
        }
    }

    @Test func theNewestValidCertificateIsOneStepAwayAsLongAsItIsValid() async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let ada = try await person.pass("Ada Test")
            let emil = try await person.pass("Emil Test", birth: ("1", "4", "2020"))
            for (given, birth, pass) in [("Ada", "1987-04-12", ada), ("Emil", "2020-04-01", emil)] {
                let text = try app.issuer.vaccination(
                    given: given, family: "Test", birth: birth, identifier: "URN:UVCI:01DE/\(given)/1#A")
                _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass])
            }
            let page = try await person.get("/").body
            for (name, pass) in [("Ada Test", ada), ("Emil Test", emil)] {
                let link = try #require(
                    Self.card(name, on: page).firstMatch(of: /href="(\/passes\/[a-z0-9]+\/certificates\/[a-z0-9]+)"/)
                ).1
                #expect(link.hasPrefix("/passes/\(pass)/"))
                #expect(try await person.get(String(link)).body.contains("/qr.svg"))
            }
            #expect(try await person.get("/").body == page)
            clock.pass(86_400)
            #expect(try await !person.get("/").body.replacing("/certificates/new", with: "").contains("/certificates/"))
        }
    }

    /// The visits of the start page: each card's text.
    private static func visits(_ page: String) -> [String] {
        page.components(separatedBy: "<li class=\"card\">").dropFirst().map { $0.components(separatedBy: "</ol>")[0] }
    }

    @Test(arguments: ["en", "de"])
    func oneVisitServesTwinsAndTheVetIsAnother(language: String) async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("1", "10", "2026")) { _, person, _ in
            _ = try await person.pass("Ida Test", birth: ("1", "10", "2026"))
            _ = try await person.pass("Mia", kind: "cat", birth: ("1", "9", "2026"))
            _ = try await person.post("/language", ["language": language])
            let page = try await person.get("/").body
            let visits = Self.visits(page)
            let both = visits.filter { $0.contains("Emil Test") && $0.contains("Ida Test") }
            #expect(
                both.count > 1 && both.count == visits.count { $0.contains("Emil Test") || $0.contains("Ida Test") })
            let (doctor, vet) = (try words("family.doctor", in: language), try words("family.vet", in: language))
            #expect(!both.contains { $0.contains("<bdi>Mia</bdi>") || $0.contains(vet) })
            #expect(both.allSatisfy { $0.contains(doctor) && $0.says("family.together", in: language) })
            #expect(visits.contains { $0.contains("<bdi>Mia</bdi>") && $0.contains(vet) })
            // The next at each practice, and the others folded away.
            let next = try #require(page.components(separatedBy: "<details class=\"more\">").first)
            #expect(next.times("family.next.now", in: language) + next.times("family.next.from", in: language) == 2)
            #expect(page.says("family.then", in: language))
        }
    }

    /// Five for one are given in two visits.
    @Test(arguments: ["en", "de"])
    func moreThanOneVisitHasRoomForIsSaid(language: String) async throws {
        try await TestApp.openWithPass("Gustav Test", birth: ("12", "6", "1947")) { _, person, _ in
            _ = try await person.pass("Nora Test", birth: ("1", "4", "1981"))
            _ = try await person.post("/language", ["language": language])
            let page = try await person.get("/").body
            let first = try #require(Self.visits(page).first)
            #expect(first.says("family.next.now", in: language) && first.says("family.several", in: language))
            #expect(page.times("family.several", in: language) == 1)
        }
    }

    @Test func whatIsAQuestionIsNoVisit() async throws {
        try await TestApp.openWithPass("Gustav Test", birth: ("1", "4", "1980")) { _, person, _ in
            _ = try await person.pass("Nora Test", birth: ("1", "4", "1981"))
            let page = try await person.get("/").body
            #expect(Self.headline(page).says("answer.questions"))
            #expect(!page.contains("<ol class=\"visits\">") && !page.says("family.good"))
        }
    }

    /// What is planned is one thing on the start page, on the pass's own page and in the calendar.
    @Test func thePlanIsTheSameOnAllPages() async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "5", "1994")) { _, person, pass in
            _ = try await person.pass("Bello", kind: "dog", birth: ("10", "11", "2025"))
            let told = ["due-day": "1", "due-month": "3", "due-year": "2027", "observation-health-worker": "yes"]
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let trip = ["country": "KE", "from-day": "20", "from-month": "12", "from-year": "2026"]
            #expect(try await person.post("/passes/\(pass)/journeys", trip).status == .seeOther)
            let home = try await Self.visits(person.get("/").body).filter { $0.contains("Ida Test") }
            let own = try await person.get("/passes/\(pass)/recommendations").body
            let calendar = try await person.get("/passes/\(pass)/recommendations.ics?with=names").body
                .replacing("\r\n ", with: "")
            #expect(!home.isEmpty && home.count <= calendar.components(separatedBy: "BEGIN:VEVENT").count - 1)
            for visit in home {
                let rest = try #require(visit.components(separatedBy: "Ida Test</bdi>").last)
                let part = rest.components(separatedBy: "</ul>")[0]
                for what in part.matches(of: /<li>([^<]*)<\/li>/).map({ String($0.1) }) {
                    #expect(own.contains(what), "\(what)")
                    #expect(calendar.contains(CalendarFile.escaped(what)), "\(what)")
                }
            }
        }
    }

    /// The one number of a pass is the same on every page; the calendar's are its visits' and add up to it.
    @Test func theNumberIsTheSameOnAllPages() async throws {
        try await TestApp.openWithPass("Gustav Test", birth: ("12", "6", "1947")) { _, person, gustav in
            let emil = try await person.pass("Emil Test", birth: ("1", "4", "2026"))
            try await person.dose(emil, "hepatitis-b", "infanrix-hexa", ("1", "6", "2026"))
            let page = try await person.get("/").body
            for (name, pass) in [("Gustav Test", gustav), ("Emil Test", emil)] {
                let number = try #require(Self.number(try Self.card(name, on: page)))
                #expect(number > 1)
                for path in ["recommendations", "print/appointment"] {
                    #expect(try await Self.number(person.get("/passes/\(pass)/\(path)").body) == number, "\(path)")
                }
                let calendar = try await person.get("/passes/\(pass)/recommendations.ics?with=names").body
                    .replacing("\r\n ", with: "")
                let summary = try pattern("calendar.detailed", ["name": name, "count": #"(\d+)"#])
                let counts = try calendar.found("SUMMARY:\(summary)").compactMap { Int($0, radix: 10) }
                // With the visit a week later that takes what finds no room.
                #expect(counts.first == min(number, 4), "\(counts)")
                #expect(number <= 4 || counts.prefix(2).reduce(0, +) == number, "\(counts)")
            }
        }
    }

    @Test func veryManyPassesAreBounded() async throws {
        try await TestApp.openWithPass { app, person, _ in
            try await person.vault(app).write { records in
                for number in 1...HealthRecord.mostPasses + 1 {
                    let pass = Pass(kind: Pass.person, name: "P\(number)", birthDate: nil, sex: .unknown)
                    try records.insert(PassRecord(pass, createdAt: TestApp.now))
                }
            }
            let page = try await person.get("/").body
            #expect(page.matches(of: /<li>\n<h2>/).count == HealthRecord.mostPasses)
            #expect(try page.contains(words("family.more", count: 2)) && !page.says("family.good"))
        }
    }

    @Test func withoutConsentNothingIsShown() async throws {
        try await TestApp.openWithPass { _, person, _ in
            _ = try await person.pass("Emil Test")
            #expect(try await person.get("/").body.contains("Emil Test"))
            _ = try await person.post("/settings/consent", ["consent": "withdrawn"])
            let start = try await person.get("/")
            #expect(start.status == .seeOther)
            #expect(try await person.get(start.location).location == "/settings/delete")
        }
    }

    @Test(arguments: [
        ("2026-11-20", (1, "days")), ("2026-11-08", (13, "days")), ("2026-11-07", (2, "weeks")),
        ("2026-08-22", (13, "weeks")), ("2026-08-21", (3, "months")), ("2024-11-22", (23, "months")),
        ("2024-11-21", (2, "years")), ("1986-11-22", (39, "years")), ("1986-11-21", (40, "years")),
        ("2026-11-21", (0, "days")),
    ])
    func agesAreTold(birth: String, age: (count: Int, unit: String)) throws {
        let (birth, today) = (try #require(CalendarDate(birth)), try #require(CalendarDate("2026-11-21")))
        #expect(try Said.language("en").age(born: birth, on: today) == words("time.\(age.unit)", count: age.count))
    }
}
