import BoundedJSON
import CivilDates
import HealthCertificate

/// One statement of a certificate as JSON, its codes with their meanings.
enum EntryReport {
    static func json(_ entry: HealthClaims.Entry) -> JSONValue {
        var members: JSONObject
        switch entry {
        case .vaccination(let entry): members = vaccination(entry)
        case .test(let entry): members = test(entry)
        case .recovery(let entry): members = recovery(entry)
        }
        members["kind"] = .string(entry.kind.rawValue)
        members["target"] = code(entry.target, .disease)
        members["country"] = DecodeReport.text(entry.country)
        members["issuer"] = DecodeReport.text(entry.issuer)
        members["identifier"] = DecodeReport.text(entry.identifier)
        return .object(members)
    }

    private static func vaccination(_ entry: VaccinationEntry) -> JSONObject {
        [
            "vaccine": code(entry.vaccine, .vaccine), "product": code(entry.product, .product),
            "manufacturer": code(entry.manufacturer, .manufacturer), "dose": number(entry.dose),
            "total": number(entry.total), "date": DecodeReport.text(entry.date?.text),
            "series": DecodeReport.text(series(entry.seriesState)), "lotNumber": DecodeReport.text(entry.lotNumber),
            "performer": DecodeReport.text(entry.performer),
        ]
    }

    private static func test(_ entry: TestResult) -> JSONObject {
        [
            "type": code(entry.type, .testType), "name": DecodeReport.text(entry.name),
            "device": code(entry.device, .testDevice), "sampledAt": DecodeReport.text(entry.sampledAt?.text),
            "resultAt": DecodeReport.text(entry.resultAt?.text), "result": code(entry.result, .testResult),
            "centre": DecodeReport.text(entry.centre),
        ]
    }

    private static func recovery(_ entry: Recovery) -> JSONObject {
        [
            "firstPositive": DecodeReport.text(entry.firstPositive?.text),
            "validFrom": DecodeReport.text(entry.validFrom?.text),
            "validUntil": DecodeReport.text(entry.validUntil?.text),
        ]
    }

    private static func code(_ coding: Coding?, _ set: ValueSet.Name) -> JSONValue {
        guard let coding else { return .null }
        return .object([
            "code": .string(coding.code), "system": DecodeReport.text(coding.system),
            "display": DecodeReport.text(ValueSets.standard.display(of: coding.code, in: set)),
        ])
    }

    private static func number(_ number: Int?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }

    private static func series(_ state: SeriesState) -> String? {
        switch state {
        case .unknown: nil
        case .incomplete: "incomplete"
        case .complete: "complete"
        case .booster: "booster"
        }
    }
}
