import Answers
import CivilDates
import Immunization
import Testing

@Suite("Who takes the places of a visit, and what waits", .timeLimit(.minutes(3)))
struct PlaceTests {
    /// Five vaccines for a long, simple trip to India: one of them finds no place on the first day.
    private func traveller(departure: String) throws -> Answer {
        var dossier = try Records.person("1990-03-03", .male)
        var trip = Trip(to: ["IN"], departure: Records.date(departure), returning: Records.date("2027-01-30"))
        (trip.style, trip.isWithAnimals) = (.simple, true)
        dossier.patient.trips = [trip]
        return try Records.answer(dossier)
    }

    @Test("before a trip what everybody needs comes before what can wait a week and still is in time")
    func everybodysFirst() throws {
        let answer = try traveller(departure: "2026-12-20")
        #expect(answer.visits.first?.injections.contains { $0.lines.contains("hepatitis-a") } == true)
        #expect(answer.visits.dropFirst().first?.injections.isEmpty == false && answer.trips.first?.tooLate == [])
        #expect(answer.visits.allSatisfy { $0.injections.count <= 4 })
    }

    @Test("what would be too late at the next visit comes first of all")
    func pressing() throws {
        let answer = try traveller(departure: "2026-12-15")
        #expect(answer.visits.first?.injections.contains { $0.lines.contains("typhoid") } == true)
        // What can't be in time takes no place.
        #expect(answer.trips.first?.tooLate == ["hepatitis-b"])
        #expect(!answer.visits.flatMap(\.injections).contains { $0.lines.contains("hepatitis-b") })
    }

    @Test("what finds no place today, or waits for the way home, knows why its day is later")
    func wait() throws {
        let full = try Records.answer(try Records.person("1947-06-12"))
        let late = full.lines.filter { $0.isForNow && $0.day.map { $0 > full.day } ?? false }
        #expect(late.count == 1 && late.allSatisfy { full.wait(of: $0) == .room })
        #expect(full.lines.filter { $0.day == full.day }.allSatisfy { full.wait(of: $0) == nil })
        var dossier = try Records.person("1947-06-12")
        dossier.patient.trips = [
            Trip(to: ["ES"], departure: Records.date("2026-11-20"), returning: Records.date("2026-12-10"))
        ]
        let away = try Records.answer(dossier)
        #expect(away.lines.contains { $0.isForNow })
        #expect(away.lines.filter(\.isForNow).allSatisfy { away.wait(of: $0) == .trip })
    }

    /// Against tetanus and diphtheria her third dose is due a month before the third against polio.
    @Test("the next doses of two courses wait for each other where one vaccine is both")
    func oneVaccine() throws {
        var dossier = try Records.person("1990-03-03", .female, ["2012-05-05 boostrix"])
        dossier.told = ["tetanus": .no]
        let visits = try Records.answer(dossier).visits
        let last = visits.filter { visit in visit.injections.contains { $0.lines.contains("td") } }.last
        #expect(last?.day == Records.date("2027-06-28"))
        #expect(last?.injections.contains { $0.lines == ["polio", "td"] } == true)
        #expect(!visits.contains { $0.day > Records.date("2027-01-01") && $0.day < Records.date("2027-06-28") })
    }

    @Test("line and visit tell one number for a dose, also of diseases with different numbers")
    func oneNumber() throws {
        let child = try Records.person("2019-03-01", .male, ["2020-03-05 masern-impfstoff-merieux"])
        let answer = try Records.answer(child)
        let line = try #require(answer.line(of: "measles"))
        let injection = try #require(answer.visits.first?.injections.first { $0.lines.contains("mmr") })
        #expect(line.dose == 1 && line.total == 2)
        #expect(injection.dose == line.dose && injection.total == line.total)
    }
}
