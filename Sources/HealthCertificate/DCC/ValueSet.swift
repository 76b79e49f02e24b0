/// A list of codes with their meanings.
public struct ValueSet: Sendable, Hashable {
    /// The value sets that EU certificates draw on (EU eHealth Network, Value Sets for Digital COVID Certificates).
    public enum Name: String, Sendable, Hashable, CaseIterable {
        case disease, vaccine, product, manufacturer, testType, testDevice, testResult, country
    }

    /// One code's meaning.
    public struct Value: Sendable, Hashable {
        /// The meaning in English.
        public let display: String
        /// Whether new certificates may use it.
        public let isActive: Bool

        /// Makes a value.
        public init(display: String, isActive: Bool = true) {
            self.display = display
            self.isActive = isActive
        }
    }

    /// The meanings by code.
    public let values: [String: Value]
    /// Whether the list is known to be whole, so that a code outside it is worth a warning.
    public let isComplete: Bool

    /// Makes a value set.
    public init(values: [String: Value], isComplete: Bool = true) {
        self.values = values
        self.isComplete = isComplete
    }

    /// Reads lines of `code|display` or `code|display|withdrawn`.
    init(lines: String, isComplete: Bool = true) {
        var values: [String: Value] = [:]
        for line in lines.split(separator: "\n") {
            let fields = line.split(separator: "|").map(String.init)
            guard fields.count >= 2 else { continue }
            values[fields[0]] = Value(display: fields[1], isActive: fields.count == 2)
        }
        self.init(values: values, isComplete: isComplete)
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
