import BoundedJSON
import Foundation
import Seeded
import Testing

@testable import Scanning

/// `VACCINAPP_FUZZ` sets the number of inputs: 1000000 is the long form.
@Suite(
    "Strangers' templates, answers and words are read or refused, and nothing else happens",
    .timeLimit(.minutes(LongForm.minutes)))
struct ScanningFuzzTests {
    private static let count =
        ProcessInfo.processInfo.environment["VACCINAPP_FUZZ"].flatMap { Int($0, radix: 10) } ?? 1000

    @Test func mutatedTemplatesAreReadOrRefused() throws {
        var generator = SeededGenerator(seed: 2026)
        var read = 0
        for _ in 0..<Self.count {
            var bytes = Array(ScanSamples.bookletText.utf8)
            for _ in 0...Int.random(in: 0..<3, using: &generator) { Self.mutate(&bytes, using: &generator) }
            guard let template = try? ScanTemplate(parsing: bytes) else { continue }
            read += 1
            let again = try? ScanTemplate(parsing: JSONWriter.text(template.json))
            #expect(again == template)
            #expect(template.pages.allSatisfy { $0.count <= ScanTemplate.mostRegions })
            _ = ReaderRequest().header(for: template.pages[0])
        }
        #expect(read > 0)
    }

    @Test func extremesOfTemplatesAreReadOrRefused() {
        for (_, text) in Extremes.variants(of: ScanSamples.bookletText) {
            guard let template = try? ScanTemplate(parsing: Array(text.utf8)) else { continue }
            for region in template.placed.flatMap({ $0 }) {
                #expect(region.box.right <= 1.00001 && region.box.bottom <= 1.00001 && region.box.left >= 0)
            }
        }
    }

    @Test func mutatedAnswersAreReadOrRefused() throws {
        var generator = SeededGenerator(seed: 2027)
        let template = try ScanSamples.booklet()
        let code = "code\t0.3\t0.22\t0.35\t0.25\tDataMatrix\t0104025334999239172508" + "0010G8C03\\x1D21MR6D"
        let answer = ScanSamples.answer(
            [0: ["03.05.2019"], 1: ["Boostrix Polio", "Lot A67761", "EXP 08/2025"], 4: ["\""], 5: ["Priorix"]],
            ink: [2: 0.2, 3: 0.01, 6: 0.01], codes: [code])
        var read = 0
        for _ in 0..<Self.count {
            var bytes = answer
            for _ in 0...Int.random(in: 0..<3, using: &generator) { Self.mutate(&bytes, using: &generator) }
            guard let parsed = try? ReaderAnswer(parsing: bytes, regions: 12) else { continue }
            read += 1
            let result = ScanResult(template, [parsed], ScanSamples.settings)
            for field in result.values.values { #expect((0...1).contains(field.confidence) && !field.confidence.isNaN) }
            #expect((try? JSONValue(parsing: result.json.compactText)) != nil)
        }
        #expect(read > Self.count / 10)
    }

    @Test func anyWordsAndRulingsAreATableOrNone() throws {
        var generator = SeededGenerator(seed: 2030)
        let texts = [
            "Datum", "Date", "Impfstoff", "Impfstoff\u{200D}", "Ch.-B.", "Lot", "Arzt", "Masern", "Hepatitis", "B",
            "03.05.2019", "\u{202E}x",
        ]
        var tables = 0
        for _ in 0..<max(100, Self.count / 10) {
            func place() -> Double { Double.random(in: -0.1...1.1, using: &generator) }
            let words = (0..<30).map { _ in
                let (left, top) = (place(), place())
                let box = ReadBox(left: left, top: top, right: left + 0.1, bottom: top + 0.02)
                return ReadWord(line: 0, box: box, confidence: 0.9, text: texts.randomElement(using: &generator) ?? "")
            }
            let rulings = (0..<Int.random(in: 0..<20, using: &generator)).map { number in
                let position = place()
                return number.isMultiple(of: 2)
                    ? ReadBox(left: position, top: 0, right: position, bottom: 1)
                    : ReadBox(left: 0, top: position, right: 1, bottom: position)
            }
            let overview = OverviewSamples.overview(words, upwards: words, rulings: rulings)
            guard let table = TableLayout(overview, OverviewSamples.headings).template() else { continue }
            tables += 1
            #expect(try ScanTemplate(table.json) == table, "what is kept is what was found")
        }
        #expect(tables > 10)
    }

    @Test func anyWordsAreReadInBoundedTime() throws {
        var generator = SeededGenerator(seed: 2028)
        let lexicon = VaccineLexicon(try ScanSamples.catalogue())
        let settings = ScanSettings(
            today: ScanSamples.day("2026-11-25"), lexicon: lexicon, names: ScanSamples.settings.names)
        var rules = RegionRules()
        (rules.choices, rules.pattern) = (["Ja", "Nein"], "A-99")
        let parsers: [any FieldParser] = [
            DateParser(settings), DateParser(settings, mayBeAhead: true), MonthParser(settings), BatchParser(),
            VaccineParser(lexicon: lexicon), NumberParser(.points), NumberParser(.grade), ChoiceParser(["Ja", "Nein"]),
            CodeParser(rules: rules), CodeParser(rules: RegionRules()), PersonNameParser(settings.names), TextParser(),
        ]
        let sticker = StickerParser(settings)
        for round in 0..<max(100, Self.count / 5) {
            let reading = Self.reading(isHuge: round % 200 == 0, using: &generator)
            let start = ProcessorTime.ofThisThread
            let found =
                parsers.map { $0.candidates(in: reading) }
                + StickerParser.Part.allCases.map { sticker.candidates(for: $0, in: reading) }
            for candidates in found { #expect(candidates.allSatisfy { (0...1).contains($0.confidence) }) }
            _ = Vote.field(found)
            #expect(ProcessorTime.ofThisThread - start < 20)
        }
    }

    private static func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        guard !bytes.isEmpty else { return bytes.append(0) }
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &generator), at: index)
        case 3: bytes.removeSubrange(index...)
        case 4: bytes.insert(contentsOf: bytes[index...].prefix(60), at: index)
        case 5: bytes.insert(contentsOf: (Extremes.numbers.randomElement(using: &generator) ?? "").utf8, at: index)
        default: bytes[index] = UInt8(ascii: "9")
        }
    }

    private static func reading(isHuge: Bool, using generator: inout SeededGenerator) -> RegionReading {
        let pieces =
            Extremes.dates + Extremes.texts + ["Lot", "EXP:", "Ch.-B.", "Boostrix", "03.05.19", "A67", "\"", "|"]
        let count = isHuge ? 5_000 : Int.random(in: 0...12, using: &generator)
        let words = (0..<count).map { place in
            var text = Array((pieces.randomElement(using: &generator) ?? "").utf8.prefix(isHuge ? 8_000 : 200))
            if Bool.random(using: &generator) { mutate(&text, using: &generator) }
            let left = Double(place % 10) / 10
            return ReadWord(
                line: place / 4, box: ReadBox(left: left, top: 0, right: left + 0.05, bottom: 1),
                confidence: Double.random(in: 0...1, using: &generator), text: String(decoding: text, as: UTF8.self))
        }
        return RegionReading(variant: "grey-7", words: words)
    }
}
