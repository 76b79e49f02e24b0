import Model
import CivilDates
import Immunization
import Vault

/// What somebody tells of the holder of a pass, as far as they like: conditions, a pregnancy, an early birth.
struct HealthForm: Sendable {
    /// The weeks of pregnancy that a child may be born after.
    static let gestationWeeks = 20...44
    /// How far ahead a child can be expected, and how long past its day.
    private static let ahead = CalendarPeriod(weeks: 40)
    private static let past = CalendarPeriod(weeks: -3)

    let facts: PassFacts
    let errors: FormErrors

    init(_ fields: FormFields, pass: PassRecord, catalogue: Catalogue, today: CalendarDate, words: Words) {
        var (facts, errors) = (PassFacts(), FormErrors())
        for observation in catalogue.observations(for: pass.kind) where fields[Self.box(observation.id)] != nil {
            let degree = TextInput.clean(fields[Self.degree(observation.id)]) ?? ""
            let isKnown = observation.degrees.contains { $0.id == degree }
            facts.observations[observation.id] = isKnown ? degree : ""
        }
        if Self.asksForPregnancy(pass) { facts.dueDate = Self.dueDate(fields, today, &errors, words) }
        if Self.asksForBirth(pass) { facts.gestationWeeks = Self.weeks(fields, &errors, words) }
        (self.facts, self.errors) = (facts, errors)
    }

    /// The name of an observation's tick box.
    static func box(_ observation: String) -> String { "observation-\(observation)" }

    /// The name of the choice of an observation's degree.
    static func degree(_ observation: String) -> String { "degree-\(observation)" }

    /// Pregnancies of people are what schedules ask for.
    static func asksForPregnancy(_ pass: PassRecord) -> Bool { pass.kind == "person" && pass.sex != .male }

    static func asksForBirth(_ pass: PassRecord) -> Bool { pass.kind == "person" }

    /// The names of the form's fields.
    static func names(for pass: PassRecord, catalogue: Catalogue) -> [String] {
        catalogue.observations(for: pass.kind).flatMap { [box($0.id), degree($0.id)] }
            + ["due-day", "due-month", "due-year", "gestation-weeks"]
    }

    /// What the form shows of what was told.
    static func values(_ facts: PassFacts) -> [String: String] {
        var values = DateInput.values("due", facts.dueDate.map { PartialDate($0) })
        for (observation, degree) in facts.observations {
            values[box(observation)] = "yes"
            values[self.degree(observation)] = degree
        }
        values["gestation-weeks"] = facts.gestationWeeks.map(String.init) ?? ""
        return values
    }

    private static func dueDate(
        _ fields: FormFields, _ today: CalendarDate, _ errors: inout FormErrors, _ words: Words
    ) -> CalendarDate? {
        let input = DateInput(fields, "due")
        if input.isEmpty { return nil }
        do {
            let date = try input.date(partial: false, today: .last).latest
            if date < today.adding(past) || date > today.adding(ahead) {
                errors.add("due", words[.errorDueRange], anchor: "due-day")
            }
            return date
        } catch {
            errors.add("due", words[error.message], anchor: "due-\(error.part)")
            return nil
        }
    }

    private static func weeks(_ fields: FormFields, _ errors: inout FormErrors, _ words: Words) -> Int? {
        guard let text = TextInput.clean(fields["gestation-weeks"]) else { return nil }
        guard text.utf8.count <= 2, let weeks = Int(text), gestationWeeks.contains(weeks) else {
            errors.add("gestation-weeks", words[.errorGestation])
            return nil
        }
        return weeks
    }
}
