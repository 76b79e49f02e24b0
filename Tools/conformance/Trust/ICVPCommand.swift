import ArgumentParser
import BoundedJSON
import ByteCoding
import CBORCoding
import Foundation
import HealthCertificate

/// `conformance icvp`: the WHO's published International Certificates, layer by layer.
struct ICVPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "icvp",
        abstract: "Read International Certificates of Vaccination, a line for each layer of each.",
        discussion: "A folder of codes' texts (NAME.txt), each with what is inside beside it (NAMEUnpacked.json)."
    )

    @OptionGroup var data: DataFolder
    @OptionGroup var report: ConformanceReport

    func run() throws { try report.print(Self.outcomes(data.contents)) }

    /// What comes of each layer of each text in a folder.
    static func outcomes(_ data: DataFiles) throws -> [CaseOutcome] {
        let contents = Set(try data.files(endingWith: "Unpacked.json"))
        return try data.files(endingWith: ".txt").flatMap { path in
            let unpacked = "\(path.dropLast(4))Unpacked.json"
            guard contents.contains(unpacked) else {
                return [CaseOutcome(name: path, state: .skipped, details: ["there is no \(unpacked)"])]
            }
            let text = String(decoding: try data.bytes(of: path), as: UTF8.self)
            return layers(of: text, named: path, inside: try JSONValue(parsing: data.bytes(of: unpacked)))
        }
    }

    private static func layers(of text: String, named name: String, inside: JSONValue) -> [CaseOutcome] {
        let message = Result { () throws in
            let characters = Array(text.trimmingCharacters(in: .newlines).utf8.dropFirst(4))
            return try COSESign1(decoding: Zlib.inflate(Base45.decode(characters)))
        }
        return [
            outcome(
                name, "protected header", { try json(.map(message.get().protected)) }, inside["protectedAttributes"]),
            outcome(
                name, "unprotected header", { try json(.map(message.get().unprotected)) },
                inside["unprotectedAttributes"]),
            outcome(name, "claims", { try json(CBOR(decoding: message.get().payload)) }, inside["contents"]),
            outcome(name, "certificate", { try told(SignedCertificate(text: text)) }, expected(inside["contents"])),
        ]
    }

    private static func outcome(
        _ name: String, _ layer: String, _ found: () throws -> JSONValue, _ wanted: JSONValue?
    ) -> CaseOutcome {
        let found = Result(catching: found)
        let agrees = (try? found.get()) == (wanted ?? .null)
        let differs =
            switch found {
            case .success(let value): ["read \(value.compactText)", "expected \((wanted ?? .null).compactText)"]
            case .failure(let error): ["\(error)"]
            }
        return CaseOutcome(
            name: "\(name) \(layer)", state: agrees ? .agrees : .disagrees, details: agrees ? [] : differs)
    }

    /// What a certificate says, in the words of the first generation's payload.
    private static func told(_ certificate: SignedCertificate) -> JSONValue {
        let dose = certificate.claims.vaccinations.first
        return [
            "1": JSONValue(certificate.issuer), "n": .string(certificate.holder.name.display),
            "dob": JSONValue(certificate.holder.dateOfBirth?.text), "dt": JSONValue(dose?.date?.text),
            "bo": JSONValue(dose?.lotNumber), "vp": JSONValue(dose?.vaccine?.code),
            "tg": JSONValue(dose?.otherCodes.first?.code), "vls": JSONValue(dose?.validFrom?.text),
            "vle": JSONValue(dose?.validUntil?.text),
        ]
    }

    private static func expected(_ contents: JSONValue?) -> JSONValue {
        let payload = contents?["-260"]?["-6"]
        let dose = payload?["v"]
        return [
            "1": contents?["1"], "n": payload?["n"], "dob": payload?["dob"], "dt": dose?["dt"], "bo": dose?["bo"],
            "vp": dose?["vp"], "tg": dose?["tg"], "vls": dose?["vls"], "vle": dose?["vle"],
        ]
    }

    /// An item as the published contents write it: keys as texts, bytes in Base64 without its end.
    private static func json(_ item: CBOR) throws -> JSONValue {
        switch item {
        case .integer(let number): return .integer(number)
        case .text(let text): return .string(text)
        case .bytes(let bytes): return .string(Base64.encode(bytes).replacing("=", with: ""))
        case .array(let items): return .array(try items.map(json))
        case .map(let map):
            let members = try map.pairs.map { pair in (try name(pair.key), try json(pair.value)) }
            return .object(JSONObject(present: members.map { ($0.0, $0.1) }))
        default: throw HealthCertificateError(.cbor, .unsupported, "the published contents have no such item")
        }
    }

    private static func name(_ key: CBOR) throws -> String {
        switch key {
        case .integer(let number): return String(number)
        case .text(let text): return text
        default: throw HealthCertificateError(.cbor, .unsupported, "the published contents have no such key")
        }
    }
}
