import CivilDates
import Foundation
import Scanning

/// Reads one input of libFuzzer's as a layer of reading a page takes it.
///
/// `scripts/fuzz` builds and runs it. The first byte chooses the layer, so that what is found for one feeds the others.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let layer = bytes.first else { return 0 }
    let input = Array(bytes.dropFirst())
    switch layer % 5 {
    case 0: _ = (try? ScanTemplate(parsing: input)).map { ReaderRequest().header(for: $0.pages[0]) }
    case 1:
        guard let template, let answer = try? ReaderAnswer(parsing: input, regions: template.pages[0].count) else {
            break
        }
        _ = ScanResult(template, [answer], settings).json
    case 2:
        // Any words in the cells of a row.
        let words = String(decoding: input, as: UTF8.self).split(separator: "\n").prefix(80).enumerated().map {
            "words\t\($0 % 6)\tgrey-7\nword\t0\t0.1\t0.1\t0.2\t0.2\t95\t\($1.filter { $0 != "\t" })\n"
        }
        guard let template, let answer = answer(words.joined(), regions: template.pages[0].count) else { break }
        _ = ScanResult(template, [answer], settings).json
    case 3:
        // Any words in the places of headings and days, with any rulings.
        let words = String(decoding: input, as: UTF8.self).split(separator: "\n").prefix(200).enumerated().map {
            place, text in
            let (left, top) = (Double(place % 6) / 6, Double(place / 6) / 34)
            return "word\t0\t\(left)\t\(top)\t\(left + 0.1)\t\(top + 0.02)\t95\t\(text.filter { $0 != "\t" })\n"
        }
        let rulings = input.prefix(40).enumerated().map { place, byte in
            let position = Double(byte) / 255
            return place.isMultiple(of: 2)
                ? "ruling\t0\t\(position)\t0\t\(position + 0.001)\t1\n"
                : "ruling\t0\t0\t\(position)\t1\t\(position + 0.001)\n"
        }
        layOut(answer("words\t0\tpage-11\n" + words.joined() + rulings.joined(), regions: 1))
    default: layOut(try? ReaderAnswer(parsing: input, regions: 1))
    }
    return 0
}

private func answer(_ body: String, regions: Int) -> ReaderAnswer? {
    let head = "picture\t100\t100\npage\tfound\t0.9\t0 0 140 0 140 100 0 100\nquality\n"
    return try? ReaderAnswer(parsing: Array((head + body).utf8), regions: regions)
}

private func layOut(_ answer: ReaderAnswer?) {
    guard let answer else { return }
    let overview = PageOverview(answer)
    _ = template.map { TemplateSimilarity($0, overview).isPossible }
    guard let table = TableLayout(overview, headings).template() else { return }
    // What is kept as text must be what was found.
    guard let again = try? ScanTemplate(table.json), again == table else { fatalError("a table that can't be kept") }
}

private let headings = HeadingWords(diseases: [
    ("Masern", ["measles"]), ("Hepatitis A", ["hepatitis-a"]), ("FSME", ["tbe"]),
])

private let template = try? ScanTemplate(
    parsing: Array(
        """
        {"title":"Schutzimpfungen","aspect":1.4,"rows":{"top":0.2,"height":0.6,"count":2},"columns":[
        {"name":"date","type":"date","left":0,"width":0.2,"heading":"Datum"},
        {"name":"sticker","type":"sticker","left":0.2,"width":0.4,"heading":"Impfstoff"},
        {"name":"polio","type":"cross:polio","left":0.6,"width":0.1}]}
        """.utf8))

private let settings = ScanSettings(
    today: CalendarDate("2026-11-25") ?? .first,
    lexicon: VaccineLexicon([
        LexiconEntry(id: "boostrix-polio", names: ["Boostrix Polio"], targets: ["tetanus", "polio"]),
        LexiconEntry(id: "priorix", names: ["Priorix"], targets: ["measles"]),
    ]), names: ["Emilia Weber"], holder: "Emilia Weber")
