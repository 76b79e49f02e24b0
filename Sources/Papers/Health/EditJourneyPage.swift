import CivilDates
import HTTPTypes
import Hummingbird
import Immunization
import Model
import Vault
import Web

extension HealthFeature {
    static func editPage(
        _ member: SignedInRequest, _ form: FormView?, _ pass: PassRecord, _ journey: PassFacts.Journey
    ) -> EditJourneyPage {
        EditJourneyPage(
            form: form ?? FormView(values: JourneyForm.values(journey)), pass: pass, journey: journey,
            catalogue: member.catalogue)
    }

    /// Changes a journey; it stays the same one.
    static func changeTrip(
        _ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord, _ journey: PassFacts.Journey
    ) async throws -> Response {
        let others = try await facts(of: pass, member).journeys.filter { $0.id != journey.id }
        let form = JourneyForm(
            fields, known: others.count, catalogue: member.catalogue, today: member.today, words: member.words
        )
        guard let content = form.fact else { throw form.errors }
        let fact = try FactRecord(id: journey.id, passID: pass.id, content)
        try await member.vault.write { records in
            guard try records.deleteFact(journey.id) else { throw HTTPProblem.notFound }
            try records.insert(fact)
        }
        return member.done(.`done.journey-saved`, at: Links.journeys(pass.id))
    }
}

/// The form of a trip that is there already.
struct EditJourneyPage: FormPage {
    let form: FormView
    let pass: PassRecord
    let journey: PassFacts.Journey
    let catalogue: Catalogue
    static let template = "Health/edit-journey"
    let section = Section.recommendations

    func title(_ words: Localizer) -> String {
        words(.`journeys.edit.title`, ["country": words.country(journey.country)])
    }

    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.journeys($0.pass.id) },
        .text("action") { Links.editJourney($0.pass.id, $0.journey.id) },
        .one("controls") { JourneyControls(form: $0.form, pass: $0.pass, catalogue: $0.catalogue) },
    ]
}
