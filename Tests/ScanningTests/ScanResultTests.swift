import BoundedJSON
import Scanning
import Testing

@Suite("What a page says", .timeLimit(.minutes(3)))
struct ScanResultTests {
    private static let code =
        "code\t0.3\t0.22\t0.35\t0.25\tDataMatrix\t(01)04025334999239(17)250800(10)G8C03(21)MR6D"

    private func result(
        _ texts: [Int: [String]], ink: [Int: Double] = [:], codes: [String] = []
    ) throws -> ScanResult {
        let answer = try ReaderAnswer(parsing: ScanSamples.answer(texts, ink: ink, codes: codes), regions: 12)
        return ScanResult(try ScanSamples.booklet(), [answer], ScanSamples.settings)
    }

    private static let sticker = ["Boostrix Polio", "Lot A67761", "EXP 08/2025"]
    private static let blank = [2: 0.01, 3: 0.01, 6: 0.01, 7: 0.01, 10: 0.01, 11: 0.01]

    @Test func aRowIsItsDateStickerAndCrosses() throws {
        let ink = Self.blank.merging([2: 0.12, 3: 0.1]) { $1 }
        let fields = try result([0: ["03.05.2024"], 1: Self.sticker], ink: ink).pages[0].rows[0].fields
        #expect(fields["date"]?.value == "2024-05-03" && fields["date"]?.isSure == true)
        #expect(fields["vaccine"]?.value == "boostrix-polio" && fields["vaccine"]?.isSure == true)
        #expect(fields["batch"]?.value == "A67761" && fields["expiry"]?.value == "2025-08")
        #expect(fields["polio"]?.value == "true" && fields["tdap"]?.value == "true")
        #expect(fields.values.allSatisfy { $0.confidence <= 0.99 })
    }

    @Test func anEmptyRowSaysNothing() throws {
        let rows = try result([0: ["03.05.2024"], 1: Self.sticker, 5: ["~ _"]], ink: Self.blank).pages[0].rows
        #expect(rows.map(\.number) == [1], "that no disease is crossed says nothing")
    }

    @Test func aCodeSaysBatchAndExpiryAndTheVaccineForCertain() throws {
        let fields = try result([1: ["Priorix", "Lot G8CO3"]], codes: [Self.code]).pages[0].rows[0].fields
        #expect(fields["batch"]?.value == "G8C03" && fields["batch"]?.confidence == 1)
        #expect(fields["expiry"]?.value == "2025-08" && fields["vaccine"]?.value == "fsme-immun")
        let wrong = Self.code.replacing("9239", with: "9238")
        let doubted = try result([1: ["Priorix", "Lot G8CO3"]], codes: [wrong]).pages[0].rows[0].fields
        #expect(doubted["batch"]?.value == "G8C03" && doubted["batch"]?.isSure == false)
        #expect(doubted["vaccine"]?.value == "priorix")
    }

    @Test func aCodeCountsInItsOwnRowOnly() throws {
        let rows = try result([1: ["Priorix", "Lot A1234"], 5: ["Priorix", "Lot B1234"]], codes: [Self.code]).pages[0]
            .rows
        #expect(rows[0].fields["batch"]?.value == "G8C03" && rows[1].fields["batch"]?.value == "B1234")
    }

    @Test func crossesDecideAmongNames() throws {
        let tdap = Self.blank.merging([3: 0.1]) { $1 }
        let plain = try result([1: ["Boostrix", "Lot A1234"]], ink: tdap).pages[0].rows[0].fields["vaccine"]
        #expect(plain?.value == "boostrix" && plain?.isSure == true)
        let both = tdap.merging([2: 0.1]) { $1 }
        let polio = try result([1: ["Boostrix", "Lot A1234"]], ink: both).pages[0].rows[0].fields["vaccine"]
        #expect(polio?.value == "boostrix-polio" && polio?.isSure == false)
        let unsaid = try result([1: ["Boostrix", "Lot A1234"]], ink: Self.blank).pages[0].rows[0].fields["vaccine"]
        #expect(unsaid?.value == "boostrix" && unsaid?.isSure == false)
        #expect(unsaid?.candidates.contains("boostrix-polio") == true)
    }

    @Test func inkBetweenEmptyAndMarkedIsUnsure() throws {
        let ink = Self.blank.merging([2: 0.035]) { $1 }
        let field = try result([1: Self.sticker], ink: ink).pages[0].rows[0].fields["polio"]
        #expect(field?.isSure == false && field?.candidates.count == 2)
    }

    @Test(arguments: [(60, ScanField.Band.type), (70, .type), (90, .check), (96, .clear)])
    func aDayThatIsNotNearlySureHasToBeTyped(confidence: Int, band: ScanField.Band) throws {
        let said = String(decoding: ScanSamples.answer([0: ["03.05.2024"], 1: Self.sticker]), as: UTF8.self)
        // One reading of two: nobody bears it out.
        let day = said.replacing("96\t03.05.2024", with: "\(confidence)\t03.05.2024").replacing(
            "words\t0\tbinary-7\nword\t0\t0.0\t0.1\t0.04\t0.2\t\(confidence)\t03.05.2024\n", with: "")
        let answer = try ReaderAnswer(parsing: Array(day.utf8), regions: 12)
        let field = ScanResult(try ScanSamples.booklet(), [answer], ScanSamples.settings).pages[0].rows[0].fields[
            "date"]
        #expect(field?.value == "2024-05-03" && field?.band == band)
    }

    @Test func aDittoMarkIsTheDateAboveAndUnsure() throws {
        let rows = try result([0: ["03.05.2024"], 1: Self.sticker, 4: ["\""], 5: ["Priorix"]]).pages[0].rows
        #expect(rows[1].fields["date"]?.value == "2024-05-03" && rows[1].fields["date"]?.isSure == false)
    }

    @Test func aColumnOfItsOwnWins() throws {
        let text = ScanSamples.bookletText.replacing(
            #"{"name":"polio","type":"cross:polio","#, with: #"{"name":"batch","type":"batch","#)
        let template = try ScanTemplate(parsing: Array(text.utf8))
        for (own, batch) in [(["B4444"], "B4444"), ([], "A67761")] {
            let answer = try ReaderAnswer(parsing: ScanSamples.answer([1: Self.sticker, 2: own]), regions: 12)
            let row = ScanResult(template, [answer], ScanSamples.settings).pages[0].rows[0]
            #expect(row.fields["batch"]?.value == batch)
        }
    }

    @Test func brokenLinksMakeTheirFieldsDoubtful() throws {
        let page = try result([0: ["03.09.2025"], 1: Self.sticker]).pages[0]
        #expect(page.links.map(\.holds) == [false])
        #expect(page.rows[0].fields["date"]?.isSure == false && page.rows[0].fields["expiry"]?.isSure == false)
    }

    @Test func theAnswerIsTheInterfaceToTheLetter() throws {
        let ink = Self.blank.merging([2: 0.12, 3: 0.1]) { $1 }
        let json = try result([0: ["03.05.2024"], 1: Self.sticker], ink: ink).json
        let page = try #require(json["pages"]?[0])
        #expect(page["found"] == true && page["corners"]?[1]?[0]?.floatingPoint == 2990)
        #expect(page["rows"]?[0]?["row"] == 1)
        let vaccine = try #require(page["rows"]?[0]?["fields"]?["vaccine"])
        #expect(vaccine["value"] == "boostrix-polio" && vaccine["sure"] == true)
        #expect(vaccine.members?.map(\.name) == ["text", "value", "confidence", "sure", "candidates"])
        let link = try #require(page["links"]?[0])
        #expect(link == ["kind": "agrees", "regions": ["vaccine-1", "polio-1", "tdap-1"], "holds": true])
    }

    @Test func aPageThatIsNotFoundSaysSo() throws {
        let answer = try ReaderAnswer(
            parsing: Array("picture\t9\t9\npage\tasked\t0.2\t-\nquality\tdark\n".utf8), regions: 12)
        for answers in [[answer], [nil], []] {
            let page = try #require(
                ScanResult(try ScanSamples.booklet(), answers, ScanSamples.settings).json["pages"]?[0])
            #expect(page["found"] == false && page["corners"] == .null && page["rows"] == [])
        }
    }
}
