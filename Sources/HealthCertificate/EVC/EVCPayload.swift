internal import CBORCoding
import CivilDates

/// The payload of a European Vaccination Card, as the pilot has it: all doses of somebody, on one card.
///
/// A dose has no date: it has the age in days at which it was given (`a`), and its product is a number of NUVA (`mp`).
struct EVCPayload {
    /// The nomenclature of vaccines that the products' numbers are of.
    static let nuva = "http://ivci.org/NUVA"
    /// The highest age that is believed, in days.
    private static let mostDays = 150 * 366

    let claims: HealthClaims
    let version: String?

    /// - Throws: ``HealthCertificateError`` of layer `payload`: no name, no date of birth, a date that the calendar
    ///   doesn't have, or a member of another type.
    init(_ map: CBORMap) throws(HealthCertificateError) {
        let member = CardMember(map)
        version = try member.text("ver")
        guard let names = map["nam"]?.mapValue else { throw CardMember.fault(.missing, "there is no name (nam)") }
        let name = CardMember(names, "nam.")
        let (family, given) = (try name.text("fnt"), try name.text("gnt"))
        guard family != nil || given != nil else { throw CardMember.fault(.missing, "there is no name (nam)") }
        guard let birth = try member.date("dob", isExact: true), let day = birth.date?.exact else {
            throw CardMember.fault(.missing, "there is no date of birth (dob)")
        }
        guard let doses = map["v"]?.arrayValue else {
            throw CardMember.fault(.missing, "there is no list of doses (v)")
        }
        guard doses.count <= HealthClaims.mostEntries else {
            throw CardMember.fault(.tooLong, "there are more than \(HealthClaims.mostEntries) doses")
        }
        var entries: [HealthClaims.Entry] = []
        for (index, dose) in doses.enumerated() {
            guard let map = dose.mapValue else { throw CardMember.fault(.wrongType, "v[\(index)] is not a map") }
            entries.append(.vaccination(try Self.dose(CardMember(map, "v[\(index)]."), birth: day)))
        }
        claims = HealthClaims(
            holder: Holder(
                name: PersonName(family: family, given: given, standardFamily: family, standardGiven: given),
                dateOfBirth: birth),
            entries: entries)
    }

    private static func dose(
        _ member: CardMember, birth: CalendarDate
    ) throws(HealthCertificateError) -> VaccinationEntry {
        guard let product = try member.code("mp") else {
            throw CardMember.fault(.missing, "\(member.path)mp is missing")
        }
        guard let age = try member.number("a") else { throw CardMember.fault(.missing, "\(member.path)a is missing") }
        guard (0...mostDays).contains(age) else {
            throw CardMember.fault(.outOfRange, "\(member.path)a is no age in days")
        }
        let date = PartialDate(birth.adding(days: age))
        return VaccinationEntry(
            product: Coding(system: nuva, code: product), date: CertificateDate(date.description),
            country: try member.code("reg"), issuer: try member.code("rep"), identifier: try member.code("i"))
    }
}

extension Coding {
    /// Whether it is a number of NUVA, the nomenclature of vaccines of the European Vaccination Card.
    public var isOfNUVA: Bool { system == EVCPayload.nuva }
}
