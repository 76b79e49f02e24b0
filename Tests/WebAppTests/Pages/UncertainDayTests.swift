import HTTPTypes
import Testing

@testable import WebApp

/// Of a dose of which only month or year is known, its page says on what day it hangs whether it counts.
@Suite("Whether a dose counts whose day isn't known")
struct UncertainDayTests {
    /// Born on 12 April 2025: measles counts from nine months on.
    @Test(arguments: [
        (("", "", "2026"), "counts as dose 1 if it was given on 12 January 2026 or later"),
        (("", "5", "2026"), "counts as dose 1</li>"), (("", "10", "2025"), "may not count"),
    ])
    func isSaidByTheDayThatDecides(date: (String, String, String), text: String) async throws {
        try await TestApp.openWithPass(birth: ("12", "4", "2025")) { _, person, pass in
            let dose = try await person.dose(pass, "measles", "priorix", date)
            let page = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
            let line = try #require(page.matches(of: /<li[^>]*><strong>Measles:<\/strong>[^\n]*/).last).0
            #expect(line.contains(text), "\(line)")
            #expect(line.contains("warning") == (text == "may not count"))
        }
    }

    /// Before the 10th it is right, and after it too soon after the other live vaccine.
    @Test func isSaidWhereAnEarlierDayIsTheRightOne() async throws {
        try await TestApp.openWithPass(birth: ("12", "1", "2024")) { _, person, pass in
            _ = try await person.dose(pass, "measles", "priorix", ("10", "3", "2026"))
            let dose = try await person.dose(pass, "varicella", "varivax", ("", "3", "2026"))
            let page = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
            let line = try #require(page.matches(of: /<li[^>]*><strong>Chickenpox[^:]*:<\/strong>[^\n]*/).last).0
            #expect(line.contains("counts as dose 1 or not, depending on the exact day"), "\(line)")
        }
    }

    /// Born early in 1966 somebody is 60 today, and 59 if born at the year's end.
    @Test func ofBirthIsToldWithWhatMayBeDueAlready() async throws {
        try await TestApp.openWithPass(birth: ("", "", "1966")) { _, person, pass in
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.contains("worked out for 31 December 1966, the last possible day."))
            let others = try #require(page.firstMatch(of: /may be due too: ([^<]*)\.</)).1
            #expect(others.contains("Shingles"), "\(others)")
            #expect(page.contains("/passes/\(pass)/edit\">Add the date of birth"))
        }
        try await TestApp.openWithPass(birth: ("12", "4", "1966")) { _, person, pass in
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(!page.contains("last possible day"))
        }
    }

    /// Of a baby of this year the last possible day is still to come: it isn't older than that, and not unborn either.
    @Test func ofABabysBirthDoesntHideWhatIsDue() async throws {
        try await TestApp.openWithPass(birth: ("", "", "2026")) { _, person, pass in
            let page = try await person.get("/passes/\(pass)/recommendations").body
            #expect(page.contains("worked out for 21 November 2026"))
            #expect(page.contains("RSV"))
            let others = try #require(page.firstMatch(of: /may be due too: ([^<]*)\.</)).1
            #expect(others.contains("Measles"), "\(others)")
        }
    }
}
