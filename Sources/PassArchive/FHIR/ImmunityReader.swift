import BoundedJSON
import Model

/// Reads what an Observation or a Condition says of immunity: a test for antibodies, a disease that somebody had.
///
/// Without a day: what recommendations ask for is whether it holds. <https://hl7.org/fhir/R4/observation.html>,
/// <https://hl7.org/fhir/R4/condition.html>
struct ImmunityReader {
    /// What such a fact is called.
    static let kind = "observation"

    private let resource: JSONValue
    private let concept: Concept
    private let codes: ClinicalCodes

    init(_ resource: JSONValue, _ concept: Concept, codes: ClinicalCodes) {
        (self.resource, self.concept, self.codes) = (resource, concept, codes)
    }

    /// The observation that holds, with its degree where it has one; else why there is none.
    func read() -> Result<String, FHIRImport.Remark.Kind> {
        resource["resourceType"] == "Condition" ? readCondition() : readTest()
    }

    private func readCondition() -> Result<String, FHIRImport.Remark.Kind> {
        switch code(of: "verificationStatus") {
        case "entered-in-error": return .failure(.enteredInError)
        case "refuted", "unconfirmed", "provisional", "differential": return .failure(.refuted)
        default: break
        }
        return observation.map { .success($0) } ?? .failure(.otherHealth)
    }

    private func readTest() -> Result<String, FHIRImport.Remark.Kind> {
        guard let observation else { return .failure(.otherHealth) }
        switch resource["status"]?.text {
        case "final", "amended", "corrected": break
        case "entered-in-error", "cancelled": return .failure(.enteredInError)
        default: return .failure(.resultMissing)
        }
        if codes.degree(observation, "0") != nil {
            guard let degree = resource["valueQuantity"].flatMap({ degree(of: observation, $0) }) else {
                return .failure(.resultMissing)
            }
            return .success("\(observation)/\(degree)")
        }
        let results =
            (resource["interpretation"]?.elements ?? []) + [resource["valueCodeableConcept"]].compactMap { $0 }
        let said = results.flatMap { Concept($0).codings }.compactMap(Self.isPositive)
        // Of contradicting results none is believed.
        switch (said.contains(true), said.contains(false)) {
        case (true, false): return .success(observation)
        case (false, true): return .failure(.noImmunity)
        default: return .failure(.resultMissing)
        }
    }

    /// What holds of whoever tested positive, or had the disease.
    private var observation: String? {
        concept.codings.lazy.compactMap { coding in
            let parts = coding.system == CodeSystemURI.snomed ? Self.component(of: coding.code) : coding.code
            return codes.observation(FHIRCoding(system: coding.system, code: parts))
        }.first
    }

    /// Of an expression what its attribute 'component' is; of a plain code itself.
    ///
    /// <https://confluence.ihtsdotools.org/display/DOCSCG>
    private static func component(of expression: String) -> String {
        guard let attribute = expression.firstRange(of: "246093002=") else { return expression }
        return String(expression[attribute.upperBound...].prefix { $0.isNumber })
    }

    /// Whether a result says that there are antibodies; nil where it says neither.
    private static func isPositive(_ coding: FHIRCoding) -> Bool? {
        // An expression says it by the attribute 'has interpretation'.
        let code = coding.code.split(separator: "=").last.map(String.init) ?? coding.code
        if ["10828004", "POS", "LA6576-8"].contains(code) { return true }
        return ["260385009", "NEG", "LA6577-6"].contains(code) ? false : nil
    }

    /// The degree that a concentration in international units for each litre has.
    private func degree(of observation: String, _ quantity: JSONValue) -> String? {
        guard let number = quantity["value"]?.floatingPoint, number >= 0, number < 1e9 else { return nil }
        switch (quantity["code"]?.text ?? quantity["unit"]?.text ?? "").lowercased() {
        case "[iu]/l", "iu/l", "ie/l", "u/l", "m[iu]/ml", "miu/ml", "mie/ml", "mu/ml": break
        default: return nil
        }
        func degree(_ number: Double) -> String? {
            codes.degree(observation, String(Int(number, clampedTo: 0...1_000_000_000)))
        }
        let (floor, below) = (degree(number.rounded(.down)), degree(max(0, number.rounded(.up) - 1)))
        // What is below or above the number has a degree only where that is the lowest or the highest.
        switch quantity["comparator"]?.text {
        case nil: return floor
        case "<", "<=": return below == degree(0) ? below : nil
        case ">", ">=": return floor == degree(1e9) ? floor : nil
        default: return nil
        }
    }

    private func code(of name: String) -> String? { Concept(resource[name]).codings.first?.code }
}

extension FHIRImport.Remark.Kind: Error {}
