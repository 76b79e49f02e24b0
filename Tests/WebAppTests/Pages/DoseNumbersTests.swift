import Answers
import CivilDates
import Foundation
import Immunization
import Model
import Testing
import Vault

@testable import IntakePages
@testable import Lists
@testable import Web
@testable import WebApp

/// The number of a dose and how many there are, wherever they are shown.
@Suite("Dose numbers agree everywhere", .timeLimit(.minutes(8)))
struct DoseNumbersTests {
    private static let today = TestApp.today

    /// Of everything one dose, or of nothing: at the age of two months, or half a year ago.
    enum History: CaseIterable { case none, oneAsABaby, oneLately }

    @Test(.timeLimit(.minutes(8)), arguments: History.allCases)
    func atEveryAge(history: History) throws {
        let services = try TestApp().services
        let (release, words) = (services.catalogue.release, services.localization.fallback)
        let ages =
            [2, 4, 7, 11, 14, 18].map { CalendarPeriod(months: $0) } + (2...80).map { CalendarPeriod(years: $0) }
        var compared = 0
        for age in ages {
            let birth = Self.today.adding(CalendarPeriod(years: -age.years, months: -age.months))
            let record = try Self.record(birth: birth, history, release.catalogue)
            let answer = try record.answer(release, on: Self.today)
            let told = AnswerWords(answer, of: record, release, words)
            for line in answer.lines where line.state.isOpen && !line.isQuestion {
                guard let dose = line.dose, let total = line.total else { continue }
                #expect(dose <= total, "\(age) \(line.id)")
                let own = answer.visits.flatMap(\.injections).filter { $0.lines == [line.id] }.compactMap(\.dose)
                #expect(own.isEmpty || own == Array(own[0]..<(own[0] + own.count)), "\(age) \(line.id): \(own)")
                guard line.counted == dose - 1, !line.isBooster, !line.isSeasonal else { continue }
                let given = words.text("progress.given", count: total, ["given": "\(dose - 1)"])
                #expect(told.standing(line).contains(given), "\(age) \(line.id): \(told.standing(line))")
                compared += 1
            }
        }
        #expect(compared > 50)
    }

    private static func record(birth: CalendarDate, _ history: History, _ catalogue: Catalogue) throws -> HealthRecord {
        let pass = try PassRecord(
            Pass(kind: "person", name: "A", birthDate: PartialDate(birth), sex: .female), createdAt: TestApp.now)
        let date =
            switch history {
            case .none: CalendarDate?.none
            case .oneAsABaby: birth.adding(CalendarPeriod(weeks: 9))
            case .oneLately: today.adding(CalendarPeriod(months: -6))
            }
        let vaccines = ["dtap-ipv-hib-hepb", "mmr", "varicella", "menb", "menc", "zoster-recombinant", "hpv9", "pcv13"]
        let doses = try vaccines.compactMap { vaccine -> VaccinationRecord? in
            guard let date, date <= today, date >= birth, let target = catalogue.vaccine(vaccine)?.targets.first
            else { return nil }
            return try VaccinationRecord(
                passID: pass.id, Vaccination(target: target, vaccine: vaccine, date: PartialDate(date)),
                createdAt: TestApp.now, updatedAt: TestApp.now)
        }
        let said = try FactRecord(passID: pass.id, PassFacts.Kind.recordComplete.fact("yes", from: today))
        return HealthRecord(pass: pass, vaccinations: doses, facts: PassFacts([said]))
    }
}
