/// What we say of a case, in the words of CDSi's sheets.
package struct CDSiAnswer: Encodable, Sendable {
    /// A vaccination's status.
    package struct Dose: Encodable, Sendable {
        /// `Valid`, `Not Valid`, `Extraneous`, `Substandard`; nil if it wasn't judged.
        package let status: String?

        private enum CodingKeys: CodingKey {
            case status
        }

        /// Writes the key in any case.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(status, forKey: .status)
        }
    }

    /// The case's id.
    package let id: String
    /// `Not Complete`, `Complete`, `Immune`, `Contraindicated`, `Aged Out`, `Not Recommended`.
    package let seriesStatus: String?
    /// The number of the next dose.
    package let forecastDose: String?
    /// ISO 8601.
    package let earliest: String?
    /// ISO 8601.
    package let recommended: String?
    /// ISO 8601.
    package let pastDue: String?
    /// In the order of the case.
    package let doses: [Dose]

    private enum CodingKeys: CodingKey {
        case id, seriesStatus, forecastDose, earliest, recommended, pastDue, doses
    }

    /// Writes each key, with null where there is nothing to say.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(seriesStatus, forKey: .seriesStatus)
        try container.encode(forecastDose, forKey: .forecastDose)
        try container.encode(earliest, forKey: .earliest)
        try container.encode(recommended, forKey: .recommended)
        try container.encode(pastDue, forKey: .pastDue)
        try container.encode(doses, forKey: .doses)
    }

    /// What differs from what a case expects: one text for each difference, none if they agree.
    package func differences(from expected: CDSiCase) -> [String] {
        let wanted = expected.expected
        let pairs = [
            ("status", seriesStatus, wanted.seriesStatus), ("earliest", earliest, wanted.earliest),
            ("dose", forecastDose, wanted.forecastDose == "-" ? nil : wanted.forecastDose),
            ("recommended", recommended, wanted.recommended), ("past due", pastDue, wanted.pastDue),
        ]
        var texts = pairs.compactMap { name, ours, theirs in differ(name, ours, theirs) }
        for (number, pair) in zip(doses, expected.doses).enumerated() {
            if let text = differ("dose \(number + 1)", pair.0.status, pair.1.expectedStatus) { texts.append(text) }
        }
        return texts
    }

    private func differ(_ name: String, _ ours: String?, _ theirs: String?) -> String? {
        guard let theirs, ours?.lowercased() != theirs.lowercased() else { return nil }
        return "\(name) is \(ours ?? "none"), expected \(theirs)"
    }
}
