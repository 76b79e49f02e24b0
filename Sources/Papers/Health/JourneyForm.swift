import CivilDates
import Immunization
import Model
import Web

/// A journey: where to, from when, until when if that is known.
struct JourneyForm: Sendable {
    /// How far back and ahead a journey may be.
    private static let range = (past: CalendarPeriod(years: -2), ahead: CalendarPeriod(years: 5))

    let country: String?
    /// A region of the country, or nil for all of it.
    let region: String?
    let from: CalendarDate?
    let to: CalendarDate?
    let style: Trip.Style?
    let isWithAnimals: Bool
    let errors: FormErrors

    /// - Parameter known: How many other journeys there are already.
    init(_ fields: FormFields, known: Int, catalogue: Catalogue, today: CalendarDate, words: Localizer) {
        var reader = FormReader(fields, words)
        func day(_ name: String) -> CalendarDate? {
            reader.day(
                name, from: Self.range.past, to: Self.range.ahead, of: today, outside: .`error.journey.range`)
        }
        let country = reader.text("country")
        if let country, words.isCountry(country) {
            self.country = country
        } else {
            self.country = nil
            reader.fail("country", country == nil ? .`error.journey.country` : .`error.country.unknown`)
        }
        region = reader.text("region")
        if let region, catalogue.codes(ofRegion: region).first != self.country || region == self.country {
            reader.fail("region", .`error.region`)
        }
        from = day("from")
        to = reader.hasDate("to") ? day("to") : nil
        let style = reader.text("style")
        self.style = style.flatMap(Trip.Style.init(rawValue:))
        if style != nil, self.style == nil { reader.fail("style", .`error.choice`) }
        isWithAnimals = fields["animals"] == "yes"
        if let from, let to, to < from { reader.fail("to", .`error.journey.order`, anchor: "to-day") }
        if known >= PassFacts.mostJourneys {
            reader.fail("country", words(.`error.journeys.many`, ["maximum": String(PassFacts.mostJourneys)]))
        }
        errors = reader.errors
    }

    /// The journey as it is kept; nil where something is wrong with it.
    var fact: Fact? {
        guard errors.isEmpty, let country, let from else { return nil }
        let value = JourneyValue(country: country, region: region, style: style, isWithAnimals: isWithAnimals)
        return PassFacts.Kind.journey.fact(value.text, from: from, to: to)
    }

    /// What the form shows of a journey that is kept.
    static func values(_ journey: PassFacts.Journey) -> [String: String] {
        var values = [
            "country": journey.country, "region": journey.region ?? "", "style": journey.style?.rawValue ?? "",
        ]
        if journey.isWithAnimals { values["animals"] = "yes" }
        for (name, day) in [("from", journey.from as CalendarDate?), ("to", journey.to)] {
            guard let day else { continue }
            (values["\(name)-day"], values["\(name)-month"]) = (String(day.day), String(day.month))
            values["\(name)-year"] = String(day.year)
        }
        return values
    }
}
