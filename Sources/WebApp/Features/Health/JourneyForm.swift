import CivilDates
import Immunization

/// A journey: where to, from when, until when if that is known.
struct JourneyForm: Sendable {
    /// The names of the form's fields.
    static let names = [
        "country", "region", "from-day", "from-month", "from-year", "to-day", "to-month", "to-year",
    ]
    /// More journeys than anybody plans.
    static let maximum = 50
    /// How far back and ahead a journey may lie.
    private static let range = (past: CalendarPeriod(years: -2), ahead: CalendarPeriod(years: 5))

    let country: String?
    /// A region of the country, or nil for all of it.
    let region: String?
    let from: CalendarDate?
    let to: CalendarDate?
    let errors: FormErrors

    /// - Parameter known: How many journeys there are already.
    init(_ fields: FormFields, known: Int, catalogue: Catalogue, today: CalendarDate, words: Words) {
        var errors = FormErrors()
        let country = TextInput.clean(fields["country"])
        if let country, words.isCountry(country) {
            self.country = country
        } else {
            self.country = nil
            errors.add("country", words[country == nil ? .errorJourneyCountry : .errorCountryUnknown])
        }
        region = TextInput.clean(fields["region"])
        if let region, catalogue.codes(ofRegion: region).first != self.country || region == self.country {
            errors.add("region", words[.errorRegion])
        }
        from = Self.date(fields, "from", today, &errors, words)
        to = DateInput(fields, "to").isEmpty ? nil : Self.date(fields, "to", today, &errors, words)
        if let from, let to, to < from { errors.add("to", words[.errorJourneyOrder], anchor: "to-day") }
        if known >= Self.maximum {
            errors.add("country", words(.errorJourneysMany, ["maximum": String(Self.maximum)]))
        }
        self.errors = errors
    }

    private static func date(
        _ fields: FormFields, _ name: String, _ today: CalendarDate, _ errors: inout FormErrors, _ words: Words
    ) -> CalendarDate? {
        do {
            let date = try DateInput(fields, name).date(partial: false, today: .last).latest
            if date < today.adding(range.past) || date > today.adding(range.ahead) {
                errors.add(name, words[.errorJourneyRange], anchor: "\(name)-day")
            }
            return date
        } catch {
            errors.add(name, words[error.message], anchor: "\(name)-\(error.part)")
            return nil
        }
    }
}
