import Testing

@testable import Scanning

@Suite("Stickers", .timeLimit(.minutes(3)))
struct StickerParserTests {
    private let parser = StickerParser(ScanSamples.settings)

    private func read(_ part: StickerParser.Part, _ lines: [String]) -> Candidate? {
        let words = lines.enumerated().flatMap { number, line in
            ScanSamples.reading(line).words.map {
                ReadWord(line: number, box: $0.box, confidence: $0.confidence, text: $0.text)
            }
        }
        return parser.candidates(for: part, in: RegionReading(variant: "grey-6", words: words)).first
    }

    @Test func aStickerIsTakenApart() {
        let lines = ["GSK", "Boostrix Polio", "1 Dosis (0,5 ml)", "Ch.-B.: AC14B898AA", "verw. bis: 08/2025"]
        #expect(read(.vaccine, lines)?.value == "boostrix-polio")
        #expect(read(.batch, lines)?.value == "AC14B898AA")
        #expect(read(.expiry, lines)?.value == "2025-08")
        #expect(read(.manufacturer, lines)?.value == "GSK")
    }

    @Test(arguments: [
        ("Ch.-B. H7657-0", "H7657-0"), ("CH.-B. 44M51J0", "44M51J0"), ("Charge Ej2683", "EJ2683"),
        ("LOT:A67761", "A67761"),
        ("Lot : 303091", "303091"), ("Batch No. A1/2", "A1/2"), ("Chargen-Nr. W58468,", "W58468"),
        ("L0T A67761", "A67761"),
        ("Lot A67761 EXP 08/2025", "A67761"), ("Charqe: A67761", "A67761"), ("Ch.-8.: P446938", "P446938"),
    ])
    func batchesStandAfterTheirLabels(line: String, batch: String) {
        #expect(read(.batch, ["Priorix", line])?.value == batch)
    }

    @Test func aBatchMayStandOnTheNextLine() {
        #expect(read(.batch, ["Priorix", "Ch.-B.:", "A67761"])?.value == "A67761")
    }

    @Test func withoutALabelItIsDoubted() throws {
        let batch = try #require(read(.batch, ["Priorix", "W58468"]))
        #expect(batch.value == "W58468" && batch.isDoubtful)
        #expect(read(.batch, ["Priorix", "1 Dosis (0,5 ml)", "08.2025"]) == nil)
    }

    @Test func neitherOIsTakenForTheOther() throws {
        let batch = try #require(read(.batch, ["Lot: AO10"]))
        #expect(batch.value == "AO10")
        #expect(batch.alternatives == ["A010", "AO1O"])
    }

    @Test func batchNumbersHaveBounds() {
        #expect(BatchNumber("AFUAKOBSAA") != nil && BatchNumber("Dosis") == nil && BatchNumber("MERCK") == nil)
        #expect(BatchNumber("A1") == nil && BatchNumber("A12") != nil)
        #expect(BatchNumber(String(repeating: "1", count: 20)) != nil)
        #expect(BatchNumber(String(repeating: "1", count: 21)) == nil)
        #expect(BatchNumber("ABC") == nil && BatchNumber("A+12") == nil && BatchNumber("Ä123")?.text == "123")
    }

    @Test(arguments: [
        ("EXP: 02/2022", "2022-02"), ("Exp. 09.2024", "2024-09"), ("verw. bis: 05/10", "2010-05"),
        ("EXP 2023-08", "2023-08"),
        ("verwendbar bis 12 2020", "2020-12"),
    ])
    func expiriesStandAfterTheirLabels(line: String, month: String) {
        #expect(read(.expiry, ["Priorix", "Lot: 12.2001", line])?.value == month)
    }
}
