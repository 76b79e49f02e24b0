import CivilDates
import Foundation
import Situation
import Testing

@Suite("What is read of a table", .timeLimit(.minutes(3)))
struct SeriesTests {
    static let heading = "Meldewoche\tRegion\tRegion_Id\tAltersgruppe\tFallzahl\tInzidenz\n"

    static func issue(_ rows: [String], table: String = "influenza") throws -> DataEdition {
        let catalogue = try SituationCatalogue.shipped()
        let bytes = Array((heading + rows.map { $0 + "\n" }.joined()).utf8)
        return try DataEdition(bytes, of: try #require(catalogue.table(table)), in: catalogue)
    }

    @Test func putsTheNewestFirstWhateverTheFilesOrder() throws {
        let issue = try Self.issue([
            "2026-W02\tDeutschland\t00\t00+\t3\t0.30", "2025-W52\tDeutschland\t00\t00+\t1\t0.1",
            "2026-W01\tDeutschland\t00\t00+\t2\t0.2",
        ])
        let series = try #require(issue.series[IndicatorKey(indicator: "influenza", area: "DE", age: "00+")])
        #expect(series.newest.map(\.period.description) == ["2026-W02", "2026-W01", "2025-W52"])
        #expect(series.newest.map { $0.change?.description } == ["0.10", "0.1", nil])
        #expect(issue.lastDay.description == "2026-01-11" && issue.rows == 3)
    }

    @Test func whatIsMissingIsNever0() throws {
        let issue = try Self.issue([
            "2026-W03\tDeutschland\t00\t00+\t9\t0.4", "2026-W02\tDeutschland\t00\t00+\t9\tNA",
            "2026-W01\tDeutschland\t00\t00+\t9\t0.2", "2026-W01\tUnbekannt\tNA\t00+\t9\tNA",
            "2026-W01\tDeutschland\t00\tUnbekannt\t9\tNA",
        ])
        #expect(issue.series.count == 1, "nothing is said of unknown places and ages")
        let series = try #require(issue.series.values.first)
        #expect(series.newest.map { $0.value?.description } == ["0.4", nil, "0.2"])
        #expect(series.newest.map { $0.change?.description } == [nil, nil, nil])
    }

    @Test func tellsWhatTheNewestIssueHasRevised() throws {
        let key = IndicatorKey(indicator: "influenza", area: "DE-TH", age: "00+")
        let old = try Self.issue(["2026-W01\tThüringen\t16\t00+\t9\t0.2", "2026-W02\tThüringen\t16\t00+\t9\t0.10"])
        let new = try Self.issue([
            "2026-W01\tThüringen\t16\t00+\t9\t0.3", "2026-W02\tThüringen\t16\t00+\t9\t0.1",
            "2026-W03\tThüringen\t16\t00+\t9\t0.5",
        ])
        let entries = try #require(new.series[key]).newest(revising: old.series[key])
        #expect(entries.map { $0.before?.description } == [nil, nil, "0.2"])
    }

    @Test func countsSamplesWithViruses() throws {
        let catalogue = try SituationCatalogue.shipped()
        let text = """
            Datum,Klaerwerk_id,Proben_id,Virusisolate,Virus_typ
            2022-W01,A,1,0,NA
            2022-W01,B,2,2,VDPV-1
            2022-W01,B,2,1,Sabin_3-like
            2022-W02,A,3,0,NA

            """
        let issue = try DataEdition(Array(text.utf8), of: try #require(catalogue.table("polio")), in: catalogue)
        #expect(try #require(issue.series.values.first).newest.map { $0.value?.description } == ["0", "1"])
    }

    @Test func ratesByTheWeeksOfEarlierSeasons() throws {
        let rule = try SituationCatalogue.shipped().rating
        // Three seasons of 33 weeks: 1 to 99.
        var rows: [String] = []
        var number = 0
        for year in 2020...2022 {
            for week in 1...53 where week >= 40 || week <= 20 {
                let of = week >= 40 ? year : year + 1
                guard ReportingPeriod(week: week, of: of) != nil else { continue }
                number += 1
                rows.append("\(of)-W\(week < 10 ? "0" : "")\(week)\tDeutschland\t00\t00+\t1\t\(number)")
            }
            // Summer counts for nothing.
            rows.append("\(year + 1)-W30\tDeutschland\t00\t00+\t1\t10000")
        }
        let rating = { (value: String, seasons: [String]) in
            let issue = try Self.issue(seasons + ["2023-W45\tDeutschland\t00\t00+\t1\t\(value)"])
            return rule.rating(of: try #require(issue.series.values.first))
        }
        let (median, high) = ((number + 1) / 2, (number * 90 + 99) / 100)
        #expect(try rating("\(median - 1).9", rows) == .low)
        #expect(try rating("\(median)", rows) == .raised)
        #expect(try rating("\(high)", rows) == .raised)
        #expect(try rating("\(high).1", rows) == .high)
        #expect(
            try rating(
                "5",
                rows.filter {
                    !$0.hasPrefix("2020") && !$0.hasPrefix("2021-W0") && !$0.hasPrefix("2021-W1")
                        && !$0.hasPrefix("2021-W2")
                }) == .none)
    }

    @Test func comparesASeasonWithEarlierOnes() throws {
        var rows: [String] = []
        for (index, year) in (2015...2025).enumerated() {
            rows.append("\(year)-W41\tDeutschland\t00\t00+\t1\t\(index + 1)")
        }
        rows.append("2025-W42\tDeutschland\t00\t00+\t1\t7")
        let comparison = SeasonComparison(try #require(try Self.issue(rows).series.values.first))
        #expect(comparison.season == 2025 && comparison.earlierSeasons == Array(2015...2024))
        #expect(comparison.current.map(\.period.description) == ["2025-W41", "2025-W42"])
        let band = try #require(comparison.bands.first)
        #expect(comparison.bands.count == 1 && band.place == 7)
        #expect([band.low, band.median, band.high].map(\.description) == ["1", "5", "9"])
    }

    @Test func theShippedListHasWordsInBothLanguages() throws {
        let catalogue = try SituationCatalogue.shipped()
        #expect(
            catalogue.indicators.map(\.id).sorted() == [
                "ari", "ari-consultations", "covid-hospital", "covid-incidence", "ili", "influenza", "polio-wastewater",
                "rsv",
                "sari", "wastewater-influenza", "wastewater-rsv", "wastewater-sars-cov-2",
            ])
        #expect(catalogue.defaultArea.id == "DE")
        for words in catalogue.indicators.flatMap({ [$0.names, $0.notes, $0.units] }) + catalogue.areas.map(\.labels) {
            #expect(Set(words.keys) == ["de", "en"])
        }
    }

    @Test func refusesAnIndicatorThatIsCalledAsARouteAndAnythingButOneDefault() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Catalogue/situation")
        let text = try String(contentsOf: folder.appending(path: "indicators.json"), encoding: .utf8)
        let light = try Data(contentsOf: folder.appending(path: "light.json"))
        for (old, new) in [
            ("\"id\": \"ili\"", "\"id\": \"tbe\""), ("\"value\": \"Inzidenz\"", "\"value\": \"Nichts\""),
            ("\"default\": true", "\"default\": false"), ("\"in\": \"DE\"", "\"default\": true"),
        ] {
            #expect(throws: SituationError.self) {
                try SituationCatalogue(
                    indicators: text.replacing(old, with: new, maxReplacements: 1).utf8, rating: light)
            }
        }
    }
}
