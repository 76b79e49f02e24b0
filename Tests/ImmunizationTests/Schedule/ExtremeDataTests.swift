import CivilDates
import Immunization
import Seeded
import Testing

@Suite("Catalogues and schedules with extreme numbers are refused, or reckoned with", .timeLimit(.minutes(2)))
struct ExtremeDataTests {
    @Test func everyValueOfASchedule() throws {
        let vaccines = ExampleSchedule.vaccines
        let patient = try ExampleSchedule.person("1980-02-29", ["green-dead 2009", "green-dead 2012-02-29"])
        var read = 0
        for variant in Extremes.variants(of: ExampleSchedule.text) {
            guard let schedule = try? Schedule(json: Array(variant.text.utf8), file: "x.json"),
                (try? schedule.check(against: vaccines)) != nil,
                let engine = try? ImmunizationEngine(schedules: [schedule], vaccines: vaccines)
            else { continue }
            read += 1
            for day in ["2026-03-01", "9999-12-31"] {
                _ = engine.assess(patient, on: try ExampleSchedule.day(day))
            }
        }
        #expect(read > 50)
    }

    @Test func everyValueOfACatalogue() throws {
        var read = 0
        for (name, text) in CatalogueLoadingTests.good {
            for variant in Extremes.variants(of: text) {
                var files = CatalogueLoadingTests.good
                files[name] = variant.text
                guard let catalogue = try? Catalogue(files: files.mapValues { Array($0.utf8) }) else { continue }
                read += 1
                _ = catalogue.records(language: "de")
            }
        }
        #expect(read > 50)
    }

    @Test func everyAgeOfAPatient() throws {
        let engine = try ExampleSchedule.engine()
        for birth in ["0001-01-01", "1804-02-29", "2024-02-29", "9999-12-31"] {
            for dose in ["0001-01-01", "9999-12-31"] {
                var patient = try ExampleSchedule.person(birth, ["green-dead \(dose)"])
                for weeks in [Int.min, -1, 0, 37, .max] {
                    patient.gestationWeeks = weeks
                    for day in ["0001-01-01", "2024-02-29", "9999-12-31"] {
                        _ = engine.assess(patient, on: try ExampleSchedule.day(day))
                    }
                }
            }
        }
    }

    @Test func sumsOfPeriodsStayWithinTheCalendar() throws {
        let longest = try #require(
            CalendarPeriod("99999 years + 99999 months + 99999 weeks + 99999 days + 99999 years"))
        let shortest = try #require(CalendarPeriod("0 days - 99999 years - 99999 months - 99999 weeks - 99999 days"))
        for day in [CalendarDate.first, .last, CalendarDate(clampingDayNumber: 0)] {
            #expect(day.adding(longest) == .last && day.adding(shortest) == .first)
            #expect(day.adding(days: .max) == .last && day.adding(days: .min) == .first)
        }
        #expect(shortest.isNegative && !longest.isNegative)
        #expect(CalendarPeriod("9223372036854775807 days") == nil && CalendarPeriod("-1 days") == nil)
    }
}
