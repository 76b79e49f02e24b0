internal import CBORCoding

/// The payload of the WHO's Digital Documentation of COVID-19 Certificates, as far as there is something to show.
///
/// Its core data set (<https://smart.who.int/ddcc/>) is read loosely, since no such certificate is ever judged.
struct DDCCPayload {
    let claims: HealthClaims

    /// - Throws: ``HealthCertificateError`` of layer `payload` where nobody is named.
    init(_ item: CBOR) throws(HealthCertificateError) {
        guard let map = item.mapValue else { throw CardMember.fault(.wrongType, "the payload is not a map") }
        guard let name = Self.text(map["name"]) ?? Self.text(map["n"]), name.utf8.count <= CardMember.longestText else {
            throw CardMember.fault(.missing, "there is no name")
        }
        let birth = (Self.text(map["birthDate"]) ?? Self.text(map["dob"])).map(CertificateDate.init)
        let doses = map["vaccination"].map { $0.arrayValue ?? [$0] } ?? []
        claims = HealthClaims(
            holder: Holder(name: PersonName(whole: name), dateOfBirth: birth),
            entries: doses.prefix(HealthClaims.mostEntries).compactMap(\.mapValue).map(Self.dose))
    }

    private static func dose(_ map: CBORMap) -> HealthClaims.Entry {
        func coding(_ key: String) -> Coding? { text(map[key]).map { Coding(code: $0) } }
        func date(_ key: String) -> CertificateDate? { text(map[key]).map(CertificateDate.init) }
        var entry = VaccinationEntry(
            target: coding("disease"), vaccine: coding("vaccine"), product: coding("brand"),
            manufacturer: coding("manufacturer") ?? coding("maholder"),
            dose: map["dose"]?.wholeNumber(in: CBOR.doses),
            total: map["totalDoses"]?.wholeNumber(in: CBOR.doses), date: date("date"),
            country: text(map["country"]), lotNumber: text(map["lot"]))
        entry.validFrom = date("validFrom")
        return .vaccination(entry)
    }

    /// A text, or the text or code of a map.
    private static func text(_ item: CBOR?) -> String? {
        item?.textValue ?? item?.mapValue.flatMap { ($0["code"] ?? $0["text"])?.textValue }
    }
}
