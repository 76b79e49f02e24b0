public import CBORCoding
import CivilDates

extension DCCPayload {
    /// Builds the payload that says what the claims say, in the order in which the schema lists the members.
    ///
    /// Members that the claims leave out are left out; nothing is checked here, see ``departures`` for that.
    public static func encode(_ claims: HealthClaims, version: String = "1.3.0") -> CBOR {
        var members: [(String, CBOR?)] = [
            ("ver", .text(version)),
            ("nam", encode(claims.holder.name)),
            ("dob", claims.holder.dateOfBirth.map { .text($0.text) }),
        ]
        let groups = [
            ("v", claims.vaccinations.map(encode)), ("t", claims.tests.map(encode)),
            ("r", claims.recoveries.map(encode)),
        ]
        for (key, entries) in groups where !entries.isEmpty { members.append((key, .array(entries))) }
        return map(members)
    }

    private static func encode(_ name: PersonName) -> CBOR {
        map([
            ("fn", text(name.family)), ("fnt", text(name.standardFamily)), ("gn", text(name.given)),
            ("gnt", text(name.standardGiven)),
        ])
    }

    private static func encode(_ entry: VaccinationEntry) -> CBOR {
        map([
            ("tg", text(entry.target?.code)), ("vp", text(entry.vaccine?.code)), ("mp", text(entry.product?.code)),
            ("ma", text(entry.manufacturer?.code)), ("dn", entry.dose.map { .integer(Int64($0)) }),
            ("sd", entry.total.map { .integer(Int64($0)) }), ("dt", text(entry.date?.text)),
            ("co", text(entry.country)), ("is", text(entry.issuer)), ("ci", text(entry.identifier)),
        ])
    }

    private static func encode(_ entry: TestResult) -> CBOR {
        map([
            ("tg", text(entry.target?.code)), ("tt", text(entry.type?.code)), ("nm", text(entry.name)),
            ("ma", text(entry.device?.code)), ("sc", text(entry.sampledAt?.text)),
            ("dr", text(entry.resultAt?.text)), ("tr", text(entry.result?.code)), ("tc", text(entry.centre)),
            ("co", text(entry.country)), ("is", text(entry.issuer)), ("ci", text(entry.identifier)),
        ])
    }

    private static func encode(_ entry: Recovery) -> CBOR {
        map([
            ("tg", text(entry.target?.code)), ("fr", text(entry.firstPositive?.text)),
            ("co", text(entry.country)), ("is", text(entry.issuer)), ("df", text(entry.validFrom?.text)),
            ("du", text(entry.validUntil?.text)), ("ci", text(entry.identifier)),
        ])
    }

    private static func text(_ value: String?) -> CBOR? { value.map { .text($0) } }

    private static func map(_ members: [(String, CBOR?)]) -> CBOR {
        .map(CBORMap(distinct: members.compactMap { key, value in value.map { CBORMap.Pair(.text(key), $0) } }))
    }
}
