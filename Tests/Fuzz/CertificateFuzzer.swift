import Compression
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
    switch layer % 6 {
    case 0: _ = try? Base45.decode(input)
    case 1: _ = try? Zlib.inflate(input)
    case 2: _ = try? CBOR(decoding: input)
    case 3: _ = try? COSESign1(decoding: input)
    case 4: _ = try? SignedCertificate(text: "HC1:" + String(decoding: input, as: UTF8.self))
    default: _ = try? BusinessRules(parsing: input)
    }
    return 0
}
