import HTTPTypes
import Testing

@testable import WebApp

/// Of a dose of which only month or year is known, its page says on what day it hangs whether it counts.
@Suite("Whether a dose counts whose day isn't known", .timeLimit(.minutes(3)))
struct UncertainDayTests {
    /// Born on 12 April 2025: measles counts from nine months on.
    @Test(arguments: [
        (("", "", "2026"), "counts-if-from"), (("", "5", "2026"), "counts-as"), (("", "10", "2025"), "invalid"),
    ])
    func isSaidByTheDayThatDecides(date: (String, String, String), message: String) async throws {
        try await TestApp.openWithPass(birth: ("12", "4", "2025")) { _, person, pass in
            let dose = try await person.dose(pass, "measles", "priorix", date)
            let page = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
            let line = try #require(page.matches(of: /<li[^>]*><strong>Measles:<\/strong>[^\n]*/).last?.0).description
            let counts = try words("doses.counts-as", ["dose": "1"])
            let values = ["counts": counts, "date": "12 January 2026", "dose": "1"]
            #expect(line.says("doses.\(message)", values), "\(line)")
            #expect(line.contains("\(counts)</li>") == (message == "counts-as"), "\(line)")
            #expect(line.contains("warning") == (message == "invalid"))
        }
    }

    /// Before the 10th it is right, and after it too soon after the other live vaccine.
    @Test func isSaidWhereAnEarlierDayIsTheRightOne() async throws {
        try await TestApp.openWithPass(birth: ("12", "1", "2024")) { _, person, pass in
            _ = try await person.dose(pass, "measles", "priorix", ("10", "3", "2026"))
            let dose = try await person.dose(pass, "varicella", "varivax", ("", "3", "2026"))
            let page = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
            let line = try #require(page.matches(of: /<li[^>]*><strong>Chickenpox[^:]*:<\/strong>[^\n]*/).last?.0)
                .description
            let counts = try words("doses.counts-as", ["dose": "1"])
            #expect(line.says("doses.counts-if-day", ["counts": counts]), "\(line)")
        }
    }

    /// Born early in 1966 somebody is 60 today, and 59 if born at the year's end.
    @Test func ofBirthIsToldWithWhatMayBeDueAlready() async throws {
        try await TestApp.openWithPass(birth: ("", "", "1966")) { _, person, pass in
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.says("recommendations.uncertain-birth", ["judged": "31 December 1966"]))
            let others = try page.told("recommendations.uncertain-birth.others", "others")
            #expect(others.contains("Shingles"), "\(others)")
            #expect(try page.contains("/passes/\(pass)/edit\">\(words("family.action.birthdate"))"))
        }
        try await TestApp.openWithPass(birth: ("12", "4", "1966")) { _, person, pass in
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(!page.says("recommendations.uncertain-birth"))
        }
    }

    /// Of a baby of this year the last possible day is still to come: it isn't older than that, and not unborn either.
    @Test func ofABabysBirthDoesntHideWhatIsDue() async throws {
        try await TestApp.openWithPass(birth: ("", "", "2026")) { _, person, pass in
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.says("recommendations.uncertain-birth", ["judged": "21 November 2026"]))
            #expect(page.contains("RSV"))
            let others = try page.told("recommendations.uncertain-birth.others", "others")
            #expect(others.contains("Measles"), "\(others)")
        }
    }
}
