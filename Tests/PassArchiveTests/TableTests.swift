import CivilDates
import Foundation
import Immunization
import Model
import PassArchive
import Synchronization
import Testing

@Suite("Tables of vaccinations", .timeLimit(.minutes(3)))
struct TableTests {
    private static func withoutWhatTablesCantHold(_ vaccination: ArchivedVaccination) -> ArchivedVaccination {
        var vaccination = vaccination
        (vaccination.id, vaccination.createdAt, vaccination.updatedAt) = (nil, nil, nil)
        return vaccination
    }

    @Test("no heading means two columns, and each field's name is one")
    func headings() {
        #expect(
            Vaccination.fields.map { VaccinationColumn(heading: $0.name)?.field.name } == Vaccination.fields.map(\.name)
        )
        let words = VaccinationColumn.words.flatMap(\.words)
        #expect(Dictionary(grouping: words) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
    }

    @Test("vaccinations of 1,000 random passes come back, with every separator", arguments: TableSeparator.allCases)
    func roundTrip(separator: TableSeparator) throws {
        var random = RandomPasses(seed: 31)
        for _ in 0..<1000 {
            let pass = random.pass()
            let table = try VaccinationTable(TableExport.write(pass, separator: separator), separator: separator)
            let result = try TableImport(table, mapping: table.suggestedMapping, codes: .none, species: pass.kind)
            #expect(result.vaccinations == pass.vaccinations.map(Self.withoutWhatTablesCantHold))
            #expect(result.rejections.isEmpty)
        }
    }

    @Test("a doctor's table: semicolons, German dates and headings, Windows-1252, rejected lines")
    func german() throws {
        let text =
            "Impfdatum;Impfstoff;Impfung gegen;Charge;Arzt;Größe\r\n"
            + "09.03.2021;Encepur;FSME;\"A;1\";Dr. Müller;x\r\n"
            + "\r\n"
            + "31.02.2021;Encepur;FSME;;;\r\n"
            + ";Encepur;FSME;;;\r\n"
            + "9. 4. 2021;;;;;\r\n"
            + "05/2021;;Tetanus;=cmd;;\r\n"
        let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let table = try VaccinationTable(bytes)
        #expect(table.encoding == .windows1252 && table.separator == .semicolon)
        let mapping = table.suggestedMapping
        #expect(
            mapping.columns.map(\.?.rawValue) == ["date", "vaccineName", "target", "batch", "administeredBy", nil])
        #expect(mapping.dateFormat == .dayMonthYear && mapping.hasHeading)
        #expect(table.examples(ofColumn: 4) == ["Dr. Müller"])
        let result = try TableImport(table, mapping: mapping, codes: .none, species: "person")
        #expect(result.vaccinations.map(\.date.description) == ["2021-03-09", "2021-05"])
        #expect(result.vaccinations.first?.administeredBy == "Dr. Müller")
        #expect(result.vaccinations.first?.batch == "A;1")
        #expect(result.rejections.map(\.line) == [4, 5, 6])
        #expect(result.rejections.map(\.reason) == [.dateUnreadable, .dateMissing, .targetMissing])
        let download = String(decoding: result.rejectionTable(), as: UTF8.self)
        #expect(download.hasPrefix("\u{FEFF}line,reason\r\n4,date not readable,31.02.2021,Encepur,FSME,,,\r\n"))
    }

    @Test("encodings are found by themselves", arguments: ["€ Dose, Größe\nx,y\n", "Datum,Größe\n1,2\n"])
    func encodings(text: String) throws {
        #expect(TableEncoding.detect(Array(text.utf8)) == .utf8)
        let units = Array(text.utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for (bytes, encoding) in [
            (little, TableEncoding.utf16LittleEndian), (big, .utf16BigEndian),
            ([0xFF, 0xFE] + little, .utf16LittleEndian),
            ([0xFE, 0xFF] + big, .utf16BigEndian), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), .utf8),
        ] {
            #expect(TableEncoding.detect(bytes) == encoding)
            #expect(encoding.decode(bytes) == text)
        }
        #expect(TableEncoding.detect([0x80, 0x2C, 0xFC]) == .windows1252)
        #expect(TableEncoding.windows1252.decode([0x80, 0x2C, 0xFC]) == "€,ü")
    }

    @Test("bytes that don't follow the chosen encoding are refused")
    func wrongEncoding() {
        #expect(throws: ArchiveError(.notATable, "")) { try VaccinationTable([0xFF, 0x41], encoding: .utf8) }
        #expect(throws: ArchiveError(.notATable, "")) { try VaccinationTable([0x41], encoding: .utf16BigEndian) }
        #expect(throws: ArchiveError(.notATable, "")) {
            try VaccinationTable([0x00, 0xD8], encoding: .utf16LittleEndian)
        }
    }

    @Test("separators are found by themselves")
    func separators() {
        #expect(TableSeparator.detect("a;b;c\n1,5;2;3\n") == .semicolon)
        #expect(TableSeparator.detect("a\tb\n1,2\t3,4\n") == .tab)
        #expect(TableSeparator.detect("date,note\n2021,\"a;b;c;d\"\n") == .comma)
        #expect(TableSeparator.detect("one column\nonly\n") == .comma)
    }

    @Test("date formats: what fits all dates is offered, the usual one first")
    func dateFormats() {
        #expect(TableDateFormat.candidates(for: ["24.12.2021", "01.02.2020"]) == [.dayMonthYear])
        #expect(TableDateFormat.candidates(for: ["12/24/2021", ""]) == [.monthDayYear])
        #expect(TableDateFormat.candidates(for: ["01/02/2021"]) == [.dayMonthYear, .monthDayYear])
        #expect(TableDateFormat.candidates(for: ["2021-12-24", "2021/1/2", "20211224"]) == [.yearMonthDay])
        #expect(TableDateFormat.candidates(for: ["2021-12-24", "24.12.2021"]).isEmpty)
        #expect(TableDateFormat.best(for: ["2021-12-24", "24.12.2021", "25.12.2021"]) == .dayMonthYear)
        for format in TableDateFormat.allCases { #expect(format.date(format.example)?.description == "2021-12-24") }
        #expect(TableDateFormat.dayMonthYear.date("24.12.2021 10:30")?.description == "2021-12-24")
        #expect(TableDateFormat.yearMonthDay.date("2021-12-24T10:30:00Z")?.description == "2021-12-24")
        for text in ["24.12.21", "24.12/2021", "24-12", "x", "32.12.2021", "1.13.2021", "24.12.2021 x", "99999999999"] {
            #expect(TableDateFormat.dayMonthYear.date(text) == nil, "\(text)")
        }
    }

    @Test("no cell that we write is a formula")
    func formulas() throws {
        let vaccination = ArchivedVaccination(
            Vaccination(
                target: "=1+1", date: PartialDate(ofRecord: "2021") ?? .fallback, batch: "@x", administeredBy: "-1",
                country: "'+1", note: "\t=x"))
        let bytes = TableExport.write(ArchivedPass(Pass(kind: "person", name: "A"), vaccinations: [vaccination]))
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").last ?? ""
        let cells = [
            "date": "2021", "target": "'=1+1", "batch": "'@x", "administeredBy": "'-1", "country": "''+1",
            "note": "'\t=x", "source": "hand",
        ]
        #expect(line == VaccinationColumn.allCases.map { cells[$0.rawValue] ?? "" }.joined(separator: ","))
        let table = try VaccinationTable(bytes)
        let result = try TableImport(table, mapping: table.suggestedMapping, codes: .none, species: "person")
        #expect(result.vaccinations == [vaccination])
    }

    @Test(
        "a cell is defused whatever a spreadsheet takes for a formula's beginning, and comes back as it was",
        arguments: ["=", "+", "-", "@", "'", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}"])
    func defused(sign: String) throws {
        for text in [sign + "1", sign + "\u{301}", sign] {
            let vaccination = ArchivedVaccination(
                Vaccination(target: "tbe", date: PartialDate(ofRecord: "2021") ?? .fallback, note: text + "x"))
            let bytes = TableExport.write(ArchivedPass(Pass(kind: "person", name: "A"), vaccinations: [vaccination]))
            #expect(
                String(decoding: bytes, as: UTF8.self).unicodeScalars.split(separator: ",").contains {
                    $0.first == "'" || $0.first == "\"" && $0.dropFirst().first == "'"
                })
            let table = try VaccinationTable(bytes)
            let result = try TableImport(table, mapping: table.suggestedMapping, codes: .none, species: "person")
            #expect(result.vaccinations == [vaccination])
            let refused = try TableImport(
                VaccinationTable(Array("date,target\nx,\"\(text)\"\n".utf8)), mapping: table.suggestedMapping,
                codes: .none, species: "person")
            #expect(String(decoding: refused.rejectionTable(), as: UTF8.self).contains("'"))
        }
    }

    @Test("a table says where and how a dose was given, and proves no more of its source than that it was imported")
    func administration() throws {
        let text = """
            date,target,site,route,batchExpiry,source,sourceDate,Gültig bis,reduced
            2021-01-01,tbe,Left arm,Oral,2022-06,certified,,2023-12-31,yes
            2021-01-02,tbe,tail,,,scan,2024-05-01,,
            2021-01-03,tbe,,,soon,,,,
            2021-01-04,tbe,,,,nonsense,,,

            """
        let table = try VaccinationTable(Array(text.utf8))
        let result = try TableImport(table, mapping: table.suggestedMapping, codes: .none, species: "person")
        let doses = result.vaccinations.map(\.content)
        #expect(doses.map(\.source) == [.record, .scan, .record])
        #expect(doses.map(\.site) == ["left-arm", nil, nil] && doses.map(\.route) == ["oral", nil, nil])
        #expect(doses.map(\.batchExpiry) == [PartialDate("2022-06"), nil, nil])
        #expect(doses.map(\.validUntil) == [PartialDate("2023-12-31"), nil, nil])
        #expect(doses.map(\.reduced) == ["yes", nil, nil])
        #expect(doses.map(\.sourceDate) == [nil, PartialDate("2024-05-01"), nil])
        #expect(doses.map(\.note) == [nil, "tail", nil])
        #expect(result.rejections.map(\.reason) == [.dateUnreadable])
    }

    @Test("a table is read no further once nobody waits for it")
    func cancelled() async throws {
        let bytes = Array(("date,target\n" + String(repeating: "2021-01-01,tbe\n", count: 9_000)).utf8)
        let table = try VaccinationTable(bytes)
        let error = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var codes: [ArchiveError.Code] = []
            do throws(ArchiveError) { _ = try VaccinationTable(bytes) } catch { codes.append(error.code) }
            do throws(ArchiveError) {
                _ = try TableImport(table, mapping: table.suggestedMapping, codes: .none, species: "person")
            } catch { codes.append(error.code) }
            return codes
        }.value
        #expect(error == [.cancelled, .cancelled])
    }

    @Test("a table that is too wide or too long is read no further than that")
    func bounded() {
        // Were every cell of it made, this would take minutes and gigabytes.
        for text in [String(repeating: ",", count: 5_000_000), String(repeating: "\"\"\n", count: 1_600_000)] {
            #expect(throws: ArchiveError(.tooLarge, "")) { try VaccinationTable(Array(text.utf8), separator: .comma) }
        }
    }

    @Test("what a cell calls a vaccine is found as everywhere, and asked where nobody knows it")
    func names() throws {
        let codes = ClinicalCodes(VaccineFinder(try Fixtures.catalogue()))
        func read(_ heading: String, _ cells: [String], born: String? = nil) throws -> TableImport {
            let text = "Datum;\(heading)\n" + cells.enumerated().map { "\($0 + 1).4.2016;\($1)\n" }.joined()
            let table = try VaccinationTable(Array(text.utf8))
            return try TableImport(
                table, mapping: table.suggestedMapping, codes: codes, species: "person",
                birth: born.flatMap { PartialDate($0) })
        }
        for heading in ["Impfung", "Impfstoff"] {
            let found = try read(heading, ["Zecken", "6-fach", "Tdap", "Hep B", "Cervarix 2"], born: "2016-01-09")
            let ids = found.vaccinations.map { $0.content.vaccine ?? $0.content.target }
            #expect(ids == ["tbe", "dtap-ipv-hib-hepb", "tdap", "hepatitis-b", "cervarix"], "\(heading)")
            #expect(found.asked.isEmpty)
        }
        let brands = ["Twinrix", "Engerix-B", "VAQTA"]
        let child = try read("Impfstoff", brands, born: "2010-03-02")
        #expect(child.vaccinations.map(\.vaccine) == ["twinrix-kinder", "engerix-b-kinder", "vaqta-kinder"])
        #expect(child.asked.map(\.question) == [nil, nil, nil] && child.asked.map(\.text) == brands, "only told")
        let nobody = try read("Impfstoff", brands)
        #expect(nobody.asked.map(\.question) == [.childOrAdult, .childOrAdult, .childOrAdult])
        let unknown = try read("Impfung", ["Kombi XY", "Priorix"])
        #expect(unknown.asked.map(\.text) == ["Kombi XY"] && unknown.asked.map(\.dose) == [0])
        // Beside a disease that is known, words that nobody knows stay.
        let known = try read("Impfstoff;Impfung gegen", ["Kombi XY;Masern", "Stamaril;Masern"])
        #expect(known.vaccinations[0].target == "measles" && known.vaccinations[0].vaccineName == "Kombi XY")
        #expect(known.asked.map(\.question) == [.contradiction] && known.asked.map(\.dose) == [1])
    }

    @Test("what a text may mean with letters wrong is looked for apart")
    func guesses() throws {
        let finder = VaccineFinder(try Fixtures.catalogue())
        let table = try VaccinationTable(Array("Datum;Impfstoff\n1.4.2016;Priorx\n2.4.2016;Kombi XY\n".utf8))
        let read = try TableImport(
            table, mapping: table.suggestedMapping, codes: ClinicalCodes(finder), species: "person")
        #expect(read.asked.map(\.choices) == [[], []])
        let guessed = read.asked.map { $0.guessed(finder, for: VaccineFinder.Who("person")) }
        #expect(guessed.map(\.question) == [.didYouMean, .whichVaccine])
        #expect(guessed[0].choices.contains("priorix") && guessed[1].choices.isEmpty)
    }

    @Test("a name is looked up once a cell, and one that is too long for a name not at all")
    func lookUps() throws {
        let count = LockedCount()
        var codes = ClinicalCodes.none
        codes.find = { _, _, _, _ in count.add() }
        let text =
            "date,vaccine,vaccineName,target\n" + String(repeating: "2021-01-01,a,b,c\n", count: 1_000)
            + "2021-01-01,\(String(repeating: "v", count: 401)),,c\n"
        let table = try VaccinationTable(Array(text.utf8))
        let result = try TableImport(table, mapping: table.suggestedMapping, codes: codes, species: "person")
        #expect(result.vaccinations.count == 1_000 && count.value == 1_000)
    }

    @Test("tables without a heading, with short lines, with quotes that never end")
    func odd() throws {
        let plain = try VaccinationTable(Array("2021-01-01,tbe\n2021-02-01\n".utf8))
        #expect(plain.suggestedMapping.hasHeading == false)
        let mapping = VaccinationTable.Mapping(
            columns: [.date, .target], dateFormat: .yearMonthDay, hasHeading: false)
        let result = try TableImport(plain, mapping: mapping, codes: .none, species: "person")
        #expect(result.vaccinations.map(\.target) == ["tbe"])
        #expect(result.rejections.map(\.reason) == [.targetMissing])
        let open = try VaccinationTable(Array("date,target\n2021,\"tbe\n".utf8))
        #expect(open.headings == ["date", "target"])
        let many = try VaccinationTable(Array("date,target\n2021,tbe,extra\n2021,tbe,\n".utf8))
        let other = try TableImport(many, mapping: many.suggestedMapping, codes: .none, species: "person")
        #expect(other.rejections.map(\.reason) == [.wrongColumnCount] && other.vaccinations.count == 1)
    }

    @Test("line numbers are those of the file, whatever ends a line")
    func lineNumbers() throws {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["date,target,note", "2021,tbe,\"two", "lines\"", "", "x,tbe,", "y,tbe,"].joined(separator: end)
            let table = try VaccinationTable(Array(text.utf8))
            let result = try TableImport(table, mapping: table.suggestedMapping, codes: .none, species: "person")
            #expect(result.rejections.map(\.line) == [5, 6])
        }
    }

    @Test("tables are bounded")
    func bounds() {
        #expect(throws: ArchiveError(.notATable, "")) { try VaccinationTable([]) }
        #expect(throws: ArchiveError(.notATable, "")) { try VaccinationTable(Array("\n\n".utf8)) }
        #expect(throws: ArchiveError(.tooLarge, "")) { try VaccinationTable([UInt8](repeating: 65, count: 5_000_001)) }
        let wide = Array(String(repeating: ",", count: 300).utf8)
        #expect(throws: ArchiveError(.tooLarge, "")) { try VaccinationTable(wide, separator: .comma) }
        let long = Array(String(repeating: "a\n", count: 10_001).utf8)
        #expect(throws: ArchiveError(.tooLarge, "")) { try VaccinationTable(long) }
    }
}

/// Counts calls of a closure.
private final class LockedCount: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }

    /// As for a name that nothing has.
    func add() -> VaccineFinder.Answer {
        count.withLock { $0 += 1 }
        return .unknown
    }
}
