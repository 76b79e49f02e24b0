import Situation
import Testing

@Suite("Numbers as they are published", .timeLimit(.minutes(3)))
struct PublishedNumberTests {
    @Test(arguments: [
        ("0", "0"), ("2520", "2520"), ("0.20", "0.20"), ("00.5", "0.5"), ("1e+05", "100000"), ("1.5E3", "1500"),
        ("2.5e-4", "0.00025"), ("1326.1639372672964", "1326.1639372672964"),
        ("999999999999999.9999999999999999999999", "999999999999999.9999999999999999999999"),
    ])
    func keepsEveryPlace(_ written: String, _ expected: String) throws {
        #expect(try #require(PublishedNumber(written)).description == expected)
    }

    @Test(arguments: [
        "", ".", "1.", ".5", "-1", "+1", "1,5", "NA", "NaN", "inf", "1e", "1e99", "1e+", "0x10", "1 000", "１",
        "1000000000000000", "0.00000000000000000000001", "1e15",
    ])
    func refusesWhatIsNoNumber(_ written: String) { #expect(PublishedNumber(written) == nil) }

    @Test(arguments: [
        ("0.13", "0.23", "-0.10"), ("0.3", "0.1", "0.2"), ("0.2", "0.03", "0.17"), ("5", "5.00", "0.00"),
        ("2316", "2655", "-339"), ("1326.1639372672964", "1588.0192949660714", "-261.8553576987750"),
        ("999999999999999", "0.0000000000000000000001", "999999999999998.9999999999999999999999"),
    ])
    func subtractsWithoutRounding(_ left: String, _ right: String, _ expected: String) throws {
        let difference = try #require(PublishedNumber(left)) - #require(PublishedNumber(right))
        #expect(difference.description == expected)
    }

    @Test func comparesByValue() throws {
        let (short, long) = (try #require(PublishedNumber("0.1")), try #require(PublishedNumber("0.10")))
        #expect(short == long && short.hashValue == long.hashValue && !(short < long))
        #expect(PublishedNumber(9) < PublishedNumber(10))
    }
}
