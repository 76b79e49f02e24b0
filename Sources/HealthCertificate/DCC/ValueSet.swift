/// A list of codes with their meanings.
public struct ValueSet: Sendable, Hashable {
    /// The value sets that EU certificates draw on (EU eHealth Network, Value Sets for Digital COVID Certificates).
    public enum Name: String, Sendable, Hashable, CaseIterable {
        case disease, vaccine, product, manufacturer, testType, testDevice, testResult, country
    }

    /// The meanings in English by code.
    public let meanings: [String: String]
    /// Whether the list is known to be whole, so that a code outside it is worth a warning.
    public let isComplete: Bool

    /// Reads lines of `code|meaning`, with `|withdrawn` where new certificates don't use it any more.
    init(lines: String, isComplete: Bool = true) {
        let fields = lines.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
        meanings = Dictionary(fields.map { ($0[0], $0[1]) }) { first, _ in first }
        self.isComplete = isComplete
    }

    /// Reads codes that are said as they are, with blanks between them.
    init(codes: String) {
        meanings = Dictionary(
            uniqueKeysWithValues: codes.split(whereSeparator: \.isWhitespace).map { (String($0), String($0)) })
        isComplete = true
    }
}

extension ValueSet.Name {
    /// The address of the system that a code of this set belongs to, told by its form.
    func system(of code: String) -> String {
        switch self {
        case .disease, .testResult: "http://snomed.info/sct"
        case .vaccine: code.hasPrefix("J07") ? "http://www.whocc.no/atc" : "http://snomed.info/sct"
        case .product:
            code.hasPrefix("EU/")
                ? "https://ec.europa.eu/health/documents/community-register/html/"
                : "http://ec.europa.eu/temp/vaccineproductname"
        case .manufacturer:
            code.hasPrefix("ORG-")
                ? "https://spor.ema.europa.eu/v1/organisations" : "http://ec.europa.eu/temp/vaccinemanufacturer"
        case .testType: "http://loinc.org"
        case .testDevice: "https://covid-19-diagnostics.jrc.ec.europa.eu/devices"
        case .country: "urn:iso:std:iso:3166"
        }
    }
}
