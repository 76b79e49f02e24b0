import ByteCoding
import CBORCoding
import Foundation
import HealthCertificate
import Testing

@Suite("COSE_Sign1", .timeLimit(.minutes(3)))
struct COSETests {
    /// RFC 9052 appendix C.2.1: a single ECDSA signature, with the key "11" of appendix C.7.1.
    static let example = hex(
        """
        d28443a10126a10442313154546869732069732074686520636f6e74656e742e58408eb33e4ca31d1c465ab05aac34cc6b23d58fef5c0
        83106c4d25a91aef0b0117e2af9a291aa32e14ab834dc56ed2a223444547e01f11d3b0916e5a4c345cacb36
        """)
    static let x = hex("bac5b11cad8f99f9c72b05cf4b9e26d244dc189f745228255a219a86d6a09eff")
    static let y = hex("20138bf82dc1b6d562be0fa54ab7804a3a64b6d72ccfed6b6fb6ed28bbfc117e")

    @Test("the example of RFC 9052 verifies, its Sig_structure and its bytes are as given there")
    func rfcExample() throws {
        let message = try COSESign1(decoding: Self.example)
        #expect(message.algorithmIdentifier == -7)
        #expect(message.keyID == Array("11".utf8))
        #expect(message.payload == Array("This is the content.".utf8))
        #expect(
            message.signedBytes
                == hex("846a5369676e61747572653143a101264054546869732069732074686520636f6e74656e742e"))
        #expect(message.encoded == Self.example)
        let key = try VerificationKey(point: [4] + Self.x + Self.y)
        #expect(key.isValid(message.signature, for: message.signedBytes, algorithm: .es256))
        #expect(!key.isValid(message.signature, for: message.signedBytes, algorithm: .es384))
        #expect(!key.isValid(message.signature, for: message.signedBytes, algorithm: .ps256))
    }

    @Test(
        "a header that has to be understood, and isn't, refuses the message",
        arguments: [
            ("a2012602811863", "a0"), ("a201260280", "a0"), ("a201260201", "a0"), ("a20126028104", "a0"),
            ("a10126", "a1028101"),
        ])
    func critical(protected: String, unprotected: String) throws {
        let headers = hex(protected)
        let bytes = hex("d284") + [0x40 + UInt8(headers.count)] + headers + hex(unprotected) + hex("41004100")
        #expect(throws: HealthCertificateError(.cose, .unsupported, "")) { try COSESign1(decoding: bytes) }
    }

    @Test("one that is understood may be said to be critical")
    func understood() throws {
        #expect(try COSESign1(decoding: hex("d28446a20126028101a041004100")).algorithmIdentifier == -7)
    }

    @Test("untagged, tagged, and tagged as a token besides are the same message")
    func tags() throws {
        let message = try COSESign1(decoding: Self.example)
        let untagged = Array(Self.example.dropFirst())
        #expect(try COSESign1(decoding: untagged) == message)
        #expect(try COSESign1(decoding: hex("d83d") + Self.example) == message)
        #expect(try COSESign1(decoding: hex("d9d9f7") + Self.example) == message)
    }

    @Test("the protected key id goes before the unprotected one")
    func keyIDs() throws {
        let one = CBOR.bytes([1])
        let two = CBOR.bytes([2])
        let header = try CBORMap([CBORMap.Pair(.integer(4), one)])
        let other = try CBORMap([CBORMap.Pair(.integer(4), two)])
        #expect(COSESign1(protected: header, unprotected: other, payload: [], signature: []).keyID == [1])
        #expect(COSESign1(protected: CBORMap(), unprotected: other, payload: [], signature: []).keyID == [2])
        #expect(COSESign1(protected: CBORMap(), payload: [], signature: []).keyID == nil)
    }

    @Test("empty protected headers are signed as an empty string, however they were sent")
    func emptyHeaders() throws {
        for digits in ["8440a04100 4100", "8441a0a041004100"] {
            let message = try COSESign1(decoding: hex(digits))
            #expect(message.signedBytes == hex("846a5369676e61747572653140404100"))
        }
    }

    @Test(
        "what is no message is refused",
        arguments: [
            ("d08440a041004100", HealthCertificateError(.cose, .unsupported, "")),
            ("a0", HealthCertificateError(.cose, .wrongType, "")),
            ("8340a04100", HealthCertificateError(.cose, .wrongType, "")),
            ("8440404100 4100", HealthCertificateError(.cose, .wrongType, "")),
            ("84a0a041004100", HealthCertificateError(.cose, .wrongType, "")),
            ("8440a0f64100", HealthCertificateError(.cose, .wrongType, "")),
            ("8440a0410060", HealthCertificateError(.cose, .wrongType, "")),
            ("844180a041004100", HealthCertificateError(.cose, .wrongType, "")),
            ("8441ffa041004100", HealthCertificateError(.cbor, .invalidValue, "")),
        ])
    func refused(digits: String, error: HealthCertificateError) {
        #expect(throws: error) { try COSESign1(decoding: hex(digits)) }
    }

    @Test(
        "what is no CBOR is refused by the layer cbor, with its code",
        arguments: [
            ("18", HealthCertificateError.Code.truncated), ("0000", .trailingBytes),
            (String(repeating: "81", count: 65) + "00", .tooDeep), ("1bffffffffffffffff", .outOfRange),
            ("61ff", .invalidText), ("81ff", .invalidValue), ("5f00ff", .wrongType), ("a2616101616102", .duplicateKey),
            ("a18000", .unsupported),
        ])
    func refusedBelow(digits: String, code: HealthCertificateError.Code) {
        #expect(throws: HealthCertificateError(.cbor, code, "")) { try COSESign1(decoding: hex(digits)) }
    }
}

private func hex(_ digits: String) -> [UInt8] { Hex.decode(digits.filter { !$0.isWhitespace }) ?? [] }
