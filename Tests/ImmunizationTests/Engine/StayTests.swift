import CivilDates
import Immunization
import Seeded
import Testing

@Suite("Days away", .timeLimit(.minutes(1)))
struct StayTests {
    private static let day = CalendarDate("2026-06-01") ?? .last

    private static func patient(_ trips: [Trip]) -> Patient {
        Patient(species: Species.person, birthDate: CalendarDate("1990-01-01") ?? .last, trips: trips)
    }

    /// Some trips of up to three weeks, of which some have no end and some no day.
    private static func trips(_ generator: inout SeededGenerator) -> [Trip] {
        (0..<Int.random(in: 0...9, using: &generator)).map { _ in
            let departure = day.adding(days: Int.random(in: 0...120, using: &generator))
            let returning = departure.adding(days: Int.random(in: -1...20, using: &generator))
            let kind = Int.random(in: 0..<6, using: &generator)
            return Trip(to: ["BR"], departure: kind == 0 ? nil : departure, returning: kind == 1 ? nil : returning)
        }
    }

    @Test("are those of each trip, and somebody is home on the first that is of none")
    func areThoseOfEachTrip() {
        var generator = SeededGenerator(seed: 48)
        for _ in 0..<500 {
            let trips = Self.trips(&generator)
            let patient = Self.patient(trips)
            let isAway = (0..<200).map { offset in trips.contains { $0.isAway(on: Self.day.adding(days: offset)) } }
            for offset in 0..<150 {
                let day = Self.day.adding(days: offset)
                #expect(patient.isAway(on: day) == isAway[offset])
                let home = isAway[offset...].firstIndex(of: false) ?? 0
                #expect(patient.dayAtHome(from: day) == Self.day.adding(days: home))
            }
        }
    }

    @Test("begin with the first of the trips that follow each other")
    func beginWithTheFirst() {
        var generator = SeededGenerator(seed: 49)
        for _ in 0..<500 {
            let trips = Self.trips(&generator)
            let patient = Self.patient(trips)
            for trip in trips {
                guard var first = trip.departure else { continue }
                // Step by step, each to an earlier day.
                while let before = trips.compactMap({ other in
                    other.departure.flatMap { start in other.returning.map { (start, max(start, $0)) } }
                }).filter({ $0.0 < first && $0.1.adding(days: 3) >= first }).map(\.0).min() {
                    first = before
                }
                #expect(patient.leaving(for: trip) == first)
            }
        }
    }

    @Test("of 2,000 trips in a row are one stay")
    func ofManyTripsAreOne() {
        let trips = (0..<2_000).map { number in
            let departure = Self.day.adding(days: 2 * number)
            return Trip(to: ["BR"], departure: departure, returning: departure.adding(days: 1))
        }
        #expect(Self.patient(trips.shuffled()).absences == [Self.day...Self.day.adding(days: 3_999)])
    }
}
