import BoundedJSON
import ByteCoding
import CivilDates
import Foundation
import HealthCertificate

/// What `decode` prints, as lines or as JSON, from one list of members.
struct DecodeReport {
    private let members: [(String, JSONValue)]

    init(_ error: HealthCertificateError) {
        members = [
            ("verdict", .string("malformed")),
            ("layer", .string(error.layer.rawValue)),
            ("code", .string(error.code.rawValue)),
            ("reason", .string(error.reason)),
        ]
    }

    init(_ refusal: PictureRefusal) {
        members = [
            ("verdict", .string("malformed")),
            ("layer", .string("picture")),
            ("code", .string(refusal.name)),
            ("reason", .string(refusal.reason)),
        ]
    }

    init(_ certificate: SignedCertificate, _ judgement: Judgement) {
        var members: [(String, JSONValue)] = [
            ("verdict", .string(judgement.verdict.rawValue)),
            ("evidence", .string(judgement.evidence.rawValue)),
            ("faults", .array(judgement.faults.map { .string($0.rawValue) })),
            ("warnings", .array(judgement.warnings.map { .string($0.description) })),
            ("judgedAt", .string(Timestamp(judgement.moment).text)),
            ("signer", judgement.signer.map(Self.signer) ?? .null),
            ("format", .string(certificate.format.rawValue)),
            ("schemaVersion", Self.text(certificate.schemaVersion)),
            ("issuer", Self.text(certificate.issuer)),
            ("issuedAt", Self.text(certificate.issuedAt.map { Timestamp($0).text })),
            ("notBefore", Self.text(certificate.notBefore.map { Timestamp($0).text })),
            ("expiresAt", Self.text(certificate.expiresAt.map { Timestamp($0).text })),
            ("algorithm", Self.text(certificate.signed.algorithm?.rawValue)),
            ("keyID", Self.text(certificate.signed.keyID.map { Base64.encode($0) })),
            ("identity", .string(certificate.identity)),
            ("holder", Self.holder(certificate.holder)),
        ]
        members += CardReport.members(certificate)
        members.append(("entries", .array(certificate.claims.entries.map(EntryReport.json))))
        self.members = members
    }

    /// The report as one JSON object.
    var json: String {
        JSONValue(Dictionary(members) { first, _ in first }).compactText
    }

    /// The report as lines of name and value; nested values are named by their path.
    var lines: String {
        members.flatMap { Self.lines($0.0, $0.1) }.joined(separator: "\n")
    }

    private static func lines(_ name: String, _ value: JSONValue) -> [String] {
        switch value {
        case .null: []
        case .object(let members):
            members.sorted { $0.name < $1.name }.flatMap { lines("\(name).\($0.name)", $0.value) }
        case .array(let elements):
            elements.enumerated().flatMap { lines("\(name)[\($0.offset)]", $0.element) }
        case .string(let text): ["\(name): \(TerminalText.printable(text))"]
        default: ["\(name): \(value.compactText)"]
        }
    }

    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    private static func signer(_ signer: Signer) -> JSONValue {
        .object([
            "country": text(signer.country), "name": text(signer.name),
            "keyID": .string(Base64.encode(signer.keyID)),
            "notAfter": text(signer.notAfter.map { Timestamp($0).text }),
            "list": text(signer.origin?.name),
            "listDate": text((signer.origin?.date).map { Timestamp($0).text }),
        ])
    }

    private static func holder(_ holder: Holder) -> JSONValue {
        .object([
            "name": .string(holder.name.display), "family": text(holder.name.family), "given": text(holder.name.given),
            "standardFamily": text(holder.name.standardFamily), "standardGiven": text(holder.name.standardGiven),
            "dateOfBirth": text(holder.dateOfBirth?.text),
        ])
    }
}
