import CivilDates
import Immunization

/// Reads the texts of CDSi's supporting data; what isn't one of its forms is an error.
struct CDSiText {
    let place: String

    /// A period, or nil if the element is missing or empty.
    func period(_ element: XMLElement, _ name: String) throws -> CalendarPeriod? {
        guard let text = element.value(name), text != "n/a" else { return nil }
        guard let period = CalendarPeriod(text) else { throw CDSiError(place, "'\(text)' is no period") }
        return period
    }

    /// A day, `YYYYMMDD` or `MM/DD/YYYY`, or nil if the element is missing or empty.
    func date(_ element: XMLElement, _ name: String) throws -> CalendarDate? {
        guard let text = element.value(name) else { return nil }
        let parts = text.split(separator: "/").map(String.init)
        let iso = parts.count == 3 ? "\(parts[2])-\(parts[0])-\(parts[1])" : dashed(text)
        guard let date = CalendarDate(iso) else { throw CDSiError(place, "'\(text)' is no date") }
        return date
    }

    private func dashed(_ text: String) -> String {
        "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.dropFirst(6))"
    }

    func window(_ element: XMLElement) throws -> DateWindow {
        DateWindow(first: try date(element, "effectiveDate"), last: try date(element, "cessationDate"))
    }

    /// CVX codes, separated by semicolons.
    func vaccines(_ text: String?) -> [VaccineSelector] {
        (text ?? "").split(separator: ";").map { .named(code(String($0))) }
    }

    /// A CVX code has at least two digits.
    func code(_ text: String) -> String {
        let digits = text.filter { !$0.isWhitespace }
        return digits.count == 1 ? "0" + digits : digits
    }

    func flag(_ element: XMLElement, _ name: String) -> Bool {
        ["yes", "y"].contains(element.value(name)?.lowercased())
    }
}
