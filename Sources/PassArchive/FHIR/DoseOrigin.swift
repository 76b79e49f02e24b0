import BoundedJSON
import Model

/// Where a record of a dose comes from, as `primarySource`, `reportOrigin` and `recorded` say it.
///
/// <https://hl7.org/fhir/R4/valueset-immunization-origin.html>
enum DoseOrigin {
    private static let system = "http://terminology.hl7.org/CodeSystem/immunization-origin"

    /// Nil for what comes from whoever gave the dose, of which FHIR has no report.
    static func json(_ source: DoseSource) -> JSONValue? {
        let origin: (code: String, display: String)
        switch source {
        case .certified: return nil
        case .unknownIssuer, .scan: origin = ("record", "Written Record")
        case .record: origin = ("provider", "Other Provider")
        case .hand: origin = ("recall", "Parent/Guardian/Patient Recall")
        }
        let codings = [
            FHIRCoding(system: CodeSystemURI.source, code: source.rawValue),
            FHIRCoding(system: system, code: origin.code, display: origin.display),
        ]
        return ["coding": .array(codings.map(\.json))]
    }

    /// Whether it is we who said so, and when.
    static func isOurs(_ codings: [FHIRCoding], _ source: DoseSource) -> Bool {
        codings.contains { $0.system == CodeSystemURI.source && $0.code == source.rawValue }
    }

    /// What an import takes a dose for: no more than a record, whatever a file says without proof.
    static func source(_ codings: [FHIRCoding]) -> DoseSource {
        let own = codings.first { $0.system == CodeSystemURI.source }.flatMap { DoseSource(rawValue: $0.code) }
        return min(own ?? .record, .record)
    }
}
