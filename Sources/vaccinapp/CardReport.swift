import BoundedJSON
import HealthCertificate
import Immunization

/// What every family of certificates tells, in the same words: whose it is, and which doses.
enum CardReport {
    static func members(_ certificate: SignedCertificate) -> [(String, JSONValue)] {
        [
            ("kind", .string(certificate.format.kindName)),
            ("name", .string(certificate.holder.name.display)),
            ("birthDate", DecodeReport.text(certificate.holder.dateOfBirth?.text)),
            ("doses", .array(certificate.claims.vaccinations.map { dose($0, of: certificate) })),
        ]
    }

    private static func dose(_ dose: VaccinationEntry, of certificate: SignedCertificate) -> JSONValue {
        let catalogue = CardCatalogue.shared
        let vaccine = catalogue?.vaccine(of: dose)
        return [
            "disease": DecodeReport.text(catalogue?.disease(of: dose) ?? vaccine.flatMap { onlyTarget($0) }),
            "product": DecodeReport.text(vaccine.flatMap { $0.isBrandUnknown ? nil : $0.id }),
            "date": DecodeReport.text(dose.date?.text),
            "validFrom": DecodeReport.text(dose.validFrom?.text),
            "validUntil": DecodeReport.text(dose.validUntil?.text),
            "batch": DecodeReport.text(dose.lotNumber),
            "issuer": DecodeReport.text(dose.issuer ?? certificate.issuer),
            "codes": .array(codes(dose).map { code($0.0, $0.1) }),
        ]
    }

    private static func onlyTarget(_ vaccine: Vaccine) -> String? {
        vaccine.targets.count == 1 ? vaccine.targets.first : nil
    }

    private static func codes(_ dose: VaccinationEntry) -> [(String, Coding)] {
        [("disease", dose.target), ("vaccine", dose.vaccine), ("product", dose.product), ("maker", dose.manufacturer)]
            .compactMap { name, coding in coding.map { (name, $0) } } + dose.otherCodes.map { ("disease", $0) }
    }

    private static func code(_ name: String, _ coding: Coding) -> JSONValue {
        ["of": .string(name), "system": DecodeReport.text(coding.system), "code": .string(coding.code)]
    }
}

extension SignedCertificate.Format {
    /// The family's name for other programs.
    var kindName: String {
        switch self {
        case .euDCC: "eu-dcc"
        case .smartHealthCard: "smart-health-card"
        case .icvp: "icvp"
        case .evc: "evc"
        case .ddcc: "ddcc"
        }
    }
}
