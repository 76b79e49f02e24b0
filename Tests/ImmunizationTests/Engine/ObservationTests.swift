import CivilDates
import Immunization
import Testing

/// Degrees, implications and periods of observations; regions of journeys.
@Suite("Observations and journeys", .timeLimit(.minutes(3)))
struct ObservationTests {
    private func catalogue(_ observations: String) throws -> Catalogue {
        var files = try ShippedCatalogue.files()
        files["observations.json"] = Array(#"{"date": "2026-01-01", "observations": [\#(observations)]}"#.utf8)
        files["courses.json"] = nil
        // They mean observations that aren't in this one.
        for name in files.keys where name.hasPrefix("codes-") { files[name] = nil }
        return try Catalogue(files: files)
    }

    private func observation(_ id: String, _ more: String = "") -> String {
        #"{"id": "\#(id)", "species": ["person"], "topic": "condition", "names": {"en": "x", "de": "x"} \#(more)}"#
    }

    private var table: ObservationTable {
        get throws {
            let degrees = """
                , "degrees": [{"id": "low", "names": {"en": "x", "de": "x"}},
                {"id": "high", "from": 10, "names": {"en": "x", "de": "x"}, "implies": ["kidney"]}]
                """
            return ObservationTable(
                try catalogue(
                    [
                        observation("weak", degrees), observation("kidney", #", "implies": ["chronic"]"#),
                        observation("chronic"),
                    ].joined(separator: ",")))
        }
    }

    private func words(_ observation: String) -> SmallSchedule {
        SmallSchedule(doses: "{}", series: #""kind": "risk", "indications": [{"observation": "\#(observation)"}],"#)
    }

    @Test("what implies an observation makes its rows hold, over several steps")
    func implications() throws {
        var patient = try ExampleSchedule.person("2000-01-01")
        patient.observations = [PatientObservation("kidney")]
        #expect(try words("chronic").assess(patient, on: "2024-01-01", table).groups.count == 1)
        patient.observations = [PatientObservation("chronic")]
        #expect(try words("kidney").assess(patient, on: "2024-01-01", table).groups.isEmpty)
        patient.observations[0] = PatientObservation("weak")
        patient.observations[0].degree = "high"
        #expect(try words("chronic").assess(patient, on: "2024-01-01", table).groups.count == 1)
    }

    @Test("a degree holds for those above it, and isn't there where none is told")
    func degrees() throws {
        var patient = try ExampleSchedule.person("2000-01-01")
        patient.observations = [PatientObservation("weak")]
        for (degree, low, high) in [(nil, false, false), ("low", true, false), ("high", true, true)] {
            patient.observations[0].degree = degree
            #expect(try words("weak").assess(patient, on: "2024-01-01", table).groups.count == 1)
            #expect(try words("weak/low").assess(patient, on: "2024-01-01", table).groups.isEmpty == !low)
            #expect(try words("weak/high").assess(patient, on: "2024-01-01", table).groups.isEmpty == !high)
        }
    }

    @Test("an observation holds from its first day to its last; what counted then goes on counting")
    func period() throws {
        var patient = try ExampleSchedule.person("2000-01-01", ["green-dead 2023-06-01"])
        patient.observations = [PatientObservation("weak", on: CalendarDate("2023-01-01"))]
        patient.observations[0].until = CalendarDate("2023-12-31")
        #expect(try words("weak").assess(patient, on: "2023-12-31").groups.first?.status == .complete)
        let later = try words("weak").assess(patient, on: "2024-01-01")
        #expect(later.groups.first?.isWithoutIndication == true)
        #expect(later.antigens.first?.doses.map(\.status) == [.valid])
        patient.doses = []
        #expect(try words("weak").assess(patient, on: "2022-12-31").groups.isEmpty)
    }

    @Test("a circle, an unknown observation and a doubled degree are refused by name")
    func refused() throws {
        let circle = [
            observation("one", #", "implies": ["two"]"#), observation("two", #", "implies": ["one"]"#),
        ].joined(separator: ",")
        let error = #expect(throws: DataFault.self) { try catalogue(circle) }
        #expect(error?.file == "observations.json" && error?.line ?? 0 > 0)
        #expect(error?.code == .implicationCircle && error?.arguments == ["name": "one"])
        #expect(throws: DataFault.self) { try catalogue(observation("one", #", "implies": ["none"]"#)) }
        let twice =
            #", "degrees": [{"id": "a", "names": {"en": "x", "de": "x"}}, {"id": "a", "names": {"en": "x", "de": "x"}}]"#
        #expect(throws: DataFault.self) { try catalogue(observation("one", twice)) }
    }

    @Test(
        "a journey to a region is met by the region, by what it lies in, and by the country",
        arguments: [
            ([], true, false, true, false), (["BR-AM"], true, true, true, true), (["BR-SP"], true, false, false, true),
        ] as [(Set<String>, Bool, Bool, Bool, Bool)])
    func regions(regions: Set<String>, country: Bool, region: Bool, except: Bool, listed: Bool) throws {
        var patient = try ExampleSchedule.person("2000-01-01")
        patient.home = ["DE", "DE-BY"]
        patient.trips = [Trip(to: ["BR"], regions: regions, departure: CalendarDate("2024-06-01"))]
        func isMet(_ trip: String) throws -> Bool {
            var words = SmallSchedule(
                doses: "{}", series: #""kind": "risk", "indications": [{"trip": {\#(trip)}}],"#)
            words.rest = #""places": {"both": ["BR-AM", "BR-SP"]},"#
            return try !words.assess(patient, on: "2024-01-01").groups.isEmpty
        }
        #expect(try isMet(#""destinations": ["BR"]"#) == country)
        #expect(try isMet(#""destinations": ["BR-AM"]"#) == region)
        #expect(try isMet(#""destinations": ["BR"], "except": ["BR-SP"]"#) == except)
        #expect(try isMet(#""destinations": ["both"]"#) == listed)
        #expect(try isMet(#""minimumDays": 1"#))
        patient.trips = [Trip(to: ["DE"], regions: ["DE-SN"], departure: CalendarDate("2024-06-01"))]
        #expect(try !isMet(#""minimumDays": 1"#))
        #expect(try isMet(#""destinations": ["DE-SN"]"#))
    }
}
