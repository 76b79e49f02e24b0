import Foundation
import Immunization
import Testing

@Suite("Cases that a clinician can read")
struct CaseFileTests {
    static let cases = Result { try CaseFile.all() }

    static let engine = Result {
        let catalogue = try ShippedCatalogue.load()
        return try ImmunizationEngine(schedules: try ShippedSchedules.load(), vaccines: VaccineTable(catalogue))
    }

    @Test func areAtLeastOneHundredAndFifty() throws {
        #expect(try Self.cases.get().count >= 150)
    }

    @Test(arguments: (try? cases.get()) ?? [])
    func isJudgedAsExpected(_ file: CaseFile) throws {
        let assessments = try Self.engine.get().assess(file.patient, on: file.day)
        let assessment = try #require(
            assessments.first { $0.schedule == file.schedule }, "no schedule \(file.schedule)")
        for (group, expected) in file.expectations {
            let forecast = assessment.groups.first { $0.group == group }
            for difference in expected.differences(from: forecast, on: file.day) {
                Issue.record("\(file.name): \(group): \(difference)")
            }
        }
    }
}
