import CivilDates
import Foundation
import Scanning
import Testing

/// What the tests of scanning read.
enum ScanSamples {
    static let entries = [
        LexiconEntry(
            id: "boostrix", names: ["Boostrix"], targets: ["tetanus", "diphtheria", "pertussis"], manufacturers: ["GSK"]
        ),
        LexiconEntry(
            id: "boostrix-polio", names: ["Boostrix Polio", "Boostrix-IPV"],
            targets: ["tetanus", "diphtheria", "pertussis", "polio"], manufacturers: ["GSK"]),
        LexiconEntry(id: "prevenar-13", names: ["Prevenar 13"], targets: ["pneumococcal"], manufacturers: ["Pfizer"]),
        LexiconEntry(id: "prevenar-20", names: ["Prevenar 20"], targets: ["pneumococcal"], manufacturers: ["Pfizer"]),
        LexiconEntry(id: "priorix", names: ["Priorix"], targets: ["measles", "mumps", "rubella"]),
        LexiconEntry(
            id: "fsme-immun", names: ["FSME-IMMUN Erwachsene"], targets: ["tbe"], manufacturers: ["Pfizer"],
            gtins: ["04025334999239"]),
    ]

    static let settings = ScanSettings(
        today: day("2026-11-25"), lexicon: VaccineLexicon(entries), names: ["Emilia Weber", "Jonas Weber"],
        holder: "Emilia Weber")

    static func day(_ text: String) -> CalendarDate { CalendarDate(text) ?? .first }

    /// A reading of these lines, every word with the same confidence.
    static func reading(_ lines: String..., confidence: Double = 0.95) -> RegionReading {
        let words = lines.enumerated().flatMap { number, line in
            line.split(separator: " ").enumerated().map { place, word in
                ReadWord(
                    line: number,
                    box: ReadBox(left: Double(place) / 20, top: 0, right: Double(place + 1) / 20, bottom: 1),
                    confidence: confidence, text: String(word))
            }
        }
        return RegionReading(variant: "grey-7", words: words)
    }

    /// A booklet's page of three rows: date, sticker, two columns of crosses.
    static func booklet() throws -> ScanTemplate {
        try ScanTemplate(parsing: Array(bookletText.utf8))
    }

    static let bookletText = """
        {"format":"vaccinapp-scan-template/1","id":"small","title":"Schutzimpfungen","aspect":1.4,
        "rows":{"top":0.2,"height":0.6,"count":3},"columns":[
        {"name":"date","type":"date","left":0.0,"width":0.2},
        {"name":"sticker","type":"sticker","left":0.2,"width":0.4},
        {"name":"polio","type":"cross:polio","left":0.6,"width":0.05},
        {"name":"tdap","type":"cross:tetanus+diphtheria","left":0.65,"width":0.05}],"regions":[],"links":[]}
        """

    /// What the reader says of a page: each region's lines in two readings, the cells' ink, and the codes' lines.
    static func answer(_ texts: [Int: [String]], ink: [Int: Double] = [:], codes: [String] = []) -> [UInt8] {
        var lines = ["picture\t3000\t2000", "page\tfound\t0.97\t10 10 2990 10 2990 1990 10 1990", "quality"]
        for (number, text) in texts.sorted(by: { $0.key < $1.key }) {
            for variant in ["grey-7", "binary-7"] {
                lines.append("words\t\(number)\t\(variant)")
                for (line, words) in text.enumerated() {
                    for (place, word) in words.split(separator: " ").enumerated() {
                        let left = Double(place) / 20
                        lines.append("word\t\(line)\t\(left)\t0.1\t\(left + 0.04)\t0.2\t96\t\(word)")
                    }
                }
            }
        }
        lines += ink.sorted { $0.key < $1.key }.map { "ink\t\($0.key)\t\($0.value)" }
        return Array((lines + codes).joined(separator: "\n").utf8) + [10]
    }

    /// The catalogue of this repository, as the program tells the lexicon of it.
    static func catalogue() throws -> [LexiconEntry] {
        struct Catalogue: Decodable {
            struct Vaccine: Decodable {
                let id: String
                let name: String
                let aliases: [String]?
            }
            let vaccines: [Vaccine]
        }
        let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "../../Catalogue")
        return try ["vaccines-human.json", "vaccines-animal.json"].flatMap { name in
            try JSONDecoder().decode(Catalogue.self, from: Data(contentsOf: folder.appending(path: name))).vaccines
        }.map { LexiconEntry(id: $0.id, names: [$0.name] + ($0.aliases ?? [])) }
    }
}
