import Foundation
import Model
import HTTPTypes
import Testing

@testable import Web
@testable import WebApp

@Suite("Trips on pages", .timeLimit(.minutes(3)))
struct TripPagesTests {
    private static let kenya = [
        "country": "KE", "from-day": "10", "from-month": "1", "from-year": "2027", "to-day": "24", "to-month": "1",
        "to-year": "2027",
    ]

    private static func address(_ pass: String, _ person: Person) async throws -> String {
        let page = try await person.get("/passes/\(pass)/journeys").body
        return String(try #require(page.firstMatch(of: /href="(\/passes\/[0-9a-z]+\/journeys\/[0-9a-z]+\/edit)"/)?.1))
    }

    @Test("how somebody travels is kept, shown again and changed, and the trip stays the same one")
    func edit() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let journeys = "/passes/\(pass)/journeys"
            let told = Self.kenya.merging(["style": "simple", "animals": "yes"]) { $1 }
            #expect(try await person.post(journeys, told).status == .seeOther)
            let edit = try await Self.address(pass, person)
            let form = try await person.get(edit).body
            #expect(form.contains("<option value=\"simple\" selected>") && form.contains("value=\"2027\""))
            #expect(form.contains("name=\"animals\" value=\"yes\" checked"))
            let changed = Self.kenya.merging(["style": "hotel", "to-day": "20"]) { $1 }
            #expect(try await person.post(edit, changed).status == .seeOther)
            #expect(try await Self.address(pass, person) == edit)
            let again = try await person.get(edit).body
            #expect(again.contains("<option value=\"hotel\" selected>"))
            #expect(!again.contains("name=\"animals\" value=\"yes\" checked"))
        }
    }

    @Test(
        "refuses changes that can't be, and loses nothing that was typed",
        arguments: [
            (["style": "rocket"], "error.choice"), (["country": "XX"], "error.country.unknown"),
            (["to-year": "2026"], "error.journey.order"),
        ] as [([String: String], String)])
    func refuses(change: [String: String], says id: String) async throws {
        try await TestApp.openWithPass { _, person, pass in
            #expect(try await person.post("/passes/\(pass)/journeys", Self.kenya).status == .seeOther)
            let edit = try await Self.address(pass, person)
            let wrong = Self.kenya.merging(["animals": "yes", "from-day": "11"]) { $1 }.merging(change) { $1 }
            let answer = try await person.post(edit, wrong)
            #expect(answer.status == .unprocessableContent && answer.body.says(id))
            #expect(answer.body.contains("name=\"animals\" value=\"yes\" checked"))
            #expect(answer.body.contains("name=\"from-day\" value=\"11\"") || answer.body.contains("value=\"11\""))
            #expect(try await person.get(edit).body.contains("value=\"10\""))
            let other = edit.replacingOccurrences(of: edit.split(separator: "/")[3], with: AccessTable.noID)
            #expect(try await person.get(other).status == .notFound)
            #expect(try await person.post(other, Self.kenya).status == .notFound)
        }
    }

    @Test("the verdict of a trip stands on its block and on the start page; what isn't told is asked for")
    func verdict() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let journeys = "/passes/\(pass)/journeys"
            #expect(try await person.post(journeys, Self.kenya).status == .seeOther)
            let page = try await person.get(journeys).body
            #expect(page.says("trips.act") && page.says("trips.without-vaccine") && page.says("journeys.how"))
            #expect(try await person.get("/").body.says("trips.act"))
            let plan = try await person.get("/passes/\(pass)/recommendations").body
            #expect(plan.says("answer.reason.trip-if"))
            let edit = try await Self.address(pass, person)
            #expect(try await person.post(edit, Self.kenya.merging(["style": "hotel"]) { $1 }).status == .seeOther)
            #expect(try await !person.get(journeys).body.says("journeys.how"))
            #expect(try await !person.get("/passes/\(pass)/recommendations").body.says("answer.reason.trip-if"))
        }
    }

    @Test("what overlapping trips to one country share is said once")
    func overlapping() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let journeys = "/passes/\(pass)/journeys"
            for end in ["24", "26"] {
                let trip = Self.kenya.merging(["style": "simple", "to-day": end]) { $1 }
                #expect(try await person.post(journeys, trip).status == .seeOther)
            }
            let page = try await person.get(journeys).body
            #expect(page.components(separatedBy: "Malaria").count == 2)
            // A later one says all of it again.
            let later = Self.kenya.merging(["from-month": "3", "to-month": "3"]) { $1 }
            #expect(try await person.post(journeys, later).status == .seeOther)
            #expect(try await person.get(journeys).body.components(separatedBy: "Malaria").count == 3)
        }
    }

    @Test("each of two overlapping trips to one country has its verdict")
    func overlappingVerdicts() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let journeys = "/passes/\(pass)/journeys"
            for end in ["24", "26"] {
                let trip = Self.kenya.merging(["style": "hotel", "to-day": end]) { $1 }
                #expect(try await person.post(journeys, trip).status == .seeOther)
            }
            let page = try await person.get(journeys).body
            #expect(page.components(separatedBy: "<p class=\"row-text\"><strong>").count == 3)
        }
    }

    @Test("that a border lets nobody in, and who gives the vaccine, is said on every page that names it")
    func border() async throws {
        try await TestApp.openWithPass { _, person, pass in
            _ = try await person.pass("Bello", kind: "dog", birth: ("15", "8", "2021"))
            let pages = [
                "/", "/passes/\(pass)", "/passes/\(pass)/recommendations", "/passes/\(pass)/print/appointment",
                "/passes/\(pass)/journeys",
            ]
            let soon = ["from-month": "12", "from-year": "2026", "to-month": "12", "to-year": "2026"]
            let kenya = Self.kenya.merging(soon) { $1 }
            #expect(try await person.post("/passes/\(pass)/journeys", kenya).status == .seeOther)
            for page in pages {
                let body = try await person.get(page).body
                #expect(!body.says("answer.entry") && body.contains("yellow fever centres"), "\(page)")
            }
            let edit = try await Self.address(pass, person)
            let ghana = kenya.merging(["country": "GH"]) { $1 }
            #expect(try await person.post(edit, ghana).status == .seeOther)
            for page in pages {
                let body = try await person.get(page).body
                #expect(body.says("answer.entry") && body.contains("yellow fever centres"), "\(page)")
            }
        }
    }

    @Test("what an animal may is answered as a question, and never yes where nobody knows")
    func pets() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let dog = try await person.pass("Bello", kind: "dog", birth: ("15", "8", "2021"))
            let journeys = "/passes/\(dog)/journeys"
            #expect(try await person.post(journeys, Self.kenya.merging(["country": "FR"]) { $1 }).status == .seeOther)
            let france = try await person.get(journeys).body
            #expect(france.says("trips.pet") && france.says("trips.pet.open") && france.says("trips.border"))
            let morocco = Self.kenya.merging(["country": "MA"]) { $1 }
            #expect(try await person.post(try await Self.address(dog, person), morocco).status == .seeOther)
            let unknown = try await person.get(journeys).body
            #expect(unknown.says("trips.pet.unknown") && !unknown.says("trips.pet.yes"))
        }
    }

    @Test("the value of a trip is read as it is written")
    func values() {
        for text in ["KE", "DE-BY", "KE/simple", "KE/work+animals", "DE-BY-cham/hotel", "KE/animals"] {
            #expect(JourneyValue(text).text == text)
        }
        #expect(JourneyValue("KE/rocket").text == "KE" && JourneyValue("").country.isEmpty)
    }
}
