package import CivilDates
package import Model

/// Reads a form field by field, and collects what is wrong with it in the reader's language.
package struct FormReader: Sendable {
    package let fields: FormFields
    package let words: Localizer
    package private(set) var errors = FormErrors()

    package init(_ fields: FormFields, _ words: Localizer) {
        (self.fields, self.words) = (fields, words)
        errors.isShownAgain = fields.isShownAgain(in: words)
    }

    /// A text as it is kept: trimmed and composed; nil where the field is empty.
    package func text(_ name: String) -> String? { TextInput.clean(fields[name]) }

    /// Notes what is wrong with a field.
    package mutating func fail(_ name: String, _ message: Message, anchor: String? = nil) {
        fail(name, words[message], anchor: anchor)
    }

    /// Notes what is wrong with a field, in words.
    package mutating func fail(_ name: String, _ text: String, anchor: String? = nil) {
        errors.add(name, text, anchor: anchor)
    }

    /// Notes what is wrong with parts of a date.
    package mutating func fail(_ name: String, _ text: String, parts: [DateInput.Part]) {
        errors.add(name, text, anchor: "\(name)-\(parts.first?.rawValue ?? "day")", parts: parts)
    }

    /// Reads a field of a record into it.
    ///
    /// - Parameter isOptional: Whether a date or a choice may be missing.
    package mutating func read<Record: LabelledRecord>(
        _ field: Field<Record>, into record: inout Record, today: CalendarDate, isOptional: Bool = false
    ) {
        let name = field.formName
        switch field.kind {
        case .date where isOptional && !hasDate(name): field.set(nil, in: &record)
        case .date:
            if let date = date(name, partial: true, today: today, isAhead: field.isAhead) {
                field.set(.date(date), in: &record)
            }
        case .choice where isOptional && text(name) == nil: field.set(nil, in: &record)
        case .choice(let values) where !values.contains(fields[name] ?? ""):
            fail(name, .`error.choice`)
        case .country where text(name).map(words.isCountry) == false:
            fail(name, .`error.country.unknown`)
        case .text, .choice, .country, .number:
            field.set(text(name).map(FieldValue.text), in: &record)
            if let issue = field.issue(in: record) { fail(name, words.issue(issue)) }
        }
    }

    /// A text that has to be there, of at most so many characters; empty where something is wrong with it.
    package mutating func requiredText(_ name: String, limit: Int, missing: Message) -> String {
        guard let text = text(name) else {
            fail(name, missing)
            return ""
        }
        if let code = RecordText.fault(in: text, limit: limit) {
            fail(name, words.issue(Issue(name, code, limit: limit)))
        }
        return text
    }

    /// Whether something was typed into a date's three fields.
    package func hasDate(_ name: String) -> Bool { !DateInput(fields, name).isEmpty }

    /// A date in three fields; nil where something is wrong with it.
    package mutating func date(_ name: String, partial: Bool, today: CalendarDate, isAhead: Bool = false)
        -> PartialDate?
    {
        do {
            return try DateInput(fields, name).date(
                partial: partial, WrittenDates(today: today, words: words, isAhead: isAhead))
        } catch {
            fail(name, error.text, parts: error.parts)
            return nil
        }
    }

    /// A whole day in three fields, within so much before and after today; nil where it is no day at all.
    package mutating func day(
        _ name: String, from past: CalendarPeriod, to ahead: CalendarPeriod, of today: CalendarDate, outside: Message
    ) -> CalendarDate? {
        // A year of two digits is the last one that ends so, of those that are meant.
        let isShort = TextInput.clean(fields["\(name)-year"])?.count == 2
        let last = isShort ? CalendarDate(year: today.adding(ahead).year, month: 12, day: 31) : nil
        guard let day = date(name, partial: false, today: last ?? .last)?.latest else { return nil }
        if day < today.adding(past) || day > today.adding(ahead) { fail(name, words[outside], parts: [.year]) }
        return day
    }
}
