import CivilDates
import Scanning
import Testing

@Suite("GS1 element strings", .timeLimit(.minutes(3)))
struct GS1ElementTests {
    private func read(_ text: String) -> GS1Element? { GS1Element(text, thisYear: 2026) }

    @Test(arguments: [
        "(01)04025334999239(17)230100(10)G8C03(21)MR6DAX74HXAD",
        "010402533499923917230100" + "10G8C03\u{1D}21MR6DAX74HXAD",
        "]d2010402533499923921MR6DAX74HXAD\u{1D}17230100" + "10G8C03",
        "\u{1D}010402533499923917230100" + "10G8C03\u{1D}21MR6DAX74HXAD\u{1D}",
    ])
    func everyFormIsRead(text: String) throws {
        let element = try #require(read(text))
        #expect(element.gtin == "04025334999239" && element.isChecked)
        #expect(
            element.expiry?.description == "2023-01" && element.batch == "G8C03" && element.serial == "MR6DAX74HXAD")
    }

    @Test func theDayZeroIsTheMonthsLast() {
        #expect(read("17240200" + "10A")?.expiry?.latest.description == "2024-02-29")
        #expect(read("17240215" + "10A")?.expiry?.description == "2024-02-15")
        #expect(read("17991200" + "10A")?.expiry?.year == 1999)
    }

    @Test func aWrongCheckDigitIsSeen() {
        #expect(read("0104025334999238" + "10A")?.isChecked == false)
        #expect(read("10AB1")?.isChecked == false)
    }

    @Test(arguments: [
        "", "hello", "01123", "17241300" + "10A", "17240230", "10", "10" + String(repeating: "A", count: 21), "(01)abc",
        "(10", "HC1:NCF", "21ABC", String(repeating: "10A\u{1D}", count: 200), "17202A00",
    ])
    func whatIsNoneIsRefused(text: String) {
        #expect(read(text) == nil)
    }
}
