import CivilDates
import Foundation
import Situation

@testable import Lists
@testable import Web
@testable import WebApp

extension TestApp {
    /// Invented numbers of four seasons, the newest of this week: influenza in Germany and Bavaria, of all ages and two more.
    static func influenza(seasons: ClosedRange<Int> = 2022...2026) -> String {
        var text = "\u{FEFF}Meldewoche\tRegion\tRegion_Id\tAltersgruppe\tFallzahl\tInzidenz\n"
        for season in seasons {
            for place in 0..<52 {
                let (year, week) = place < 13 ? (season, place + 40) : (season + 1, place - 12)
                guard let period = ReportingPeriod(week: week, of: year),
                    period.lastDay < TestApp.today
                else { continue }
                for (name, key) in [("Deutschland", "00"), ("Bayern", "09")] {
                    for (index, age) in ["00+", "00-14", "60+"].enumerated() {
                        let hundredths = (place * 7 + season * 3 + index * 11) % 900 + 5
                        let number = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
                        text += "\(period)\t\(name)\t\(key)\t\(age)\t\(hundredths)\t\(number)\n"
                    }
                }
            }
        }
        return text
    }

    /// Imports a table's file as the command does.
    func importNumbers(
        _ text: String = TestApp.influenza(), table: String = "influenza", version: String = "2026-11-19"
    ) throws {
        let numbers = services.situation.inUse
        guard let known = numbers.catalogue.table(table), let day = CalendarDate(version) else { return }
        let issue = try DataEdition(Array(text.utf8), of: known, in: numbers.catalogue)
        _ = try services.situationStore.take(issue, Array(text.utf8), version: day, in: numbers.catalogue)
        services.situation.look()
    }
}
