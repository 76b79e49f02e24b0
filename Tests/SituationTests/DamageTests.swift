import Situation
import Seeded
import Testing

@Suite("Damaged data files", .timeLimit(.minutes(3)))
struct DamageTests {
    /// What has to become of a file.
    enum Outcome: Sendable, Equatable {
        case refused(SituationError.Code)
        /// Taken, and its numbers are those of the undamaged file.
        case right
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        let name: String
        let outcome: Outcome
        let change: @Sendable (String) -> [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ outcome: Outcome, bytes change: @escaping @Sendable (String) -> [UInt8]) {
            (self.name, self.outcome, self.change) = (name, outcome, change)
        }

        init(_ name: String, _ outcome: Outcome, _ change: @escaping @Sendable (String) -> String) {
            self.init(name, outcome, bytes: { Array(change($0).utf8) })
        }
    }

    /// Four weeks over New Year 2020/21, which has a week 53, in two areas and two ages.
    static let sample: String = {
        var text = "Saison\tKalenderwoche\tBundesland\tBundesland_ID\tAltersgruppe\tARE_Konsultationsinzidenz\n"
        for (index, week) in ["2020-W52", "2020-W53", "2021-W01", "2021-W02"].enumerated() {
            for (area, key) in [("Bundesweit", 0), ("Thueringen", 16)] {
                for (number, age) in ["00+", "0-4"].enumerated() {
                    text += "2020/21\t\(week)\t\(area)\t\(key)\t\(age)\t\(1_000 + 100 * index + 10 * key + number)\n"
                }
            }
        }
        return text
    }()

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
    private static func joined(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
    private static func eachLine(_ text: String, _ change: (String) -> String) -> String {
        joined(lines(text).map(change))
    }
    /// One field of one row; the heading is line 0.
    private static func field(_ text: String, _ line: Int, _ column: Int, _ value: String) -> String {
        var all = lines(text)
        var fields = all[line].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        fields[column] = value
        all[line] = fields.joined(separator: "\t")
        return joined(all)
    }

    /// The list: each kind of damage, and what becomes of it.
    static let list: [Damage] = [
        // The file as a whole.
        Damage("nothing at all", .refused(.empty)) { _ in "" },
        Damage("a heading alone", .refused(.noRows)) { joined([lines($0)[0]]) },
        Damage("a web page", .refused(.webPage)) { _ in "<!DOCTYPE html>\n<html><body>404</body></html>\n" },
        Damage("a web page after blank lines", .refused(.webPage)) { _ in "\n\n  <html></html>\n" },
        Damage("what Git keeps for a large file", .refused(.pointer)) { _ in
            "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "0", count: 64))\nsize 19057\n"
        },
        Damage(
            "more than 20 MiB", .refused(.tooLarge),
            bytes: { text in
                Array(text.utf8) + [UInt8](repeating: 10, count: 20 << 20)
            }),
        Damage(
            "Latin-1", .refused(.notText),
            bytes: { text in
                text.replacing("Thueringen", with: "Th\u{FC}ringen").unicodeScalars.map { UInt8($0.value) }
            }),
        Damage("a NUL", .refused(.notText), bytes: { Array($0.utf8) + [0, 10] }),
        Damage("UTF-16", .refused(.notText), bytes: { $0.utf8.flatMap { [$0, 0] } }),
        Damage("JSON", .refused(.line)) { _ in "{\"a\": 1}\n" },
        Damage("another table", .refused(.columns)) { _ in
            SeriesTests.heading + "2026-W02\tDeutschland\t00\t00+\t3\t0.30\n"
        },
        Damage("two files in one", .refused(.type)) { $0 + $0 },
        Damage("commas for tabs", .refused(.columns)) { $0.replacing("\t", with: ",") },
        // Its end.
        Damage("cut in the middle of a line", .refused(.cutOff)) { String($0.dropLast(8)) },
        Damage("cut within the last number", .refused(.cutOff)) { String($0.dropLast(2)) },
        Damage("cut at the last line break", .refused(.cutOff)) { String($0.dropLast(1)) },
        Damage("cut within the heading", .refused(.cutOff)) { String($0.prefix(30)) },
        Damage("an empty line at the end", .refused(.fields)) { $0 + "\n" },
        // Columns.
        Damage("a column more", .refused(.columns)) { eachLine($0) { $0 + "\t1" } },
        Damage("a column less", .refused(.columns)) {
            eachLine($0) { $0[..<($0.lastIndex(of: "\t") ?? $0.endIndex)].description }
        },
        Damage("a column by another name", .refused(.columns)) { $0.replacing("Altersgruppe", with: "Alter") },
        Damage("a column twice", .refused(.columns)) { $0.replacing("Bundesland_ID", with: "Bundesland") },
        Damage("a heading in capitals", .refused(.columns)) { text in
            joined([lines(text)[0].uppercased()] + lines(text).dropFirst())
        },
        Damage("no heading", .refused(.columns)) { joined(Array(lines($0).dropFirst())) },
        Damage("a row with a field more", .refused(.fields)) { text in
            joined(lines(text).enumerated().map { $0 == 3 ? $1 + "\t1" : $1 })
        },
        Damage("a row with a field less", .refused(.fields)) { text in
            joined(lines(text).enumerated().map { $0 == 3 ? String($1.dropLast(5)) : $1 })
        },
        Damage("an empty line within", .refused(.fields)) { text in
            joined(lines(text).enumerated().map { $0 == 3 ? "\n" + $1 : $1 })
        },
        Damage("columns in another order", .right) { text in
            eachLine(text) { $0.split(separator: "\t").reversed().joined(separator: "\t") }
        },
        // Rows.
        Damage("a row twice", .refused(.duplicate)) { $0 + lines($0)[1] + "\n" },
        Damage("a key twice with another number", .refused(.duplicate)) { $0 + lines($0)[1].dropLast(4) + "7777\n" },
        Damage("rows backwards", .right) { text in joined([lines(text)[0]] + lines(text).dropFirst().reversed()) },
        Damage("rows shuffled", .right) { text in
            var generator = SeededGenerator(seed: 24)
            return joined([lines(text)[0]] + lines(text).dropFirst().shuffled(using: &generator))
        },
        Damage("a line of 10,000 bytes", .refused(.line)) { field($0, 2, 2, String(repeating: "x", count: 10_000)) },
        // Fields.
        Damage("a week 53 that there isn't", .refused(.type)) { field($0, 2, 1, "2021-W53") },
        Damage("a week 00", .refused(.type)) { field($0, 2, 1, "2021-W00") },
        Damage("a day for a week", .refused(.type)) { field($0, 2, 1, "2021-01-04") },
        Damage("a season of three years", .refused(.type)) { field($0, 2, 0, "2020/23") },
        Damage("a state that there isn't", .refused(.value)) { field($0, 2, 2, "Preussen") },
        Damage("a state's name in umlauts where the table has ASCII", .refused(.value)) {
            field($0, 2, 2, "Thüringen")
        },
        Damage("one state's name and another's key", .refused(.area)) { field($0, 3, 3, "9") },
        Damage("an age that there isn't", .refused(.value)) { field($0, 2, 4, "4-0") },
        Damage("a number with a comma", .refused(.type)) { field($0, 2, 5, "1,5") },
        Damage("a number with a minus", .refused(.type)) { field($0, 2, 5, "-5") },
        Damage("a fraction where whole numbers stand", .refused(.type)) { field($0, 2, 5, "1.5") },
        Damage("letters for a number", .refused(.type)) { field($0, 2, 5, "l000") },
        Damage("a number of 400 digits", .refused(.type)) { field($0, 2, 5, String(repeating: "9", count: 400)) },
        Damage("nothing for a number", .refused(.missing)) { field($0, 2, 5, "") },
        Damage("NA for an age", .refused(.value)) { field($0, 2, 4, "NA") },
        Damage("a blank after a number", .refused(.type)) { field($0, 2, 5, "1001 ") },
        Damage("a quotation mark that isn't closed", .refused(.line)) { field($0, 2, 2, "\"Bundesweit") },
        // What is harmless.
        Damage("a byte order mark", .right) { "\u{FEFF}" + $0 },
        Damage("line breaks of Windows", .right) { $0.replacing("\n", with: "\r\n") },
        Damage("every field in quotation marks", .right) { text in
            eachLine(text) { $0.split(separator: "\t").map { "\"\($0)\"" }.joined(separator: "\t") }
        },
    ]

    private static func read(_ bytes: [UInt8]) throws -> [IndicatorKey: Series] {
        let catalogue = try SituationCatalogue.shipped()
        return try DataEdition(bytes, of: try #require(catalogue.table("are")), in: catalogue).series
    }

    @Test func theListIsLongEnough() { #expect(Self.list.count >= 50) }

    @Test func readsWeek53BetweenItsNeighbours() throws {
        let series = try Self.read(Array(Self.sample.utf8))
        let state = try #require(series[IndicatorKey(indicator: "ari-consultations", area: "DE-TH", age: "0-4")])
        #expect(state.newest.map(\.period.description) == ["2021-W02", "2021-W01", "2020-W53", "2020-W52"])
        #expect(state.newest.map { $0.change?.description } == ["100", "100", "100", nil])
    }

    @Test(arguments: list)
    func eachIsRefusedOrRight(_ damage: Damage) throws {
        let bytes = damage.change(Self.sample)
        switch damage.outcome {
        case .right: #expect(try Self.read(bytes) == Self.read(Array(Self.sample.utf8)))
        case .refused(let code):
            #expect {
                try Self.read(bytes)
            } throws: { error in
                (error as? SituationError)?.code == code
            }
        }
    }

    /// Bytes changed, taken out, put in and swapped at random: what is taken says what its rows say, never a crash.
    @Test func whatIsTakenSaysWhatItsRowsSay() throws {
        var generator = SeededGenerator(seed: 2_026)
        let original = Array(Self.sample.utf8)
        var refused = 0
        for _ in 0..<2_000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(UInt8.random(in: 32...126, using: &generator), at: place)
                case 3: bytes.swapAt(place, Int.random(in: bytes.indices, using: &generator))
                default: bytes.removeSubrange(place..<min(bytes.count, place + 40))
                }
            }
            guard let series = try? Self.read(bytes) else {
                refused += 1
                continue
            }
            let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
            for point in series.values.flatMap(\.points) {
                let value = point.value?.description ?? "NA"
                #expect(rows.contains { $0.contains(point.period.description) && $0.contains(value) })
            }
        }
        #expect(refused > 1_000)
    }

    /// The same damage to the RKI's own files, read by whichever table they seem to be of.
    @Test(.enabled(if: SharedData.folder != nil, "the RKI's excerpts are in ../shared/data"))
    func fiftyDamagedCopiesOfPublishedFilesAreRefusedOrRight() throws {
        let catalogue = try SituationCatalogue.shipped()
        var generator = SeededGenerator(seed: 50)
        let names = SharedData.excerpts.values.sorted()
        for number in 0..<50 {
            let name = names[number % names.count]
            let original = try SharedData.bytes(name)
            let whole = try DataEdition.recognise(original, named: name, in: catalogue)
            var bytes = original
            let place = Int.random(in: 200..<bytes.count, using: &generator)
            switch number % 5 {
            case 0: bytes.removeSubrange(place...)
            case 1: bytes.insert(whole.table.separator, at: place)
            case 2:
                let line = original.split(separator: 10)[Int.random(in: 1..<whole.rows, using: &generator)]
                bytes += Array(line) + [10]
            // Rows that are gone between two others can't be missed, and what is counted is then less.
            case 3 where whole.table.id != "polio": bytes.removeSubrange(place..<min(place + 300, bytes.count))
            default: bytes[place] = UInt8(ascii: "~")
            }
            guard let taken = try? DataEdition.recognise(bytes, named: name, in: catalogue) else { continue }
            let wrong = taken.series.values.flatMap { series in
                series.points.filter { point in
                    !(whole.series[series.key]?.points.contains { $0.period == point.period && $0.value == point.value }
                        ?? false)
                }
            }
            #expect(wrong.isEmpty, "\(name), copy \(number)")
        }
    }
}
