import Testing

@testable import ByteCoding

@Suite("A number from outside is one of a range", .timeLimit(.minutes(3)))
struct NumbersFromOutsideTests {
    @Test(arguments: [
        ("0", 0), ("-3", -3), ("+5", 5), ("007", 7), ("9", 9), ("10", nil), ("-4", nil), ("", nil), ("-", nil),
        ("+-1", nil), (" 1", nil), ("1.0", nil), ("1e0", nil), ("\u{663}", nil), ("9223372036854775808", nil),
        ("00000000000000000001", nil),
    ])
    func aTextIsReadWithinTheRangeOrNotAtAll(text: String, number: Int?) {
        #expect(Int(typed: text, in: -3...9) == number)
    }

    @Test(arguments: [
        (0, 0), (4.9, 4), (-2.9, -2), (9, 9), (9.1, 9), (-3.1, -3), (1e300, 9), (-1e300, -3), (.infinity, 9),
        (-.infinity, -3), (.nan, -3),
    ])
    func aNumberWithAFractionEndsAtTheRange(number: Double, whole: Int) {
        #expect(Int(number, clampedTo: -3...9) == whole)
    }

    @Test func theLargestRangesHoldToo() {
        #expect(UInt64(-1.0, clampedTo: 0...1 << 63) == 0 && UInt64(1e19, clampedTo: 0...1 << 63) == 1 << 63)
        #expect(Int64(0x1p63, clampedTo: .min ... .max) == .max && Int64(-0x1p63, clampedTo: .min ... .max) == .min)
    }
}
