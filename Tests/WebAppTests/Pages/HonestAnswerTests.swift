import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing
import Vault

@testable import WebApp

/// What pages mustn't say, however little is known.
@Suite("Pages don't reassure without knowing")
struct HonestAnswerTests {
    @Test func nothingIsDueIsNoAnswerWhileOtherDiseasesHaveNoRecord() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let dog = try await person.pass("Bello", kind: "dog", birth: ("1", "4", "2023"))
            try await person.dose(dog, "dog-rabies", "dog-rabies", ("3", "4", "2025"))
            let page = try await person.get("/passes/\(dog)/recommendations").body
            #expect(!page.contains("Nothing is due in the next two years"))
            #expect(page.contains("nothing is recorded"))
        }
    }

    @Test(arguments: [("2025-06", true), ("2025-11-24", true), ("2025-11", false), ("2025-11-25", false), ("", false)])
    func aBatchThatHadExpiredIsToldWhereTheDoseIs(expiry: String, isTold: Bool) async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("20", "9", "2025")) { house, person, pass in
            let date = try #require(PartialDate("2025-11-25"))
            let vaccination = Vaccination(
                target: "diphtheria", vaccine: "hexyon", date: date,
                batchExpiry: PartialDate(expiry))
            let record = try VaccinationRecord(
                passID: try #require(PassID(pass)), vaccination, createdAt: TestApp.now, updatedAt: TestApp.now)
            try await person.vault(house).write { try $0.insert(record) }
            for page in ["/passes/\(pass)", "/passes/\(pass)/vaccinations/\(record.id)"] {
                #expect(try await person.get(page).body.contains("out of date or damaged") == isTold, "\(page)")
            }
        }
    }

    /// Too early for a baby's course, yet the first dose of somebody else's.
    @Test func dosesOfTwoCoursesDontShareANumber() async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "6", "2025")) { _, person, pass in
            var numbers: [String] = []
            for date in [("10", "7", "2025"), ("12", "9", "2025"), ("5", "5", "2026")] {
                let dose = try await person.dose(pass, "hepatitis-b", "hexyon", date)
                let page = try await person.get("/passes/\(pass)/vaccinations/\(dose)").body
                numbers += page.matches(of: /counts as dose \d/).map { String($0.0) }
            }
            let counts = Dictionary(grouping: numbers) { $0 }.mapValues(\.count)
            // Six antigens, each with a first dose at most.
            #expect(counts.values.allSatisfy { $0 <= 6 }, "\(counts)")
            #expect(!numbers.isEmpty)
        }
    }
}
