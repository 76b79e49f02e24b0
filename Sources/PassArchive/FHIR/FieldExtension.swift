import BoundedJSON
import CivilDates
import Model

/// What FHIR has no member for is an extension of ours, such as `urn:vaccinapp:valid-until`.
///
/// <https://hl7.org/fhir/R4/extensibility.html>
extension Field {
    private var extensionURL: String { "urn:vaccinapp:\(name.hyphenated)" }

    /// The extension that says a record's value; nil where there is none.
    func fhirExtension(of record: Record) -> JSONValue? {
        let url = JSONValue.string(extensionURL)
        return switch self[record] {
        case .date(let date): ["url": url, "valueDateTime": .string(date.description)]
        case .number(let number): ["url": url, "valueInteger": JSONValue(number)]
        case .text(let text): ["url": url, "valueString": .string(text)]
        case nil: nil
        }
    }

    /// Sets what a resource's extension says; a text that is too long is reported later.
    func readExtension(of resource: JSONValue, into record: inout Record) {
        guard let found = resource["extension"]?.elements?.first(where: { $0["url"]?.text == extensionURL }) else {
            return
        }
        let value: FieldValue? =
            switch kind {
            case .text, .country: found["valueString"]?.text.flatMap { $0.isEmpty ? nil : .text($0) }
            case .choice(let words): found["valueString"]?.text.flatMap { words.contains($0) ? .text($0) : nil }
            case .number(let range): found["valueInteger"]?.wholeNumber(in: range).map(FieldValue.number)
            case .date: found["valueDateTime"]?.text.flatMap(ImmunizationReader.date).map(FieldValue.date)
            }
        set(value, in: &record)
    }
}

extension Pass {
    /// What a Patient has no member for.
    static let extended = known.filter { !["birthDate", "sex"].contains($0.name) }
}
