import CBORCoding
import ByteCoding
import Foundation
import HealthCertificate

/// A European Vaccination Card with a key of the test's own.
enum MintedVaccinationCard {
    /// - Parameter doses: For each the age in days and the number in NUVA.
    static func text(
        family: String = "TEST", given: String = "ADA", birth: String = "1987-04-12",
        doses: [(age: Int64, code: String)]
    ) throws -> String {
        let list = doses.map { map([("a", .integer($0.age)), ("mp", .text($0.code)), ("reg", .text("LU"))]) }
        let payload = map([
            ("ver", .text("1.0.0")), ("nam", map([("fnt", .text(family)), ("gnt", .text(given))])),
            ("dob", .text(birth)), ("v", .array(list)),
        ])
        guard case .map(let protected) = numbers([(1, .integer(-7))]),
            case .map(let unprotected) = numbers([(4, .text("0x84180ade47ede204"))])
        else { return "" }
        let claims = numbers([(1, .text("LUX")), (-260, payload)]).encoded
        let signature = try SigningKey(new: .p256)
            .sign(COSESign1.signedBytes(protected: protected, payload: claims))
        let message = COSESign1(
            protected: protected, unprotected: unprotected, payload: claims, signature: signature)
        return Base45.encode(try Zlib.deflate(message.encoded))
    }

    private static func map(_ pairs: [(String, CBOR)]) -> CBOR {
        (try? CBORMap(pairs.map { CBORMap.Pair(.text($0.0), $0.1) })).map(CBOR.map) ?? .null
    }

    private static func numbers(_ pairs: [(Int64, CBOR)]) -> CBOR {
        (try? CBORMap(pairs.map { CBORMap.Pair(.integer($0.0), $0.1) })).map(CBOR.map) ?? .null
    }
}
