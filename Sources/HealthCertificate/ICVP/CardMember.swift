internal import CBORCoding
import CivilDates

/// Reads members of a card's map strictly: what is there has to be of the right type.
struct CardMember {
    private let map: CBORMap
    /// Where the map is, with a full stop at its end; empty for the payload itself.
    let path: String
    /// The longest text that is read, in UTF-8 bytes.
    static let longestText = 1000

    init(_ map: CBORMap, _ path: String = "") { (self.map, self.path) = (map, path) }

    /// A text; nil where the member is missing, null or empty.
    func text(_ key: String) throws(HealthCertificateError) -> String? {
        guard let item = map[key], item.untagged != .null else { return nil }
        guard let text = item.textValue else { throw Self.fault(.wrongType, "\(path)\(key) is no text") }
        guard text.utf8.count <= Self.longestText else { throw Self.fault(.tooLong, "\(path)\(key) is too long") }
        return text.isEmpty ? nil : text
    }

    /// A date that the calendar has; nil where the member is missing, null or empty.
    ///
    /// - Parameter isExact: Whether it has to tell the day.
    func date(_ key: String, isExact: Bool) throws(HealthCertificateError) -> CertificateDate? {
        guard let text = try text(key) else { return nil }
        let date = CertificateDate(text)
        guard let known = date.date, known.isExact || !isExact else {
            throw Self.fault(.invalidValue, "\(path)\(key) is no date that the calendar has")
        }
        return date
    }

    /// A text, or a whole number as text.
    func code(_ key: String) throws(HealthCertificateError) -> String? {
        if case .integer(let number)? = map[key]?.untagged { return String(number) }
        return try text(key)
    }

    /// A whole number; nil where the member is missing or null.
    func number(_ key: String) throws(HealthCertificateError) -> Int? {
        guard let item = map[key], item.untagged != .null else { return nil }
        guard let number = item.wholeNumber(in: CBOR.doses) else {
            throw Self.fault(.wrongType, "\(path)\(key) is no whole number")
        }
        return number
    }

    static func fault(_ code: HealthCertificateError.Code, _ reason: String) -> HealthCertificateError {
        HealthCertificateError(.payload, code, reason)
    }
}
