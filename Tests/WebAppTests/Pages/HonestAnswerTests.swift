import Answers
import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing
import Vault

@testable import WebApp

/// What pages mustn't say, however little is known.
@Suite("Pages don't reassure without knowing", .timeLimit(.minutes(3)))
struct HonestAnswerTests {
    @Test func nothingIsDueIsNoAnswerWhileOtherDiseasesHaveNoRecord() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let dog = try await person.pass("Bello", kind: "dog", birth: ("1", "4", "2023"))
            try await person.dose(dog, "dog-rabies", "dog-rabies", ("3", "4", "2025"))
            let page = try await PlanPage(person, dog)
            #expect(!page.body.says("answer.number.none") && page.numbers != ["0"])
            #expect(page.lines.contains("dog-sp"), "\(page.lines)")
        }
    }

    @Test(arguments: [("2025-06", true), ("2025-11-24", true), ("2025-11", false), ("2025-11-25", false), ("", false)])
    func aBatchThatHadExpiredIsToldWhereTheDoseIs(expiry: String, isTold: Bool) async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("20", "9", "2025")) { app, person, pass in
            let date = try #require(PartialDate("2025-11-25"))
            let vaccination = Vaccination(
                target: "diphtheria", vaccine: "hexyon", date: date,
                batchExpiry: PartialDate(expiry))
            let record = try VaccinationRecord(
                passID: try #require(PassID(pass)), vaccination, createdAt: TestApp.now, updatedAt: TestApp.now)
            try await person.vault(app).write { try $0.insert(record) }
            for page in ["/passes/\(pass)", "/passes/\(pass)/vaccinations/\(record.id)"] {
                #expect(try await person.get(page).body.says("doses.fault.expired") == isTold, "\(page)")
            }
        }
    }

    @Test func aCourseThatWasBegunIsToldWhereNothingAsksForIt() async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "3", "1980")) { _, person, pass in
            try await person.dose(pass, "tbe", "fsme-immun-erwachsene", ("3", "3", "2024"))
            let begun = try await person.get("/passes/\(pass)/recommendations").body
            #expect(begun.says("plan.begun"))
            for date in [("3", "4", "2024"), ("3", "10", "2024")] {
                try await person.dose(pass, "tbe", "fsme-immun-erwachsene", date)
            }
            let finished = try await person.get("/passes/\(pass)/recommendations").body
            #expect(!finished.says("plan.begun"))
        }
    }

    /// What isn't finished isn't 'no further dose is planned' on one page and unfinished on the other.
    @Test func aCourseThatWasBegunIsTheSameOnAllPages() async throws {
        try await TestApp.openWithPass("Ben Test", birth: ("10", "10", "2022")) { _, person, pass in
            try await person.dose(pass, "tbe", "fsme-immun-junior", ("3", "4", "2025"))
            try await person.dose(pass, "pneumococcal", "prevenar-13", ("15", "12", "2022"))
            let list = try await person.get("/passes/\(pass)?by=disease").body
            let begun3 = try words("progress.given", ["given": "1"], count: 3)
            let standings = try ["too-old", "without-ground"].map { try "\(words("answer.begun.\($0)")) · \(begun3)" }
            let told = standings.map { list.components(separatedBy: $0).count - 1 }
            #expect(told.reduce(0, +) == 2, "\(told) \(list)")
            let part = try #require(try await PlanPage(person, pass).part("plan.begun"))
            let lines = PlanPage.lines(in: part)
            #expect(lines.contains("tbe") && lines.contains("pneumococcal") && lines.count == 2, "\(lines)")
            #expect(part.says("recommendations.begun-over"))
        }
    }

    /// The last two of four doses are a few days less than six months apart.
    @Test func doseThatCameTooSoonForTheCourseSaysFromWhenItCounts() async throws {
        try await TestApp.openWithPass("Ben Test", birth: ("10", "10", "2022")) { _, person, pass in
            for date in [("15", "12", "2022"), ("20", "1", "2023"), ("3", "5", "2023")] {
                try await person.dose(pass, "hepatitis-b", "infanrix-hexa", date)
            }
            let last = try await person.dose(pass, "hepatitis-b", "infanrix-hexa", ("30", "10", "2023"))
            let dose = try await person.get("/passes/\(pass)/vaccinations/\(last)").body
            // A course that leaves out the third counts it, but not besides the third.
            #expect(dose.says("doses.counts-from"), "\(dose)")
        }
    }

    /// Nobody asks a child of its work or of drugs, a baby of a pregnancy, or an adult of the mother.
    @Test(arguments: [("2026", false), ("2022", false), ("1994", true)])
    func questionsFitTheAge(born: String, isGrown: Bool) async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("10", "8", born)) { _, person, pass in
            let page = try await person.get("/passes/\(pass)/recommendations").body
            for id in ["sewage-worker", "injected-drugs", "sexual-risk", "forestry-worker", "rabies-contact"] {
                #expect(page.contains("name=\"observation-\(id)\"") == isGrown, "\(born): \(id)")
            }
            #expect(!isGrown || !page.contains("name=\"observation-mother-hbsag\""))
            let health = "/passes/\(pass)/health"
            let form = try await person.get(health).body
            #expect(form.contains("name=\"observation-sewage-worker\"") == isGrown)
            #expect(form.contains("name=\"due-day\"") == isGrown)
            #expect(form.contains("name=\"observation-mother-hbsag\"") == (born == "2026"))
            // What was ticked at another age is still there, so that it can be taken back.
            #expect(try await person.post(health, ["observation-sewage-worker": "yes"]).status == .seeOther)
            #expect(
                try await person.get(health).body.contains("name=\"observation-sewage-worker\" value=\"yes\" checked"))
        }
    }

    @Test func aReasonSaysWhatItsGapIsMeasuredFrom() async throws {
        try await TestApp.openWithPass("Ida Test", birth: ("3", "3", "1996")) { _, person, pass in
            try await person.dose(pass, "tetanus", "repevax", ("5", "5", "2020"))
            for date in [("3", "5", "1996"), ("3", "6", "1996"), ("3", "3", "1997")] {
                try await person.dose(pass, "hepatitis-b", "infanrix-hexa", date)
            }
            let told = [
                "observation-anti-hbs": "yes", "degree-anti-hbs": "below-10", "observation-health-worker": "yes",
                "due-day": "1", "due-month": "6", "due-year": "2027",
            ]
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.says("answer.reason.pregnancy-week", ["week": "28"]))
            for id in ["gap", "after"] { #expect(!page.says("answer.reason.\(id)", ["gap": ""]), "\(id)") }
        }
    }

    /// Six diseases of one combination are one injection.
    @Test func whatIsDueIsCountedByInjections() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("20", "9", "2026")) { _, person, pass in
            _ = try await person.pass("Welpe", kind: "dog", birth: ("10", "11", "2026"))
            let home = try await person.get("/").body
            let card = try #require(
                home.components(separatedBy: "<li>\n<h2>").dropFirst().first { $0.contains("Mia Test") })
            let count = try #require(card.firstMatch(of: /<data value="(\d+)">/).flatMap { Int($0.1, radix: 10) })
            let sheet = try await person.get("/passes/\(pass)/print/appointment").body
            let lines = sheet.matches(of: /<li id="[a-z0-9-]+"><strong>/).count
            #expect((2...6).contains(count) && lines > count, "\(count), \(lines)")
        }
    }

    /// Too early for a baby's course, yet the first dose of somebody else's.
    @Test func dosesOfTwoCoursesDontShareANumber() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "6", "2025")) { _, person, pass in
            var numbers: [String] = []
            let counted = try pattern("doses.counts-as", ["dose": #"\d"#])
            for date in [("10", "7", "2025"), ("12", "9", "2025"), ("5", "5", "2026")] {
                let dose = try await person.dose(pass, "hepatitis-b", "hexyon", date)
                let page = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
                numbers += try page.found(counted)
            }
            let counts = Dictionary(grouping: numbers) { $0 }.mapValues(\.count)
            // Six antigens, each with a first dose at most.
            #expect(counts.values.allSatisfy { $0 <= 6 }, "\(counts)")
            #expect(!numbers.isEmpty)
        }
    }
}
