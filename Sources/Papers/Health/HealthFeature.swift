import CivilDates
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Model
package import Vault
package import Web

/// What an account tells of the holder of a pass, only if it likes: health and journeys.
package enum HealthFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.health, form: healthPage), .post(Links.health, form: healthPage, keepHealth),
        .get(Links.journeys, form: journeysPage).long, .post(Links.journeys, form: journeysPage, changeTrips).long,
        .get(Links.journey, showJourney).long,
        .get(Links.editJourney, form: editPage), .post(Links.editJourney, form: editPage, changeTrip),
    ]
    package static let pages: [any Page.Type] = [
        HealthPage.self, JourneysPage.self, JourneyPage.self, EditJourneyPage.self,
    ]
    package static var codes: [any MessageCode.Type] { [Observation.Topic.self, Trip.Style.self] }

    static func healthPage(_ member: SignedInRequest, _ form: FormView?, _ pass: PassRecord) async throws -> HealthPage
    {
        let facts = try await facts(of: pass, member)
        return HealthPage(
            form: form ?? FormView(values: HealthForm.values(facts)), pass: pass, catalogue: member.catalogue,
            today: member.today, isTold: facts.isHealthTold)
    }

    /// Keeps what is ticked, and forgets what isn't any more; with `forget` all of it.
    ///
    /// With `answers` only what is answered changes.
    static func keepHealth(_ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord) async throws -> Response
    {
        let catalogue = member.catalogue
        if fields["forget"] != nil {
            try await changeHealth(of: pass, member) { _ in PassFacts() }
            return member.done(.`done.health-forgotten`, at: Links.recommendations(pass.id))
        }
        if fields["answers"] != nil {
            try await changeHealth(of: pass, member) { known in
                HealthForm.answered(fields, of: known, pass: pass, catalogue: catalogue)
            }
            return member.done(.`done.health-saved`, at: Links.recommendations(pass.id))
        }
        let form = HealthForm(fields, pass: pass, catalogue: catalogue, today: member.today, words: member.words)
        try form.errors.check()
        try await changeHealth(of: pass, member) { known in
            var facts = form.facts
            facts.denied = known.denied
            return facts
        }
        return member.done(.`done.health-saved`, at: Links.recommendations(pass.id))
    }

    /// Adds a journey, or removes the one that `remove` names.
    static func changeTrips(_ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord) async throws
        -> Response
    {
        let known = try await facts(of: pass, member).journeys
        if let text = fields["remove"] {
            let journey = try known.first(where: { $0.id.description == text }).found()
            _ = try await member.vault.write { records in try records.deleteFact(journey.id) }
            return member.done(.`done.journey-deleted`, at: Links.journeys(pass.id))
        }
        let form = JourneyForm(
            fields, known: known.count, catalogue: member.catalogue, today: member.today,
            words: member.words)
        guard let content = form.fact else { throw form.errors }
        let fact = try FactRecord(passID: pass.id, content)
        try await member.vault.write { records in try records.insert(fact) }
        return member.done(.`done.journey-saved`, at: Links.journeys(pass.id))
    }
}

extension HealthFeature {
    package static func facts(of pass: PassRecord, _ member: SignedInRequest) async throws -> PassFacts {
        PassFacts(try await member.vault.read { records in try records.facts(of: pass.id) })
    }

    private static func changeHealth(
        of pass: PassRecord, _ member: SignedInRequest, _ change: @escaping @Sendable (PassFacts) -> PassFacts
    ) async throws {
        let kinds = PassFacts.Kind.health.map(\.rawValue)
        try await member.vault.write { records in
            let known = try records.facts(of: pass.id)
            let new = try change(PassFacts(known)).healthFacts(of: pass.id)
            for old in known where kinds.contains(old.kind) { _ = try records.deleteFact(old.id) }
            for fact in new { try records.insert(fact) }
        }
    }

    private static func journeysPage(_ member: SignedInRequest, _ form: FormView?, _ pass: PassRecord) async throws
        -> JourneysPage
    {
        let record = try await member.record(of: pass)
        let release = member.release
        return JourneysPage(
            form: form ?? FormView(), record: record, release: release,
            answer: try record.answer(release, on: member.today),
            today: member.today, asked: member.query("page"))
    }
}
