import CBORCoding
import ByteCoding
import Foundation
import HealthCertificate

/// Reads one input of libFuzzer's as a layer of a certificate takes it.
///
/// `scripts/fuzz` builds and runs it. The first byte chooses the layer, so that what is found for one feeds the others.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let layer = bytes.first else { return 0 }
    let input = Array(bytes.dropFirst())
    switch layer % 12 {
    case 0: _ = try? Base45.decode(input)
    case 1: _ = try? Zlib.inflate(input)
    case 2: _ = try? CBOR(decoding: input)
    case 3: _ = try? COSESign1(decoding: input)
    case 4: _ = try? SignedCertificate(text: "HC1:" + String(decoding: input, as: UTF8.self))
    case 5:
        let kinds: [UInt8] = [0x03, 0x25]
        for kind in kinds { _ = try? SignedCertificate(cose: hcert(kind, input), text: "") }
    case 6: _ = try? SignedCertificate(text: Base45.encode((try? Zlib.deflate(input)) ?? []))
    case 7:
        if let networkKey { _ = try? TrustNetworkList([.init(name: "did.json", bytes: input)], key: networkKey) }
        _ = try? TrustList(reading: input, issuer: "https://cards.example")
    case 8: _ = try? BusinessRules(parsing: input)
    case 9: _ = try? SignedCertificate(text: String(decoding: input, as: UTF8.self))
    case 10: _ = try? PublishedRules(reading: input)
    default:
        _ = try? RevocationList(reading: input)
        _ = try? HealthCardRevocations(parsing: input)
        _ = try? HealthCardDirectory(parsing: input, at: Date(timeIntervalSince1970: 0))
        _ = try? SmartHealthCardFile(input)
    }
    return 0
}

/// A message whose payload is a health certificate of a kind, given by its key in CBOR: 3 DDCC, 0x25 (-6) ICVP.
private func hcert(_ kind: UInt8, _ payload: [UInt8]) -> COSESign1 {
    COSESign1(protected: CBORMap(), payload: [0xA1, 0x39, 0x01, 0x03, 0xA1, kind] + payload, signature: [])
}

private let networkKey = try? TrustNetworkKey(
    parsing: Array(
        #"""
        {"verificationMethod":[{"id":"did:a","publicKeyJwk":{"kty":"EC","crv":"P-256",
        "x":"VgS8MAfbsTcXnfKr-dRjnfumq7UP91ntO1cOlQ4hmrI","y":"2ryjnUatlK3kwDE_LHK7vFiQRJKPxKn31-KjYZlGrIE"}}]}
        """#.utf8))
