import HTTPTypes
import Testing

@testable import WebApp

@Suite("What pages ask and say of animals", .timeLimit(.minutes(3)))
struct PetPagesTests {
    private static func trip(to country: String, from: String = "1", until: String = "24") -> [String: String] {
        [
            "country": country, "from-day": from, "from-month": "4", "from-year": "2027", "to-day": until,
            "to-month": "4", "to-year": "2027",
        ]
    }

    @Test("no dog is born in 1890: the year is asked about, and nothing that was typed is lost")
    func oldestAge() async throws {
        try await TestApp.openWithPass { _, person, _ in
            var form = [
                "name": "Bello", "kind": "dog", "birthdate-day": "3", "birthdate-month": "5", "birthdate-year": "1890",
                "sex": "female",
            ]
            let refused = try await person.post("/passes/new", form)
            #expect(refused.status == .unprocessableContent && refused.body.says("error.birthdate.species"))
            #expect(refused.body.contains("href=\"#birthdate-year\"") && refused.body.contains("value=\"Bello\""))
            (form["kind"], form["birthdate-year"]) = ("person", "1900")
            #expect(try await person.post("/passes/new", form).status == .seeOther)
            (form["kind"], form["birthdate-year"]) = ("dog", "1999")
            #expect(try await person.post("/passes/new", form).status == .seeOther)
        }
    }

    @Test("forms of animals don't ask for what only people have")
    func fields() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let dog = try await person.pass("Bello", kind: "dog", birth: ("15", "8", "2021"))
            for (id, isAsked) in [(pass, true), (dog, false)] {
                let form = try await person.get("/passes/\(id)/vaccinations/new").body
                #expect(form.contains("name=\"site\"") == isAsked && form.contains("name=\"route\""))
                let table = try await person.post("/passes/\(id)/vaccinations/table", ["step": "details"]).body
                #expect(table.contains("name=\"site-1\"") == isAsked && table.contains("name=\"route-1\""))
                let journeys = try await person.get("/passes/\(id)/journeys").body
                #expect(journeys.contains("name=\"style\"") == isAsked)
                #expect(journeys.contains("name=\"animals\"") == isAsked)
            }
        }
    }

    @Test("a day that nobody entered is compared with the passport, and a shortened one says why")
    func validity() async throws {
        try await TestApp.openWithPass { _, person, _ in
            for (vaccine, until, message) in [
                ("nobivac-t-dog", nil, "doses.validity.reckoned"),
                ("rabisin-dog", "2029", "doses.validity.shortened"), ("nobivac-t-dog", "2028", nil),
            ] as [(String, String?, String?)] {
                let dog = try await person.pass("Bello", kind: "dog", birth: ("15", "8", "2021"))
                var dose = [
                    "target": "dog-rabies", "vaccine": vaccine, "date-day": "10", "date-month": "5",
                    "date-year": "2026",
                ]
                if let until {
                    dose.merge(["valid-until-day": "9", "valid-until-month": "5", "valid-until-year": until]) { $1 }
                }
                #expect(try await person.post("/passes/\(dog)/vaccinations/new", dose).status == .seeOther)
                let list = try await person.get("/passes/\(dog)").body
                let id = try #require(list.firstMatch(of: /\/vaccinations\/([a-z0-9]{26})"/)).1
                #expect(try await person.post("/passes/\(dog)/journeys", Self.trip(to: "FR")).status == .seeOther)
                let dosePage = try await person.get("/passes/\(dog)/vaccinations/\(id)").body
                let trips = try await person.get("/passes/\(dog)/journeys").body
                #expect(trips.says("trips.pet.yes"))
                for note in ["doses.validity.reckoned", "doses.validity.shortened"] {
                    #expect(dosePage.says(note) == (note == message), "\(vaccine) \(note)")
                    #expect(trips.says(note) == (note == message), "\(vaccine) \(note)")
                }
            }
        }
    }

    @Test("the way back has its chip and its blood test, and what is due anyway is named")
    func wayBack() async throws {
        try await TestApp.openWithPass { _, person, _ in
            for (country, isTested) in [("MA", true), ("CU", true), ("TR", true), ("US", false)] {
                let dog = try await person.pass("Bello", kind: "dog", birth: ("15", "8", "2021"))
                #expect(try await person.post("/passes/\(dog)/journeys", Self.trip(to: country)).status == .seeOther)
                let page = try await person.get("/passes/\(dog)/journeys").body
                #expect(page.says("trips.return") && page.says("trips.besides"), "\(country)")
                #expect(page.says("trips.blood") == isTested, "\(country)")
                #expect(page.says("trips.blood.vaccination") == isTested, "\(country)")
            }
            let soon = try await person.pass("Rex", kind: "dog", birth: ("15", "8", "2021"))
            let first = ["from-month": "12", "from-year": "2026", "to-month": "1", "from-day": "15"]
            let trip = Self.trip(to: "MA").merging(first) { $1 }
            #expect(try await person.post("/passes/\(soon)/journeys", trip).status == .seeOther)
            let late = try await person.get("/passes/\(soon)/journeys").body
            #expect(late.says("trips.pet.not-back") && late.says("trips.blood.away"))
            let home = try await person.pass("Luna", kind: "dog", birth: ("15", "8", "2021"))
            #expect(try await person.post("/passes/\(home)/journeys", Self.trip(to: "DE")).status == .seeOther)
            let stay = try await person.get("/passes/\(home)/journeys").body
            #expect(stay.says("trips.ready.besides") && !stay.says("trips.ready"))
        }
    }

    @Test("the last day on which a booster is in time is the same on all pages", arguments: ["en", "de"])
    func lastGoodDay(language: String) async throws {
        try await TestApp.openWithPass { _, person, _ in
            let dog = try await person.pass("Bello", kind: "dog", birth: ("15", "8", "2021"))
            for date in [("22", "11", "2025"), ("20", "12", "2025")] {
                try await person.dose(dog, "dog-leptospirosis", "nobivac-l4", date)
            }
            _ = try await person.post("/language", ["language": language])
            let day = language == "en" ? "20 December 2026" : "20. Dezember 2026"
            for path in ["/", "/passes/\(dog)"] {
                let page = try await person.get(path).body
                #expect(page.says("doses.runs-out", ["date": day], in: language), "\(path)")
            }
            let own = "/passes/\(dog)"
            for path in [own, "\(own)/recommendations", "\(own)/print/appointment", "\(own)/print"] {
                let page = try await person.get(path).body
                #expect(page.says("recommendations.by", ["date": day], in: language), "\(path)")
                #expect(!page.says("recommendations.from", ["date": day], in: language), "\(path)")
            }
            let paper = try await person.get("\(own)/print").body
            #expect(paper.says("doses.valid-until", ["date": day], in: language))
            let plan = try await person.get("\(own)/recommendations").body
            #expect(plan.says("answer.reason.holds", ["date": day], in: language))
            let calendar = try await person.get("\(own)/recommendations.ics?with=names").body
                .replacing("\r\n ", with: "")
            #expect(calendar.says("visits.best-by", ["date": day], in: language))
            let json = try await person.get("\(own)/recommendations.json").body
            #expect(
                json.contains("\"validUntil\" : \"2026-12-20\"") && json.contains("\"lastGoodDay\" : \"2026-12-20\""))
        }
    }

    @Test("a puppy that is too young for a trip reads from when the vaccination is possible, and from when it counts")
    func tooYoung() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let other = try await person.pass("Rex", kind: "dog", birth: ("14", "9", "2026"))
            let days = ["from-day": "20", "from-month": "12", "from-year": "2026", "to-day": "29", "to-month": "12"]
            let trip = days.merging(["country": "ES", "to-year": "2026"]) { $1 }
            #expect(try await person.post("/passes/\(other)/journeys", trip).status == .seeOther)
            let page = try await person.get("/passes/\(other)/journeys").body
            let dates = ["first": "7 December 2026", "date": "28 December 2026"]
            #expect(page.says("trips.pet.too-young", dates) && !page.says("trips.pet.ask"), "\(page)")
            let row = try #require(try await PlanPage(person, other).row("dog-rabies"))
            #expect(row.says("recommendations.from", ["date": "7 December 2026"]), "\(row)")
        }
    }
}
