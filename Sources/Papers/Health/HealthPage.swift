import CivilDates
import Immunization
import Model
import Vault
import Web

/// The form of what recommendations may depend on; every field is optional.
struct HealthPage: FormPage {
    let form: FormView
    let pass: PassRecord
    let catalogue: Catalogue
    let today: CalendarDate
    /// Whether something is kept that can be forgotten.
    let isTold: Bool
    static let template = "Health/health"
    let section = Section.recommendations

    func title(_ words: Localizer) -> String { words[.`health.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("passName") { $0.pass.name }, .text("action") { Links.health($0.pass.id) },
        .rows("topics") { $0.topics },
        .one("due") { $0.isPregnancyAsked ? $0.form.dateControl("due") : nil },
        .one("gestation") { page in
            HealthForm.asksForBirth(page.pass) ? page.form.textControl("gestation-weeks", hint: true) : nil
        },
        .flag("isTold") { $0.isTold }, .text("cancel") { Links.recommendations($0.pass.id) },
    ]

    /// What was entered stays, so that it can be taken back.
    private var isPregnancyAsked: Bool {
        HealthForm.asksForPregnancy(pass, on: today)
            || HealthForm.asksForPregnancy(pass)
                && ["due-day", "due-month", "due-year"].contains { !(form.values[$0] ?? "").isEmpty }
    }

    /// What fits the age, and what was entered at another one.
    private var topics: [TopicGroup] {
        let observations = catalogue.observations(for: pass.kind).filter { observation in
            guard let birth = pass.birthDate, form.values[HealthForm.box(observation.id)] == nil else { return true }
            return observation.isAsked(bornOn: birth.earliest, on: today)
                || observation.isAsked(bornOn: birth.latest, on: today)
        }
        return Observation.Topic.allCases.compactMap { topic in
            let boxes = observations.filter { $0.topic == topic }.map { ObservationBox(observation: $0, form: form) }
            return boxes.isEmpty ? nil : TopicGroup(topic: topic, boxes: boxes)
        }
    }
}

/// What can be entered about one topic.
struct TopicGroup: TemplateModel {
    let topic: Observation.Topic
    let boxes: [ObservationBox]

    static let fields: [TemplateField<Self>] = [
        .text("legend") { group, words in words(group.topic) }, .rows("boxes") { $0.boxes },
    ]
}

/// A tick box for an observation, the choice of how severe or how high it is, for what has degrees, and the days between
/// which it holds, for what has them.
struct ObservationBox: TemplateModel {
    let observation: Observation
    let form: FormView

    private var name: String { HealthForm.box(observation.id) }

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.name }, .text("text") { box, words in box.observation.names[words.code] },
        .flag("checked") { $0.form.values[$0.name] != nil }, .one("degree") { box, words in box.degrees(words) },
        .one("since") { $0.date(HealthForm.since) }, .one("until") { $0.date(HealthForm.until) },
    ]

    /// The date since or until which it holds, where people are asked for it.
    private func date(_ name: (String) -> String) -> FormControl? {
        observation.isDated ? form.dateControl(name(observation.id)) : nil
    }

    private func degrees(_ words: Localizer) -> FormControl? {
        guard !observation.degrees.isEmpty else { return nil }
        let options = observation.degrees.map { FormControl.Option(value: $0.id, text: $0.names[words.code]) }
        return form.choiceControl(HealthForm.degree(observation.id), options)
    }
}

extension Observation.Topic: MessageCode { static let family = "health.topic" }
