import Foundation
import Immunization
import Testing

@Suite("The schedules we ship", .timeLimit(.minutes(3)))
struct ShippedScheduleTests {
    @Test func knowEveryAntigenAndVaccineTheyName() throws {
        let table = VaccineTable(try ShippedCatalogue.load())
        for schedule in try ShippedSchedules.load() {
            #expect(throws: Never.self, "\(schedule.id)") { try schedule.check(against: table) }
        }
    }

    @Test func nameSourcesAndConfidenceInEveryRowAndAreDrafts() throws {
        for schedule in try ShippedSchedules.load() {
            #expect(schedule.review == .draft)
            for series in schedule.series {
                #expect(!series.sources.isEmpty && series.confidence != nil && series.review == .draft, "\(series.id)")
                #expect(series.sources.allSatisfy { schedule.sources[$0] != nil }, "\(series.id)")
                #expect(series.name["en"] != nil && series.name["de"] != nil, "\(series.id)")
            }
        }
    }

    @Test func areOneForEachSpeciesOneForTravelOneRegionAndASecondCountry() throws {
        let schedules = try ShippedSchedules.load()
        #expect(
            schedules.map(\.id) == [
                "at-impfplan", "de-sn-siko", "de-stiko", "de-stikovet-cat", "de-stikovet-dog", "travel",
            ])
        #expect(Set(schedules.compactMap(\.country)) == ["AT", "DE"])
    }
}
