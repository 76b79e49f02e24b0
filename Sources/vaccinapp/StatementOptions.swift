import ArgumentParser
import CivilDates
import Foundation
import HealthCertificate

/// Whom a new certificate is about.
struct HolderOptions: ParsableArguments {
    @Option(help: "The family name.") var familyName: String?
    @Option(help: "The given names.") var givenName: String?
    @Option(help: "The family name in letters A to Z and <; without it, transliterated.") var standardFamilyName:
        String?
    @Option(help: "The given names in letters A to Z and <; without it, transliterated.") var standardGivenName: String?
    @Option(help: "The date of birth: 1964-08-12, 1964-08, 1964, or nothing.") var birthDate = ""

    var holder: Holder {
        Holder(
            name: PersonName(
                family: familyName, given: givenName,
                standardFamily: standardFamilyName ?? familyName.map(Transliteration.machineReadable),
                standardGiven: standardGivenName ?? givenName.map(Transliteration.machineReadable)),
            dateOfBirth: CertificateDate(birthDate))
    }
}

/// What statements of every kind say.
struct StatementOptions: ParsableArguments {
    @Option(help: "The disease or agent, as a SNOMED CT code.") var target = "840539006"
    @Option(help: "Where it was given or tested, ISO 3166 alpha-2; without it, the issuer's country.")
    var country: String?
    @Option(help: "Who issues it, in words.") var issuedBy = "Demo issuer"
    @Option(help: "The certificate's identifier; without it, a new random one.") var identifier: String?

    struct Filled {
        let target: Coding
        let country: String
        let issuer: String
        let identifier: String
    }

    func filled(country fallback: String?) -> Filled {
        var generator = SystemRandomNumberGenerator()
        let country = country ?? fallback ?? "DE"
        return Filled(
            target: Coding(code: target), country: country, issuer: issuedBy,
            identifier: identifier ?? CertificateIdentifier.make(country: country, using: &generator))
    }
}

struct VaccinationOptions: ParsableArguments {
    @Option(help: "The kind of vaccine, as a SNOMED CT or ATC code.") var vaccine = "1119349007"
    @Option(help: "The medicinal product, for example EU/1/20/1528.") var product = "EU/1/20/1528"
    @Option(help: "The manufacturer, for example ORG-100030215.") var manufacturer = "ORG-100030215"
    @Option(help: "Which dose this is.") var dose = 1
    @Option(help: "How many doses the series has.") var total = 1
    @Option(help: "The day it was given; without it, today (UTC).") var date: String?

    func entry(_ common: StatementOptions.Filled) -> VaccinationEntry {
        VaccinationEntry(
            target: common.target, vaccine: Coding(code: vaccine), product: Coding(code: product),
            manufacturer: Coding(code: manufacturer), dose: dose, total: total,
            date: CertificateDate(date ?? String(Timestamp(Date()).text.prefix(10))), country: common.country,
            issuer: common.issuer, identifier: common.identifier)
    }
}

struct TestOptions: ParsableArguments {
    @Option(help: "The type of test, as a LOINC code.") var testType = "LP6464-4"
    @Option(help: "The name of a nucleic acid test.") var testName: String?
    @Option(help: "The device of a rapid antigen test, by its number.") var testDevice: String?
    @Option(help: "When the sample was taken, in ISO 8601; without it, now.") var sampledAt: String?
    @Option(help: "The result, as a SNOMED CT code: 260415000 not detected, 260373001 detected.")
    var result = "260415000"
    @Option(help: "The testing centre.") var centre: String?

    func entry(_ common: StatementOptions.Filled) -> TestResult {
        TestResult(
            target: common.target, type: Coding(code: testType), name: testName,
            device: testDevice.map { Coding(code: $0) },
            sampledAt: sampledAt.map { Timestamp($0) } ?? Timestamp(Date()),
            result: Coding(code: result), centre: centre, country: common.country, issuer: common.issuer,
            identifier: common.identifier)
    }
}

struct RecoveryOptions: ParsableArguments {
    @Option(help: "The day of the first positive test.") var firstPositive: String?
    @Option(help: "The first day the statement holds.") var validFrom: String?
    @Option(help: "The last day the statement holds.") var validUntil: String?

    func entry(_ common: StatementOptions.Filled) -> Recovery {
        Recovery(
            target: common.target, firstPositive: firstPositive.map { CertificateDate($0) },
            validFrom: validFrom.map { CertificateDate($0) }, validUntil: validUntil.map { CertificateDate($0) },
            country: common.country, issuer: common.issuer, identifier: common.identifier)
    }
}
