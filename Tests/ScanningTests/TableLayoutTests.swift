import BoundedJSON
import Testing

@testable import Scanning

@Suite("A table is found by its headings", .timeLimit(.minutes(3)))
struct TableLayoutTests {
    private static let columns = [0.05, 0.2, 0.45, 0.6, 0.63, 0.66, 0.9]
    private static let rows = [0.1, 0.2, 0.35, 0.5, 0.65, 0.8]

    private func table(
        _ headings: [String], upwards: [(String, Int)] = [], columns: [Double] = columns, rows: [Double] = rows,
        rulings: [ReadBox]? = nil
    ) -> ScanTemplate? {
        let words = headings.enumerated().flatMap { OverviewSamples.words($1, columns[$0] + 0.005, rows[0] + 0.02) }
        let turned = upwards.flatMap {
            OverviewSamples.words($0, columns[$1] + 0.008, rows[1] - 0.01, isUpward: true)
        }
        return TableLayout(
            OverviewSamples.overview(
                words, upwards: turned,
                rulings: rulings ?? OverviewSamples.rulings(columns: columns, rows: rows)),
            OverviewSamples.headings
        ).template()
    }

    private func written(_ template: ScanTemplate?) -> [String] {
        template?.pages[0].columns.map { "\($0.name): \($0.type.written)" } ?? []
    }

    @Test func columnsMayStandInAnyOrderInThreeLanguages() throws {
        let tables = [
            ["Unterschrift Arzt", "Impfstoff", "Chargen-Nr.", "", "", "Datum"],
            ["Signature", "Vaccine", "Batch No.", "", "", "Date"],
            ["Cachet du médecin", "Vaccin", "No du lot", "", "", "Date"],
        ]
        let crosses = [[("Masern", 3), ("FSME", 4)], [("Measles", 3), ("FSME", 4)], [("Rougeole", 3), ("FSME", 4)]]
        for (headings, crosses) in zip(tables, crosses) {
            let template = try #require(table(headings, upwards: crosses))
            #expect(
                written(template) == [
                    "stamp: stamp", "vaccine: vaccine-name", "batch: batch", "measles: cross:measles", "tbe: cross:tbe",
                    "date: date",
                ])
            let page = template.pages[0]
            #expect(page.rows == ScanRows(top: 0.2, height: 0.8 - 0.2, count: 4) && page.rows?.edges == nil)
            #expect(abs(page.columns[0].left - 0.05) < 0.001 && abs(page.columns[5].width - 0.24) < 0.002)
            #expect(try ScanTemplate(template.json) == template)
        }
    }

    @Test func oneColumnForVaccineAndBatchIsASticker() {
        #expect(
            written(table(["Datum", "Impfstoff, Ch.-B.", "verw. bis", "", "", "Arzt"])) == [
                "date: date", "sticker: sticker", "expiry: month", "stamp: stamp",
            ])
        #expect(written(table(["Datum", "Impfstoff", "Arzt", "", "", ""])).contains("sticker: sticker"))
    }

    @Test func aVaccinationsDateIsNoVaccine() {
        let names = written(table(["Vaccination date", "Vaccine", "Lot", "", "", "Physician"]))
        #expect(names == ["date: date", "vaccine: vaccine-name", "batch: batch", "stamp: stamp"])
    }

    @Test func hepatitisAIsNotB() {
        let crosses = [("Hepatitis A", 3), ("Hepatitis B", 4)]
        #expect(
            written(table(["Datum", "Impfstoff", "Lot", "", "", ""], upwards: crosses)).suffix(2) == [
                "hepatitis-a: cross:hepatitis-a", "hepatitis-b: cross:hepatitis-b",
            ])
        let both = written(table(["Datum", "Impfstoff", "Lot", "", "", ""], upwards: [("Hepatitis", 3)]))
        #expect(both.last == "hepatitis-a-hepatitis-b: cross:hepatitis-a+hepatitis-b")
    }

    @Test func twoColumnsOfOneKindHaveTwoNames() {
        let names = written(table(["Datum", "Impfstoff", "Datum", "", "", "Datum"]))
        #expect(names == ["date: date", "sticker: sticker", "date-2: date", "date-3: date"])
    }

    @Test func theWidestColumnWithoutAKnownHeadingIsTheVaccines() {
        #expect(written(table(["Datum", "xx~", "Lot", "", "", "Arzt"])).contains("vaccine: vaccine-name"))
        #expect(
            table(["Datum", "xx~", "Lot", "", "", "Arzt"], columns: [0.05, 0.2, 0.25, 0.6, 0.63, 0.66, 0.9]) != nil)
    }

    @Test func wordsOfTheFirstRowAreNoHeadings() throws {
        // A sticker that says Lot and EXP is in a column without a heading.
        let words =
            ["Datum", "Impfstoff"].enumerated().flatMap { OverviewSamples.words($1, Self.columns[$0] + 0.005, 0.12) }
            + OverviewSamples.words("Lot A1", 0.5, 0.25)
        let rulings = OverviewSamples.rulings(columns: Self.columns, rows: Self.rows)
        let layout = TableLayout(OverviewSamples.overview(words, rulings: rulings), OverviewSamples.headings)
        #expect(try #require(layout.template()).pages[0].rows?.count == 4)
    }

    @Test func aMissingRulingIsFilledInAndUnevenRowsStayAsTheyAre() throws {
        let headings = ["Datum", "Impfstoff", "Lot", "", "", "Arzt"]
        let missing = OverviewSamples.rulings(columns: Self.columns, rows: [0.1, 0.2, 0.3, 0.5, 0.6, 0.7])
        #expect(try #require(table(headings, rulings: missing)).pages[0].rows?.count == 5)
        let uneven = [0.1, 0.2, 0.27, 0.42, 0.5, 0.68]
        let page = try #require(table(headings, rulings: OverviewSamples.rulings(columns: Self.columns, rows: uneven)))
            .pages[0]
        #expect(page.rows?.count == 4)
        #expect(zip(page.rows?.edges ?? [], uneven.dropFirst()).allSatisfy { abs($0 - $1) < 0.002 })
        #expect(abs(try #require(page.box(of: "date", row: 2)).top - 0.27) < 0.002)
    }

    @Test func aTableWithoutRulingsHasItsRowsWhereItsDaysAre() throws {
        var words: [ReadWord] = []
        for (text, left) in [("Batch", 0.05), ("Date", 0.3), ("Vaccine", 0.5), ("Signature", 0.8)] {
            words += OverviewSamples.words(text, left, 0.1)
        }
        for (row, top) in [0.2, 0.3, 0.45].enumerated() {
            words += OverviewSamples.words("AB12\(row)", 0.05, top)
            words += OverviewSamples.words("0\(row + 1).05.2019", 0.28, top)
            words += OverviewSamples.words("Boostrix Polio", 0.48, top)
            words += OverviewSamples.words("GSK", 0.48, top + 0.025)
        }
        let template = TableLayout(OverviewSamples.overview(words), OverviewSamples.headings).template()
        let page = try #require(template).pages[0]
        #expect(written(template) == ["batch: batch", "date: date", "vaccine: vaccine-name", "stamp: stamp"])
        #expect(page.rows?.count == 3)
        for (row, top) in [0.2, 0.3, 0.45].enumerated() {
            let cell = try #require(page.box(of: "vaccine", row: row + 1))
            #expect(cell.top < top && cell.bottom > top + 0.04 && cell.left < 0.48 && cell.right > 0.6)
        }
    }

    @Test func aPageThatIsNoTableOfVaccinationsIsNone() {
        #expect(table(["Aufgabe", "Punkte", "Summe", "", "", "Note"]) == nil)
        #expect(table(["", "", "", "", "", ""]) == nil)
        #expect(table(["", "", "Ch.-B. A1", "", "", ""]) == nil, "a row, not a heading")
        #expect(table(["Datum", "", "", "", "", "Arzt"], columns: [0.05, 0.15, 0.2, 0.3, 0.33, 0.36, 0.4]) == nil)
        let letter = OverviewSamples.words("Am 3.5.2019 kam der Arzt mit dem Impfstoff, sagt Ada", 0.1, 0.2)
        #expect(TableLayout(OverviewSamples.overview(letter), OverviewSamples.headings).template() == nil)
        #expect(TableLayout(OverviewSamples.overview([]), OverviewSamples.headings).template() == nil)
    }

    @Test func rowsThatDontAscendAreRefused() throws {
        #expect(ScanRows(edges: [0.1, 0.3, 0.2]) == nil && ScanRows(edges: [0.1]) == nil)
        #expect(ScanRows(edges: [0.5, 1.2]) == nil && ScanRows(edges: [0.1, 0.2, 0.5])?.edges?.count == 3)
        let text = ScanSamples.bookletText.replacing(#""count":3"#, with: #""count":3,"edges":[0.2,0.3,0.25,0.8]"#)
        #expect(throws: ScanTemplateError(.shape)) { try ScanTemplate(parsing: Array(text.utf8)) }
        let good = ScanSamples.bookletText.replacing(#""count":3"#, with: #""count":3,"edges":[0.2,0.3,0.7,0.8]"#)
        let template = try ScanTemplate(parsing: Array(good.utf8))
        #expect(try ScanTemplate(template.json) == template && template.pages[0].rows?.edges?[1] == 0.3)
    }
}
