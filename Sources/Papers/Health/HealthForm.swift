import Answers
import CivilDates
import Immunization
import Model
import Vault
import Web

/// What somebody tells of the holder of a pass, as far as they like: conditions, a pregnancy, an early birth.
struct HealthForm: Sendable {
    /// The weeks of pregnancy that a child may be born after.
    static let gestationWeeks = 20...44
    /// How far ahead a child can be expected, and how long past its day.
    private static let ahead = CalendarPeriod(weeks: 40)
    private static let past = CalendarPeriod(weeks: -3)

    let facts: PassFacts
    let errors: FormErrors

    init(_ fields: FormFields, pass: PassRecord, catalogue: Catalogue, today: CalendarDate, words: Localizer) {
        var (facts, reader) = (PassFacts(), FormReader(fields, words))
        for observation in catalogue.observations(for: pass.kind) {
            let (box, name) = (Self.box(observation.id), Self.degree(observation.id))
            let degree = reader.text(name) ?? ""
            if !degree.isEmpty, !observation.degrees.contains(where: { $0.id == degree }) {
                reader.fail(name, .`error.degree`, anchor: observation.degrees.isEmpty ? box : name)
            }
            guard fields[box] != nil, fields[box] != Self.no else { continue }
            facts.observations[observation.id] = degree
            if observation.isDated { facts.spans[observation.id] = Self.span(observation.id, &reader, today) }
        }
        if Self.asksForPregnancy(pass), reader.hasDate("due") {
            facts.dueDate = reader.day("due", from: Self.past, to: Self.ahead, of: today, outside: .`error.due.range`)
        }
        if Self.asksForBirth(pass) { facts.gestationWeeks = Self.weeks(&reader) }
        (self.facts, errors) = (facts, reader.errors)
    }

    /// A field's value for what doesn't apply, where it is asked by yes and no.
    static let no = "no"

    /// The facts with the answers to questions by yes and no: what isn't asked, or isn't answered, stays.
    static func answered(
        _ fields: FormFields, of facts: PassFacts, pass: PassRecord, catalogue: Catalogue
    ) -> PassFacts {
        var facts = facts
        for id in catalogue.observations(for: pass.kind).map(\.id) {
            switch fields[box(id)] {
            case nil: continue
            case no:
                (facts.observations[id], facts.spans[id]) = (nil, nil)
                facts.denied.insert(id)
            default:
                facts.observations[id] = facts.observations[id] ?? ""
                facts.denied.remove(id)
            }
        }
        return facts
    }

    /// The name of an observation's tick box.
    static func box(_ observation: String) -> String { "observation-\(observation)" }

    /// The name of the choice of an observation's degree.
    static func degree(_ observation: String) -> String { "degree-\(observation)" }

    /// The name of the date since which an observation holds.
    static func since(_ observation: String) -> String { "since-\(observation)" }

    /// The name of the date until which an observation holds.
    static func until(_ observation: String) -> String { "until-\(observation)" }

    /// How far back and ahead something may begin and end.
    private static let spanned = (past: CalendarPeriod(years: -100), ahead: CalendarPeriod(years: 5))

    /// Since when and until when an observation holds; nil where neither is known.
    private static func span(
        _ observation: String, _ reader: inout FormReader, _ today: CalendarDate
    ) -> PassFacts.Span? {
        func day(_ name: String) -> CalendarDate? {
            guard reader.hasDate(name) else { return nil }
            return reader.day(name, from: spanned.past, to: spanned.ahead, of: today, outside: .`error.span.range`)
        }
        let end = until(observation)
        let span = PassFacts.Span(from: day(since(observation)), to: day(end))
        if let from = span.from, let to = span.to, to < from {
            reader.fail(end, .`error.span.order`, anchor: "\(end)-day")
        }
        return span == PassFacts.Span() ? nil : span
    }

    /// Pregnancies of people are what schedules ask for.
    static func asksForPregnancy(_ pass: PassRecord) -> Bool { pass.isForPerson && pass.sex != .male }

    /// Whether one is asked for on a day: of nobody whose age says that there is none.
    static func asksForPregnancy(_ pass: PassRecord, on day: CalendarDate) -> Bool {
        guard asksForPregnancy(pass), let birth = pass.birthDate else { return asksForPregnancy(pass) }
        let ages = Pregnancies.ages
        return birth.earliest.adding(ages.begin) <= day && day < birth.latest.adding(ages.end)
    }

    static func asksForBirth(_ pass: PassRecord) -> Bool { pass.isForPerson }

    /// What the form shows of what was entered.
    static func values(_ facts: PassFacts) -> [String: String] {
        var values = DateInput.values("due", facts.dueDate.map { PartialDate($0) })
        for (observation, degree) in facts.observations {
            values[box(observation)] = "yes"
            values[self.degree(observation)] = degree
        }
        for (observation, span) in facts.spans {
            for (name, day) in [(since(observation), span.from), (until(observation), span.to)] {
                values.merge(DateInput.values(name, day.map { PartialDate($0) })) { $1 }
            }
        }
        values["gestation-weeks"] = facts.gestationWeeks.map(String.init) ?? ""
        return values
    }

    private static func weeks(_ reader: inout FormReader) -> Int? {
        guard let text = reader.text("gestation-weeks") else { return nil }
        guard text.utf8.count <= 2, let weeks = Int(typed: text, in: gestationWeeks) else {
            reader.fail("gestation-weeks", .`error.gestation`)
            return nil
        }
        return weeks
    }
}
