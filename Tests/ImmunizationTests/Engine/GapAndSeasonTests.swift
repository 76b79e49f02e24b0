import CivilDates
import Immunization
import Testing

/// Longest gaps, the previous valid dose, limits of recommending, seasons and birthdays of the year.
@Suite("Gaps, seasons and ages that only limit recommending", .timeLimit(.minutes(3)))
struct GapAndSeasonTests {
    private static let yearly = """
        {}, {"intervals": [{"from": "previous", "minimum": "3 weeks", "recommended": "4 weeks"}]},
        {"recurring": true, "intervals": [{"from": "previous", "minimum": "6 months", "recommended": "1 year",
         "overdue": "15 months", "maximum": "18 months", "lateCountsAs": 1}]}
        """

    @Test("after a gap that is too long the course begins anew, and what was given stays valid")
    func beginsAnew() throws {
        let words = SmallSchedule(doses: Self.yearly)
        let given = ["green-dead 2020-01-01", "green-dead 2020-02-01"]
        let patient = try ExampleSchedule.person("2019-01-01", given)
        // The last day of the gap, and the day after it.
        #expect(try words.forecast(patient, on: "2021-08-01").seriesDose == 3)
        let lapsed = try words.forecast(patient, on: "2021-08-02")
        #expect(lapsed.seriesDose == 1 && lapsed.doseNumber == 1)
        #expect(lapsed.earliest?.description == "2021-08-02")
        let late = try ExampleSchedule.person("2019-01-01", given + ["green-dead 2021-09-01"])
        let next = try words.forecast(late, on: "2021-09-02")
        #expect(next.seriesDose == 2 && next.doseNumber == 2 && next.recommended?.description == "2021-09-29")
        #expect(try words.statuses(late, on: "2021-09-02") == [.valid, .valid, .valid])
        let done = try ExampleSchedule.person("2019-01-01", given + ["green-dead 2021-09-01", "green-dead 2021-10-01"])
        let progress = try words.assess(done, on: "2021-10-02").series[0]
        #expect(progress.forecast.seriesDose == 3 && progress.givenCount == 2 && progress.plannedCount == 2)
    }

    @Test("after a gap that is too long the dose before repeats")
    func repeats() throws {
        let gap =
            #"{"intervals": [{"from": "previous", "minimum": "4 weeks", "maximum": "1 year", "lateCountsAs": 2}]}"#
        let words = SmallSchedule(doses: "{}, {}, \(gap)")
        let patient = try ExampleSchedule.person(
            "2019-01-01", ["green-dead 2020-01-01", "green-dead 2020-02-01", "green-dead 2021-03-01"])
        #expect(try words.forecast(patient, on: "2021-03-02").seriesDose == 3)
        #expect(try words.forecast(patient, on: "2021-03-02").doseNumber == 3)
    }

    @Test("a distance from the previous valid dose passes over one that doesn't count")
    func previousValid() throws {
        let patient = try ExampleSchedule.person(
            "2019-01-01", ["green-dead 2020-01-01", "green-dead 2020-01-20", "green-dead 2020-01-30"])
        func doses(_ from: String) -> SmallSchedule {
            SmallSchedule(doses: #"{}, {"intervals": [{"from": "\#(from)", "minimum": "4 weeks"}]}"#)
        }
        #expect(try doses("previous").statuses(patient, on: "2024-01-01") == [.valid, .notValid, .notValid])
        #expect(try doses("previous valid").statuses(patient, on: "2024-01-01") == [.valid, .notValid, .valid])
    }

    @Test("from an age on a dose isn't recommended, and counts all the same")
    func recommendedUntil() throws {
        let words = SmallSchedule(doses: #"{"ages": [{"minimum": "9 years", "recommendedUntil": "18 years"}]}"#)
        let patient = try ExampleSchedule.person("2000-01-01")
        #expect(try words.forecast(patient, on: "2017-12-31").status == .notComplete)
        #expect(try words.forecast(patient, on: "2018-01-01").status == .agedOut)
        let late = try ExampleSchedule.person("2000-01-01", ["green-dead 2020-01-01"])
        #expect(try words.statuses(late, on: "2024-01-01") == [.valid])
        #expect(try words.forecast(late, on: "2024-01-01").status == .complete)
    }

    @Test("a season is the first of a life, and late from a day of it")
    func firstSeason() throws {
        let words = SmallSchedule(
            doses: """
                {"ages": [{"recommended": "0 days", "maximum": "1 year"}],
                 "season": {"from": "09-01", "to": "03-31", "firstOfLife": true, "overdue": "12-01"}}
                """, series: #""limits": {"bornIn": {"from": "04-01", "to": "09-30"}},"#)
        let spring = try ExampleSchedule.person("2030-05-01")
        let ahead = try words.forecast(spring, on: "2030-05-02")
        #expect(ahead.recommended?.description == "2030-09-01" && ahead.pastDue?.description == "2030-11-30")
        #expect(try words.forecast(spring, on: "2031-04-01").reason == .seasonOver)
        // Within its season at birth: the next one isn't meant, although the age would allow it.
        let september = try ExampleSchedule.person("2030-09-20")
        #expect(try words.forecast(september, on: "2031-09-10").reason == .seasonOver)
        #expect(try words.assess(ExampleSchedule.person("2030-10-01"), on: "2030-10-02").groups.isEmpty)
        // Years later it is a row for others.
        #expect(try words.assess(september, on: "2060-01-01").groups.isEmpty)
    }
}
