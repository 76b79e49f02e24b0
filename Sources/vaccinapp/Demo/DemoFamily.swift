import CivilDates
import Foundation
import HealthCertificate
import Model
import Vault

/// Two people and a dog who don't exist, with what their passes hold.
struct DemoFamily: Sendable {
    private let passes: [PassRecord]
    private let vaccinations: [VaccinationRecord]
    private let certificates: [Certificate]

    init(issuer: DemoIssuer, now: Date) throws {
        var builder = try DemoFamilyBuilder(issuer: issuer, now: now)
        try builder.addAdult()
        try builder.addChild()
        try builder.addDog()
        (passes, vaccinations, certificates) = (builder.passes, builder.vaccinations, builder.certificates)
    }

    /// Puts the family into a vault.
    func store(in records: Records) throws {
        for pass in passes { try records.insert(pass) }
        for vaccination in vaccinations { try records.insert(vaccination) }
        for certificate in certificates { try records.insert(certificate) }
    }
}

/// Puts the demo family together, dose by dose.
struct DemoFamilyBuilder {
    private(set) var passes: [PassRecord] = []
    private(set) var vaccinations: [VaccinationRecord] = []
    private(set) var certificates: [Certificate] = []
    private let issuer: DemoIssuer
    private let now: Date

    init(issuer: DemoIssuer, now: Date) throws {
        self.issuer = issuer
        self.now = now
    }

    mutating func addAdult() throws {
        let pass = try pass("Mira Sonnenfeld", "person", "1987-04-12", .female, second: 0)
        try dose(pass, "measles", "priorix", "1998-05-20", batch: "A69CB550A", by: "Dr. Ada Winter")
        try dose(pass, "tetanus", "boostrix", "2019-03-02", batch: "AC37B271AB", by: "Dr. Ada Winter")
        try dose(pass, "tbe", "fsme-immun-erwachsene", "2022-04-11")
        let holder = holder("Mira", "Sonnenfeld", "1987-04-12")
        try covid(pass, holder, "EU/1/20/1528", "comirnaty", "2021-06-03", 1, expires: -200)
        try covid(pass, holder, "EU/1/20/1528", "comirnaty", "2021-07-15", 2, expires: 240)
        try covid(pass, holder, "EU/1/20/1507", "spikevax", "2021-12-18", 3, expires: 300)
    }

    mutating func addChild() throws {
        let pass = try pass("Emil Sonnenfeld", "person", "2023-09-03", .male, second: 1)
        try dose(pass, "rotavirus", "rotarix", "2023-10-20")
        try dose(pass, "rotavirus", "rotarix", "2023-11-24")
        try dose(pass, "diphtheria", "infanrix-hexa", "2023-11-06", batch: "A21CE104A", by: "Kinderpraxis am Park")
        try dose(pass, "diphtheria", "infanrix-hexa", "2024-01-08", batch: "A21CE131B", by: "Kinderpraxis am Park")
        try dose(pass, "diphtheria", "infanrix-hexa", "2024-08-07", batch: "A21CE177C", by: "Kinderpraxis am Park")
        try dose(pass, "measles", "priorix", "2024-08-07", batch: "A69CD811B", by: "Kinderpraxis am Park")
    }

    mutating func addDog() throws {
        let pass = try pass("Bruno", "dog", "2020-02-29", .male, second: 2)
        try dose(pass, "dog-rabies", "nobivac-t-dog", "2023-05-16", by: "Tierarztpraxis Lindenhof")
        try dose(pass, "dog-distemper", "nobivac-shp", "2024-05-21", by: "Tierarztpraxis Lindenhof")
    }
}

extension DemoFamilyBuilder {
    private mutating func pass(
        _ name: String, _ kind: String, _ birth: String, _ sex: RecordedSex, second: Double
    ) throws -> PassRecord {
        let pass = try PassRecord(
            Pass(kind: kind, name: name, birthDate: PartialDate(birth), sex: sex),
            createdAt: now.addingTimeInterval(second))
        passes.append(pass)
        return pass
    }

    private func holder(_ given: String, _ family: String, _ birth: String) -> Holder {
        Holder(
            name: PersonName(
                family: family, given: given, standardFamily: Transliteration.machineReadable(family),
                standardGiven: Transliteration.machineReadable(given)),
            dateOfBirth: CertificateDate(birth))
    }

    @discardableResult
    private mutating func dose(
        _ pass: PassRecord, _ target: String, _ vaccine: String?, _ date: String, batch: String? = nil,
        by: String? = nil, number: Int? = nil, total: Int? = nil, source: DoseSource = .hand
    ) throws -> VaccinationID {
        let vaccination = Vaccination(
            target: target, vaccine: vaccine, date: PartialDate(date) ?? .firstOfRecords, batch: batch,
            administeredBy: by, country: "DE", doseNumber: number, seriesDoses: total, source: source)
        let record = try VaccinationRecord(passID: pass.id, vaccination, createdAt: now, updatedAt: now)
        vaccinations.append(record)
        return record.id
    }

    private mutating func covid(
        _ pass: PassRecord, _ holder: Holder, _ product: String, _ vaccine: String, _ date: String, _ number: Int,
        expires: Int
    ) throws {
        let vaccination = try dose(
            pass, "covid-19", vaccine, date, number: number, total: max(2, number), source: .certified)
        let dose = VaccinationEntry(
            target: Coding(code: "840539006"), vaccine: Coding(code: "1119349007"), product: Coding(code: product),
            manufacturer: Coding(code: product == "EU/1/20/1528" ? "ORG-100030215" : "ORG-100031184"),
            dose: number, total: max(2, number), date: CertificateDate(date), country: "DE",
            issuer: "Vaccinapp demo issuer", identifier: "URN:UVCI:01DE/DEMO/\(number)#\(number)")
        let text = try issuer.vaccination(dose, of: holder, expires: expires)
        let content = try SignedCertificate(text: text)
        certificates.append(
            try Certificate(
                id: .random(), passID: pass.id, vaccinationID: vaccination, text: text, identity: content.identity,
                eventDate: date, issuedAt: content.issuedAt, expiresAt: content.expiresAt, addedAt: now))
    }
}
