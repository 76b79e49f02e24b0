import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing

@testable import Vault
@testable import WebApp

@Suite("A family at a glance", .timeLimit(.minutes(3)))
struct FamilyTests {
    /// A pass's card on the start page, as its text without marks.
    private static func card(_ name: String, on page: String) throws -> String {
        let found = page.components(separatedBy: "<li>\n<h2>").first { $0.contains("<bdi>\(name)</bdi></a></h2>") }
        return try #require(found?.components(separatedBy: "</li>").first)
    }

    @Test func oneCardForEachOfTwoAndTheOnePassItself() async throws {
        try await TestApp.openWithPass("Ada Test") { _, person, pass in
            #expect(try await person.get("/").location == "/passes/\(pass)")
            #expect(try await !person.get("/passes/\(pass)").body.says("family.title"))
            _ = try await person.pass("Bruno", kind: "dog", birth: ("29", "2", "2024"))
            let page = try await person.get("/")
            #expect(page.status == .ok)
            let ada = try Self.card("Ada Test", on: page.body)
            #expect(try ada.contains(words("time.years", count: 39)) && ada.contains("href=\"/passes/\(pass)\""))
            #expect(try Self.card("Bruno", on: page.body).contains(words("time.years", count: 2)))
            let title = try words("family.title")
            // From every page, also that of an error.
            for path in ["/passes/\(pass)", "/settings", "/passes/none"] {
                #expect(try await person.get(path).body.contains("<a href=\"/\">\(title)</a>"))
            }
        }
    }

    @Test func eachCardSaysWhatIsDueInOneLine() async throws {
        try await TestApp.openWithPass("Gustav Test", birth: ("1", "4", "1950")) { house, person, gustav in
            let emil = try await person.pass("Emil Test", birth: ("1", "4", "2026"))
            try await person.dose(emil, "hepatitis-b", "infanrix-hexa", ("1", "6", "2026"))
            _ = try await person.pass("Welpe", kind: "dog", birth: ("10", "11", "2026"))
            try await person.vault(house).write { records in
                let pass = Pass(kind: Pass.person, name: "Nobody", birthDate: nil, sex: .unknown)
                try records.insert(PassRecord(pass, createdAt: TestApp.now))
            }
            let page = try await person.get("/").body
            let old = try Self.card("Gustav Test", on: page)
            // Nothing at all is entered; what is due whatever the booklet says is shown beside it.
            #expect(try old.contains("<strong>\(words("family.empty"))</strong>"))
            let flu = try pattern("next.now", ["what": #"[^<]*Flu \(influenza\)[^<]*?"#])
            #expect(try !old.found(flu).isEmpty)
            #expect(old.contains("/passes/\(gustav)/vaccinations/table"))
            let known = try await person.pass("Grete Test", birth: ("1", "4", "1950"))
            try await person.dose(known, "measles", "mmr", ("1", "6", "1999"))
            let some = try Self.card("Grete Test", on: try await person.get("/").body)
            let incomplete = try pattern("family.incomplete", ["unknown": "[0-9]+", "count": "[0-9]+"])
            #expect(try !some.found(incomplete).isEmpty)
            let child = try Self.card("Emil Test", on: page)
            let due = try pattern("family.due", ["count": "[2-9]"])
            #expect(try !child.found("<strong>\(due)<").isEmpty && child.contains(words("time.months", count: 7)))
            #expect(child.contains("/passes/\(emil)/recommendations"))
            #expect(try Self.card("Welpe", on: page).says("family.until"))
            let unknown = try Self.card("Nobody", on: page)
            #expect(unknown.says("family.birthdate") && unknown.contains("/edit\""))
            #expect(!page.says("vaccinations.code") && !page.contains("/certificates/"))
        }
    }

    @Test func theNewestValidCertificateIsOneStepAwayAsLongAsItIsValid() async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { house, client in
            let person = Person(client)
            try await person.register("ada")
            let ada = try await person.pass("Ada Test")
            let emil = try await person.pass("Emil Test", birth: ("1", "4", "2020"))
            for (given, birth, pass) in [("Ada", "1987-04-12", ada), ("Emil", "2020-04-01", emil)] {
                let text = try house.issuer.vaccination(
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
            #expect(try await person.get("/").body == page && house.app.services.pages.count == 1)
            clock.pass(86_400)
            #expect(try await !person.get("/").body.contains("/certificates/"))
        }
    }

    @Test func oneVisitServesTwinsAndTheVetIsAnother() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("1", "10", "2026")) { _, person, _ in
            _ = try await person.pass("Ida Test", birth: ("1", "10", "2026"))
            _ = try await person.pass("Mia", kind: "cat", birth: ("1", "9", "2026"))
            let page = try await person.get("/").body
            let visits = try #require(page.components(separatedBy: "<ol class=\"visits\">").last)
                .components(separatedBy: "<li class=\"card\">")
            let both = visits.filter { $0.contains("Emil Test") && $0.contains("Ida Test") }
            #expect(!both.isEmpty && both.count == visits.count { $0.contains("Emil Test") || $0.contains("Ida Test") })
            let (doctor, vet) = (try words("family.doctor"), try words("family.vet"))
            #expect(!both.contains { $0.contains("<bdi>Mia</bdi>") } && both.allSatisfy { $0.contains("· \(doctor)<") })
            #expect(visits.contains { $0.contains("<bdi>Mia</bdi>") && $0.contains("· \(vet)<") })
        }
    }

    @Test func whatMayOnlyNotBeRecordedIsNoVisit() async throws {
        try await TestApp.openWithPass("Gustav Test", birth: ("1", "4", "1980")) { _, person, _ in
            _ = try await person.pass("Nora Test", birth: ("1", "4", "1981"))
            let page = try await person.get("/").body
            #expect(try Self.card("Nora Test", on: page).says("family.empty"))
            let visits = page.components(separatedBy: "<ol class=\"visits\">").dropFirst().joined()
            #expect(!visits.contains("Tetanus") && !visits.contains("Measles"))
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
            func visits(_ path: String) async throws -> [(when: String, text: String)] {
                let list = try await person.get(path).body.components(separatedBy: "<ol class=\"visits\">").dropFirst()
                return list.flatMap { $0.components(separatedBy: "<li class=\"card\">").dropFirst() }.map { card in
                    let when = card.firstMatch(of: /<h3>([^<]*?) ?</).map { String($0.1) } ?? ""
                    return (when, card.components(separatedBy: "</ul>")[0])
                }
            }
            let home = try await visits("/").filter { $0.text.contains("Ida Test") }
            let own = try await visits("/passes/\(pass)/recommendations")
            #expect(!home.isEmpty)
            for visit in home {
                let same = try #require(own.first { $0.when == visit.when }, "\(visit.when)")
                for name in same.text.matches(of: /<li>([^<]*)/) {
                    let what = String(name.1).trimmingCharacters(in: .whitespacesAndNewlines)
                    #expect(visit.text.contains(what), "\(visit.when): \(what)")
                }
            }
        }
    }

    @Test func veryManyPassesAreBounded() async throws {
        try await TestApp.openWithPass { house, person, _ in
            try await person.vault(house).write { records in
                for number in 1...FamilyPage.mostPasses + 1 {
                    let pass = Pass(kind: Pass.person, name: "P\(number)", birthDate: nil, sex: .unknown)
                    try records.insert(PassRecord(pass, createdAt: TestApp.now))
                }
            }
            let page = try await person.get("/").body
            #expect(page.matches(of: /<li>\n<h2>/).count == FamilyPage.mostPasses)
            #expect(try page.contains(words("family.more", count: 2)))
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
