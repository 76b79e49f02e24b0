import ByteCoding
import CBORCoding
import Testing

@Suite("CBOR", .timeLimit(.minutes(3)))
struct CBORTests {
    /// RFC 8949 appendix A, without its two bignums and two integers past `Int64`, which have tests of their own.
    static let integersAndFloats: [(String, CBOR)] = [
        ("00", .integer(0)), ("01", .integer(1)), ("0a", .integer(10)), ("17", .integer(23)), ("1818", .integer(24)),
        ("1819", .integer(25)), ("1864", .integer(100)), ("1903e8", .integer(1000)),
        ("1a000f4240", .integer(1_000_000)), ("1b000000e8d4a51000", .integer(1_000_000_000_000)),
        ("20", .integer(-1)), ("29", .integer(-10)), ("3863", .integer(-100)), ("3903e7", .integer(-1000)),
        ("f90000", .float(0)), ("f98000", .float(-0.0)), ("f93c00", .float(1)), ("fb3ff199999999999a", .float(1.1)),
        ("f93e00", .float(1.5)), ("f97bff", .float(65504)), ("fa47c35000", .float(100_000)),
        ("fa7f7fffff", .float(3.402_823_466_385_288_6e+38)), ("fb7e37e43c8800759c", .float(1.0e+300)),
        ("f90001", .float(5.960_464_477_539_063e-8)), ("f90400", .float(0.000_061_035_156_25)),
        ("f9c400", .float(-4)), ("fbc010666666666666", .float(-4.1)), ("f97c00", .float(.infinity)),
        ("f9fc00", .float(-.infinity)),
    ]

    static let others: [(String, CBOR)] = [
        ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null), ("f7", .undefined), ("f0", .simple(16)),
        ("f8ff", .simple(255)),
        ("c074323031332d30332d32315432303a30343a30305a", .tagged(0, .text("2013-03-21T20:04:00Z"))),
        ("c11a514b67b0", .tagged(1, .integer(1_363_896_240))),
        ("c1fb41d452d9ec200000", .tagged(1, .float(1_363_896_240.5))),
        ("d74401020304", .tagged(23, .bytes([1, 2, 3, 4]))),
        ("d818456449455446", .tagged(24, .bytes(hex("6449455446")))),
        ("d82076687474703a2f2f7777772e6578616d706c652e636f6d", .tagged(32, .text("http://www.example.com"))),
        ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("6161", .text("a")),
        ("6449455446", .text("IETF")), ("62225c", .text("\"\\")), ("62c3bc", .text("ü")), ("63e6b0b4", .text("水")),
        ("64f0908591", .text("\u{10151}")), ("80", .array([])), ("83010203", .array([1, 2, 3].map(CBOR.integer))),
        ("8301820203820405", nested),
        ("98190102030405060708090a0b0c0d0e0f101112131415161718181819", .array((1...25).map(CBOR.integer))),
        ("a0", .map(CBORMap())), ("a201020304", map([(.integer(1), .integer(2)), (.integer(3), .integer(4))])),
        ("a26161016162820203", abc), ("826161a161626163", .array([.text("a"), map([(.text("b"), .text("c"))])])),
        (
            "a56161614161626142616361436164614461656145",
            map(zip("abcde", "ABCDE").map { (.text(String($0)), .text(String($1))) })
        ),
    ]

    /// The examples of indefinite length, which are encoded again with definite ones.
    static let indefinite: [(String, CBOR)] = [
        ("5f42010243030405ff", .bytes([1, 2, 3, 4, 5])), ("7f657374726561646d696e67ff", .text("streaming")),
        ("9fff", .array([])), ("9f018202039f0405ffff", nested), ("9f01820203820405ff", nested),
        ("83018202039f0405ff", nested), ("83019f0203ff820405", nested),
        ("9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff", .array((1...25).map(CBOR.integer))),
        ("bf61610161629f0203ffff", abc), ("826161bf61626163ff", .array([.text("a"), map([(.text("b"), .text("c"))])])),
        ("bf6346756ef563416d7421ff", map([(.text("Fun"), .bool(true)), (.text("Amt"), .integer(-2))])),
    ]

    private static let nested = CBOR.array([
        .integer(1), .array([.integer(2), .integer(3)]), .array([.integer(4), .integer(5)]),
    ])
    private static let abc = map([(.text("a"), .integer(1)), (.text("b"), .array([.integer(2), .integer(3)]))])

    private static func map(_ pairs: [(CBOR, CBOR)]) -> CBOR {
        (try? CBORMap(pairs.map { CBORMap.Pair($0, $1) })).map(CBOR.map) ?? .null
    }

    @Test("RFC 8949 appendix A: numbers hold both ways", arguments: integersAndFloats)
    func numbers(digits: String, item: CBOR) throws {
        #expect(try CBOR(decoding: hex(digits)) == item)
        #expect(item.encoded == hex(digits))
    }

    @Test("RFC 8949 appendix A: other items hold both ways", arguments: others)
    func otherItems(digits: String, item: CBOR) throws {
        #expect(try CBOR(decoding: hex(digits)) == item)
        #expect(item.encoded == hex(digits))
    }

    @Test("RFC 8949 appendix A: items of indefinite length are read", arguments: indefinite)
    func indefiniteLength(digits: String, item: CBOR) throws {
        #expect(try CBOR(decoding: hex(digits)) == item)
        #expect(try CBOR(decoding: item.encoded) == item)
    }

    @Test("RFC 8949 appendix A: wider floats of the same value, and not a number")
    func widerFloats() throws {
        for digits in ["fa7f800000", "fb7ff0000000000000"] {
            #expect(try CBOR(decoding: hex(digits)) == .float(.infinity))
        }
        for digits in ["f97e00", "fa7fc00000", "fb7ff8000000000000"] {
            guard case .float(let value) = try CBOR(decoding: hex(digits)) else { return #expect(Bool(false)) }
            #expect(value.isNaN)
        }
        #expect(CBOR.float(.nan).encoded == hex("f97e00"))
    }

    @Test("RFC 8949 appendix A: bignums stay tagged byte strings")
    func bignums() throws {
        let big = CBOR.bytes(hex("010000000000000000"))
        #expect(try CBOR(decoding: hex("c249010000000000000000")) == .tagged(2, big))
        #expect(try CBOR(decoding: hex("c349010000000000000000")) == .tagged(3, big))
    }

    @Test("the widest integers of 64 bits with a sign hold both ways")
    func widestIntegers() throws {
        for value in [Int64.max, .min, .max - 1, .min + 1] {
            #expect(try CBOR(decoding: CBOR.integer(value).encoded) == .integer(value))
        }
    }

    @Test(
        "what is no item is refused by its reason",
        arguments: [
            ("1bffffffffffffffff", CBORError.Code.outOfRange), ("3bffffffffffffffff", .outOfRange),
            ("1b8000000000000000", .outOfRange), ("", .truncated), ("18", .truncated), ("62c3", .truncated),
            ("5affffffff00", .truncated), ("9bffffffffffffffff", .truncated), ("bb7fffffffffffffff", .truncated),
            ("9a7fffffff0102", .truncated), ("9f01", .truncated), ("bf6161", .truncated), ("7f6161", .truncated),
            ("0000", .trailingBytes), ("ff", .invalidValue), ("81ff", .invalidValue), ("bf6161ff", .invalidValue),
            ("1c", .unsupported), ("1f", .unsupported), ("3f", .unsupported), ("df00ff", .unsupported),
            ("5f00ff", .wrongType), ("7f4100ff", .wrongType), ("5f5f4100ffff", .wrongType), ("f800", .invalidValue),
            ("f81f", .invalidValue), ("61ff", .invalidText), ("62eda0", .invalidText), ("63eda080", .invalidText),
            ("7f61c361bcff", .invalidText), ("a2616101616102", .duplicateKey), ("bf010201ff", .invalidValue),
            ("bf01020103ff", .duplicateKey),
        ])
    func refused(digits: String, code: CBORError.Code) {
        #expect(throws: CBORError(code, "")) { try CBOR(decoding: hex(digits)) }
    }

    @Test("64 levels are read, one more and ten thousand are not")
    func depth() throws {
        for opening in [0x81, 0xC1, 0x9F] as [UInt8] {
            let closing = [UInt8](repeating: 0xFF, count: opening == 0x9F ? 64 : 0)
            #expect(throws: Never.self) { try CBOR(decoding: [UInt8](repeating: opening, count: 64) + [0] + closing) }
            for count in [65, 10_000] {
                let bytes = [UInt8](repeating: opening, count: count) + [0]
                #expect(throws: CBORError(.tooDeep, "")) { try CBOR(decoding: bytes) }
            }
        }
    }

    @Test("of many keys the one that stands twice is found, also when written differently")
    func duplicateKeys() throws {
        let pairs = (0..<100).map { CBORMap.Pair(.integer($0), .null) }
        #expect(throws: Never.self) { try CBORMap(pairs) }
        #expect(throws: CBORError(.duplicateKey, "")) {
            try CBORMap(pairs + [CBORMap.Pair(.integer(57), .bool(true))])
        }
        // 1 in one byte, and 1 in two.
        #expect(throws: CBORError(.duplicateKey, "")) { try CBOR(decoding: hex("a20100180100")) }
    }

    @Test("maps of another order are equal")
    func order() throws {
        #expect(try CBOR(decoding: hex("a201020304")) == CBOR(decoding: hex("a203040102")))
        #expect(try CBOR(decoding: hex("a201020304")) != CBOR(decoding: hex("a203040103")))
    }
}

private func hex(_ digits: String) -> [UInt8] { Hex.decode(digits) ?? [] }
