internal import CBORCoding
import CivilDates

/// The payload of an International Certificate of Vaccination or Prophylaxis, of any of its three generations.
///
/// Until 2024 `v` is one vaccination, in 2025 a list of them, in 2026 the list is `vx` and `v` the version. See
/// <https://smart.who.int/icvp/>; the certificate itself is that of the International Health Regulations (2005), annex 6.
struct ICVPPayload {
    /// How the payload is laid out.
    enum Generation: String { case object, list, versioned, unknown }

    let generation: Generation
    let claims: HealthClaims
    /// The version that the payload states, if it does.
    let version: String?

    /// Reads a payload; one of an unknown generation as far as it can be.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `payload`: no name, a date that the calendar doesn't have, or a
    ///   member of another type.
    init(_ item: CBOR) throws(HealthCertificateError) {
        guard let map = item.mapValue else { throw CardMember.fault(.wrongType, "the payload is not a map") }
        let doses: [CBOR]
        (generation, doses) = Self.layout(map)
        guard doses.count <= HealthClaims.mostEntries else {
            throw CardMember.fault(.tooLong, "there are more than \(HealthClaims.mostEntries) doses")
        }
        let member = CardMember(map)
        guard let name = try member.text("n"), name.contains(where: { !$0.isWhitespace }) else {
            throw CardMember.fault(.missing, "there is no name (n)")
        }
        let holder = Holder(name: PersonName(whole: name), dateOfBirth: try member.date("dob", isExact: false))
        var entries: [HealthClaims.Entry] = []
        for (index, dose) in doses.enumerated() {
            guard let map = dose.mapValue else { throw CardMember.fault(.wrongType, "v[\(index)] is not a map") }
            entries.append(.vaccination(try Self.dose(CardMember(map, "v[\(index)]."))))
        }
        claims = HealthClaims(holder: holder, entries: entries)
        version = generation == .versioned ? map["v"]?.textValue : nil
    }

    private static func layout(_ map: CBORMap) -> (Generation, [CBOR]) {
        if let doses = map["vx"]?.arrayValue { return (.versioned, doses) }
        if let doses = map["v"]?.arrayValue { return (.list, doses) }
        if let dose = map["v"], dose.mapValue != nil { return (.object, [dose]) }
        return (.unknown, [])
    }

    private static func dose(_ member: CardMember) throws(HealthCertificateError) -> VaccinationEntry {
        let (stated, vaccine, brand) = (try member.text("tg"), try member.text("vp"), try member.text("mp"))
        let product = [vaccine, brand].compactMap(\.self).compactMap(PrequalifiedProduct.init(id:)).first
        guard let date = try member.date("dt", isExact: true) else {
            throw CardMember.fault(.missing, "\(member.path)dt is missing")
        }
        guard stated != nil || vaccine != nil else {
            throw CardMember.fault(.missing, "\(member.path) names neither disease nor product")
        }
        let maker = try member.text("ma")
        let productID = product?.id ?? brand ?? vaccine.flatMap { PrequalifiedProduct.isID($0) ? $0 : nil }
        var entry = VaccinationEntry(
            target: product?.disease.target ?? stated.map(ICVPDisease.coding(icd11:)),
            vaccine: vaccine.map { Coding(system: PrequalifiedProduct.isID($0) ? nil : ICVPDisease.icd11, code: $0) },
            product: productID.map {
                Coding(system: PrequalifiedProduct.isID($0) ? PrequalifiedProduct.system : nil, code: $0)
            },
            manufacturer: (product?.manufacturer ?? maker).map { Coding(code: $0) }, date: date,
            issuer: try member.text("is"), lotNumber: try member.text("bo"),
            performer: try member.text("cn"))
        entry.validFrom = try member.date("vls", isExact: true)
        entry.validUntil = try member.date("vle", isExact: true)
        if let stated { entry.otherCodes = [Coding(system: ICVPDisease.icd11, code: stated)] }
        return entry
    }
}

extension PersonName {
    /// A name that isn't parted: its last word counts as the family's.
    init(whole name: String) {
        let words = name.split(whereSeparator: \.isWhitespace)
        self.init(
            family: words.last.map(String.init),
            given: words.count > 1 ? words.dropLast().joined(separator: " ") : nil)
    }
}
