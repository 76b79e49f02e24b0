import Answers
import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Testing
import Vault

@testable import IntakePages
@testable import Lists
@testable import Papers
@testable import Web
@testable import WebApp

@Suite("How far each series is, and what doesn't count", .timeLimit(.minutes(3)))
struct DiseaseListTests {
    @Test func aCombinationVaccineStandsUnderEveryDiseaseWithItsProgress() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("1", "4", "2026")) { _, person, pass in
            try await person.dose(pass, "hepatitis-b", "infanrix-hexa", ("1", "6", "2026"))
            try await person.dose(pass, "hepatitis-b", "infanrix-hexa", ("3", "8", "2026"))
            let page = try await person.get("/passes/\(pass)").body
            let when = try words("recommendations.from", ["date": "1 March 2027"])
            let given = try words("progress.given", ["given": "2"], count: 3)
            let standing = try "\(words("answer.state.later")), \(when) · \(given)"
            for disease in ["Diphtheria", "Tetanus", "Hepatitis B"] {
                let card = try #require(Self.card(disease, in: page), "\(disease)")
                #expect(card.contains("<p class=\"progress\"><strong>\(standing)</strong></p>"), "\(card)")
                #expect(card.components(separatedBy: "/vaccinations/").count == 3, "\(disease)")
            }
            // What is said of the same doses is said once.
            #expect(page.components(separatedBy: standing).count == 2)
            #expect(page.says("recommendations.draft"))
            #expect(!page.says("doses.invalid") && !page.says("doses.invalid-for"))
        }
    }

    @Test func aDoseThatDoesNotCountSaysSoInTheListAndOnItsPage() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("1", "4", "2025")) { _, person, pass in
            // Eleven months is the age for measles; the shortest age that counts is nine.
            let early = try await person.dose(pass, "measles", "priorix", ("11", "12", "2025"))
            let page = try await person.get("/passes/\(pass)").body
            let reason = try words("doses.fault.too-young")
            #expect(page.says("doses.invalid", ["reason": reason]))
            let own = try await person.get("/passes/\(pass)/vaccinations/\(early)").body
            let invalid = try words("doses.invalid", ["reason": reason])
            #expect(own.says("doses.counts-from", ["invalid": invalid, "date": "1 January 2026"]))
        }
    }

    @Test func aDoseTooEarlyIsWastedForAllOfItsDiseases() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("1", "4", "2025")) { _, person, pass in
            try await person.dose(pass, "hepatitis-b", "infanrix-hexa", ("11", "5", "2025"))
            let page = try await person.get("/passes/\(pass)").body
            let reason = try words("doses.fault.too-young")
            // Against hepatitis B it may count: there are courses that begin at birth.
            for disease in ["Diphtheria", "Tetanus", "Polio (poliomyelitis)"] {
                let card = try #require(Self.card(disease, in: page), "\(disease)")
                #expect(card.says("doses.invalid", ["reason": reason]), "\(disease)")
            }
        }
    }

    @Test func aDoseThatNothingAsksForIsNotCalledWasted() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let young = try await person.pass("Ada Test", birth: ("1", "4", "1987"))
            try await person.dose(young, "covid-19", "comirnaty", ("3", "6", "2021"))
            let old = try await person.pass("Ida Test", birth: ("1", "4", "1960"))
            try await person.dose(old, "covid-19", "comirnaty", ("3", "6", "2017"))
            for pass in [young, old] {
                let list = try await person.get("/passes/\(pass)").body
                #expect(!list.says("doses.invalid") && !list.says("doses.invalid-for"))
                let page = try await person.get("/passes/\(pass)/recommendations").body
                #expect(page.contains("class=\"given\" cx"))
            }
        }
    }

    @Test(.timeLimit(.minutes(3))) func thousandsOfDosesAreShownWithoutAHang() async throws {
        try await TestApp.open { app, _ in
            let (services, words) = (app.services, app.services.localization.fallback)
            let (release, today) = (services.catalogue.release, TestApp.today)
            let pass = try PassRecord(
                Pass(kind: "person", name: "A", birthDate: PartialDate("1987-04-12"), sex: .female),
                createdAt: TestApp.now)
            let vaccinations = try (0..<5_000).map { index in
                try VaccinationRecord(
                    passID: pass.id,
                    Vaccination(
                        target: "influenza", vaccine: "influenza",
                        date: PartialDate(CalendarDate(clampingDayNumber: 7_000 + index * 2).description)
                            ?? .firstOfRecords), createdAt: TestApp.now, updatedAt: TestApp.now)
            }
            let record = HealthRecord(pass: pass, vaccinations: vaccinations)
            let list = VaccinationListPage(
                record: record, certificates: [],
                evidence: DoseEvidence(of: pass, doses: [], catalogue: release.catalogue), release: release,
                answer: try record.answer(release, on: today))
            let page = RecommendationsPage(
                pass: pass, release: release, record: record, answer: try record.answer(release, on: today),
                filter: PlaceFilter(record, home: "DE", today: today, asked: nil))
            func text(_ page: some Page) throws -> String {
                let frame = LayoutModel(title: page.title(words))
                return String(
                    decoding: try services.templates.write(PageValues(page, words), in: frame, words), as: UTF8.self)
            }
            // A mark for each dose, at home and in what journeys ask for.
            let recommended = try text(page)
            #expect(recommended.contains("Flu (influenza)") && recommended.utf8.count < 800_000)
            #expect(try text(list).utf8.count < 1_000_000)
        }
    }

    @Test func aDateMayBeKnownInPartAndIsTakenWithCaution() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let year = try await person.dose(pass, "tetanus", "unknown", ("", "", "2009"))
            _ = try await person.dose(pass, "measles", "mmr", ("", "5", "1998"))
            let list = try await person.get("/passes/\(pass)").body
            #expect(list.says("date.about", ["date": "2009"]) && list.says("date.about", ["date": "May 1998"]))
            let own = try await person.get("/passes/\(pass)/vaccinations/\(year)").body
            #expect(own.says("doses.issue.uncertain-date"))
            let form = try await person.get("/passes/\(pass)/vaccinations/\(year)/edit").body
            #expect(form.contains("name=\"date-year\" value=\"2009\"") && form.contains("name=\"date-day\" value=\"\""))
        }
    }

    @Test func withoutABirthDateDosesAreListedAndTheDateIsAskedFor() async throws {
        try await TestApp.openWithPass("Ada Test", birth: ("", "", "1987")) { _, person, pass in
            try await person.dose(pass, "measles", "priorix", ("", "", "1987"))
            #expect(try await person.get("/passes/\(pass)").body.says("date.about", ["date": "1987"]))
        }
    }

    /// The part of a page under a disease's name.
    private static func card(_ disease: String, in page: String) -> String? {
        page.components(separatedBy: "<ul class=\"diseases\">").last?.components(separatedBy: "<li class=\"card\">")
            .first {
                $0.firstMatch(of: /<h3>(.*?)<\/h3>/)?.1.contains(disease) ?? false
            }
    }
}

extension Person {
    /// Enters a vaccination and gives its id.
    @discardableResult
    func dose(
        _ pass: String, _ target: String, _ vaccine: String, _ date: (String, String, String)
    ) async throws -> String {
        let old = try await vaccinations(of: pass)
        let answer = try await post(
            "/passes/\(pass)/vaccinations/new",
            [
                "target": target, "vaccine": vaccine, "date-day": date.0, "date-month": date.1, "date-year": date.2,
                "right": "age",
            ])
        guard answer.status == .seeOther else { throw PersonError.refused(answer.status.code) }
        return try await vaccinations(of: pass).subtracting(old).first ?? ""
    }

    private func vaccinations(of pass: String) async throws -> Set<String> {
        let page = try await get("/passes/\(pass)").body
        return Set(page.matches(of: /\/vaccinations\/([a-z0-9]{26})"/).map { String($0.1) })
    }
}
