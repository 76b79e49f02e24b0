import Answers
import CivilDates
import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Immunization
import Lists
import Model
import Situation
package import Vault
package import Web

/// What is due for a pass, and why.
package enum RecommendationsFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.recommendations, showRecommendations).long,
        .get(Links.answer, showAnswer).long,
        .post(Links.recommendations, changeRecommendations).long,
        .get(Links.calendar, showCalendar).long,
        .get(Links.schedules, public: { $0.page(SchedulesPage(release: $0.release)) }),
    ]
    package static let pages: [any Page.Type] = [RecommendationsPage.self, SchedulesPage.self]
    package static var codes: [any MessageCode.Type] {
        [
            Answer.Begun.self, Answer.Reason.Code.self, Answer.State.self, JudgedDose.Doubt.self,
            JudgedDose.Shortcoming.self, Dossier.Told.self,
        ]
    }

    package static func showRecommendations(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let asked = member.query("for")
        return try await member.keptPage(about: pass) { basis in
            let record = try await member.record(of: pass)
            let release = basis.catalogue.release
            let home = record.home(release)
            let filter = PlaceFilter(record, home: home, today: basis.today, asked: asked)
            let numbers = member.services.situation.catalogue
            let page = RecommendationsPage(
                pass: pass, release: release, record: record, answer: try record.answer(release, on: basis.today),
                filter: filter, indicators: home.flatMap(numbers.area) == nil ? [] : numbers.indicators)
            return (page, nil)
        }
    }

    /// The same answer for programs: as JSON, without words.
    static func showAnswer(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let record = try await member.record(of: pass)
        let document = AnswerDocument(try record.answer(member.release, on: member.today))
        await member.log(.exported, "json")
        return Response.download(
            try document.bytes(), "application/json", DownloadName(keeping: "recommendations.json"))
    }

    /// Chooses by which country's schedule all passes are judged; says that a pass's record is complete, or that it isn't;
    /// or answers whether something was given.
    static func changeRecommendations(
        _ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord
    ) async throws -> Response {
        if let target = fields["target"] {
            return try await keepAnswer(fields["given"] ?? "", about: target, of: pass, member)
        }
        if let record = fields["record"] {
            guard ["complete", "open"].contains(record) else { throw HTTPProblem.badForm }
            try await keepRecordState(of: pass, isComplete: record == "complete", member)
            return member.redirect(to: Links.recommendations(pass.id))
        }
        guard let country = fields["country"], member.release.countries(for: pass.kind).contains(country)
        else { throw HTTPProblem.badForm }
        try await member.vault.write { records in try records.setSetting(SettingKey.homeCountry, to: country) }
        return member.done(.`done.countries-saved`, at: Links.recommendations(pass.id))
    }

    /// Keeps that every vaccination of a pass is entered, with the day on which it was said first; or forgets it.
    private static func keepRecordState(of pass: PassRecord, isComplete: Bool, _ member: SignedInRequest) async throws {
        let kind = PassFacts.Kind.recordComplete
        let fact = try FactRecord(passID: pass.id, kind.fact("yes", from: member.today))
        try await member.vault.write { records in
            let known = try records.facts(of: pass.id).filter { $0.kind == kind.rawValue }
            if isComplete, !known.isEmpty { return }
            for old in known { _ = try records.deleteFact(old.id) }
            if isComplete { try records.insert(fact) }
        }
    }
}
