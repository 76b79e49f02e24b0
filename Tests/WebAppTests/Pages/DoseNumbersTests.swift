import Answers
import CivilDates
import Foundation
import Immunization
import Model
import Testing
import Vault

@testable import WebApp

/// The number of a dose and how many there are, wherever they are told.
@Suite("Dose numbers agree everywhere", .timeLimit(.minutes(8)))
struct DoseNumbersTests {
    private static let today = TestApp.today

    /// Of everything one dose, or of nothing: at the age of two months, or half a year ago.
    enum History: CaseIterable { case none, oneAsABaby, oneLately }

    @Test(.timeLimit(.minutes(8)), arguments: History.allCases)
    func atEveryAge(history: History) throws {
        let services = try TestApp().app.services
        let (release, words) = (services.catalogue.release, services.localization.fallback)
        let ages =
            [2, 4, 7, 11, 14, 18].map { CalendarPeriod(months: $0) } + (2...80).map { CalendarPeriod(years: $0) }
        var numbered: [String: (dose: Int, total: Int)] = [:]
        for (dose, total) in (1...20).flatMap({ dose in (1...20).map { (dose, $0) } }) {
            numbered[words(.recommendationsDose, ["dose": "\(dose)", "total": "\(total)"])] = (dose, total)
        }
        var compared = 0
        for age in ages {
            let birth = Self.today.adding(CalendarPeriod(years: -age.years, months: -age.months))
            let record = try Self.record(birth: birth, history, release.catalogue)
            let answer = record.answer(release, on: Self.today)
            let own = AnswerWords(answer, of: record, release, words)
            for line in answer.lines where line.state.isToCome {
                guard let step = own.step(line), let (first, total) = numbered[step] else { continue }
                // A combination's number may be another line's.
                let planned = answer.visits.flatMap(\.injections).filter {
                    $0.lines == [line.id] && line.group.count == 1
                }
                let numbers = planned.compactMap { own.step($0).flatMap { numbered[$0] } }
                #expect(first <= total, "\(age) \(line.id): \(step)")
                #expect(numbers.allSatisfy { first <= $0.dose && $0.dose <= $0.total }, "\(age) \(line.id): \(numbers)")
                let places = numbers.map(\.dose)
                #expect(places == Array(Set(places)).sorted(), "\(age) \(line.id): \(numbers)")
                #expect(numbers.allSatisfy { $0.total == total }, "\(age) \(line.id): \(step), \(numbers)")
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
