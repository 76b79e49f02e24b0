import CivilDates
import Foundation
import Seeded
import Testing

@Suite("Dates as people write them", .timeLimit(.minutes(3)))
struct PartialDateReaderTests {
    static let today = CalendarDate(year: 2026, month: 11, day: 23)
    let reader: PartialDateReader

    init() throws {
        reader = PartialDateReader(today: try #require(Self.today), months: [.english, .german])
    }

    @Test(
        "are read with the day before the month",
        arguments: [
            ("3.5.2019", "2019-05-03"), ("03.05.2019", "2019-05-03"), ("3/5/2019", "2019-05-03"),
            ("03/05/2019", "2019-05-03"), ("3-5-2019", "2019-05-03"), ("03-05-2019", "2019-05-03"),
            ("3 5 2019", "2019-05-03"), ("3. 5. 2019", "2019-05-03"), ("03. 05. 2019", "2019-05-03"),
            ("3 / 5 / 2019", "2019-05-03"), ("  3.5.2019  ", "2019-05-03"), ("3.5.2019.", "2019-05-03"),
            ("3,5,2019", "2019-05-03"), ("3\u{2013}5\u{2013}2019", "2019-05-03"), ("29.2.2024", "2024-02-29"),
            ("31.12.1999", "1999-12-31"), ("1.1.1900", "1900-01-01"), ("23.11.2026", "2026-11-23"),
            ("2019-05-03", "2019-05-03"), ("2019-5-3", "2019-05-03"), ("2019/05/03", "2019-05-03"),
            ("2019.05.03", "2019-05-03"), ("2019 5 3", "2019-05-03"), ("20190503", "2019-05-03"),
            ("03052019", "2019-05-03"), ("20122012", "2012-12-20"), ("3\u{A0}5\u{A0}2019", "2019-05-03"),
            ("5/2019", "2019-05"), ("05/2019", "2019-05"), ("5.2019", "2019-05"), ("05.2019", "2019-05"),
            ("5-2019", "2019-05"), ("5 2019", "2019-05"), ("2019-05", "2019-05"), ("2019/5", "2019-05"),
            ("052019", "2019-05"), ("11/2026", "2026-11"), ("2019", "2019"), ("1987", "1987"), ("2026", "2026"),
            ("1800", "1800"),
        ])
    func numbers(text: String, date: String) throws {
        let reading = try reader.read(text)
        #expect(reading.date.description == date)
        #expect(!reading.isCenturyAssumed)
    }

    @Test(
        "are read with the month as a word in either language",
        arguments: [
            ("3. Mai 2019", "2019-05-03"), ("3 May 2019", "2019-05-03"), ("3. mai 2019", "2019-05-03"),
            ("3 MAY 2019", "2019-05-03"), ("3rd May 2019", "2019-05-03"), ("1st of January 2020", "2020-01-01"),
            ("2nd Feb. 2020", "2020-02-02"), ("4th Sept. 2020", "2020-09-04"), ("the 4th of Sep 2020", "2020-09-04"),
            ("May 3, 2019", "2019-05-03"), ("May 3rd, 2019", "2019-05-03"), ("Jan. 3 2019", "2019-01-03"),
            ("3-May-2019", "2019-05-03"), ("3/Mai/2019", "2019-05-03"), ("3Mai2019", "2019-05-03"),
            ("2019 Mai 3", "2019-05-03"), ("2019-May-03", "2019-05-03"), ("am 3. Mai 2019", "2019-05-03"),
            ("den 3. M\u{E4}rz 2019", "2019-03-03"), ("3. Ma\u{308}rz 2019", "2019-03-03"),
            ("3. Maerz 2019", "2019-03-03"), ("3. Mrz. 2019", "2019-03-03"), ("24. Dez. 2020", "2020-12-24"),
            ("24 Dec 2020", "2020-12-24"), ("3. J\u{E4}nner 2019", "2019-01-03"), ("12. Feber 2019", "2019-02-12"),
            ("May 2019", "2019-05"), ("Mai 2019", "2019-05"), ("mai, 2019", "2019-05"), ("Januar 2019", "2019-01"),
            ("jan 2019", "2019-01"), ("Jan. 2019", "2019-01"), ("Okt 2019", "2019-10"), ("Oct. 2019", "2019-10"),
            ("2019 Mai", "2019-05"), ("im Juni 2019", "2019-06"), ("in June 2019", "2019-06"), ("Juli 1987", "1987-07"),
            ("September 2001", "2001-09"), ("August/2001", "2001-08"), ("Dezember 1999", "1999-12"),
        ])
    func words(text: String, date: String) throws {
        #expect(try reader.read(text).date.description == date)
    }

    @Test(
        "of two-digit years lie in the last hundred years",
        arguments: [
            ("3.5.19", "2019-05-03"), ("03.05.19", "2019-05-03"), ("3/5/19", "2019-05-03"), ("030519", "2019-05-03"),
            ("3. Mai 19", "2019-05-03"), ("3 May '19", "2019-05-03"), ("Mai 19", "2019-05"),
            ("May \u{2019}19", "2019-05"),
            ("5/19", "2019-05"), ("05.19", "2019-05"), ("3.5.26", "2026-05-03"), ("3.5.27", "1927-05-03"),
            ("3.5.87", "1987-05-03"), ("1.1.00", "2000-01-01"), ("May 3 19", "2019-05-03"), ("Dez 99", "1999-12"),
            ("19-05-03", "2003-05-19"),
        ])
    func centuries(text: String, date: String) throws {
        let reading = try reader.read(text)
        #expect(reading.date.description == date)
        #expect(reading.isCenturyAssumed)
    }

    @Test(
        "that can't be read say why",
        arguments: [
            ("", DateReadingError.empty), ("   ", .empty), ("am", .empty), ("3.5.", .noYear), ("3.5", .noYear),
            ("13.05", .noYear), ("31/5", .noYear), ("03.05.", .noYear), ("3. Mai", .noYear), ("19. Mai", .noYear),
            ("jan", .noYear), ("Januar", .noYear), ("Mai 3", .noYear), ("3", .noYear), ("3.5.9", .noYear),
            ("3.5.201", .noYear), ("Mai 201", .noYear), ("5/201", .noYear), ("3.5.20190", .noYear),
            ("19", .ambiguous), ("03.05", .ambiguous), ("3/05", .ambiguous), ("10-11", .ambiguous),
            ("3.13.2019", .noSuchMonth), ("5/13/2019", .noSuchMonth), ("13/2019", .noSuchMonth),
            ("0/2019", .noSuchMonth),
            ("2019-13-01", .noSuchMonth), ("31.19", .noSuchMonth), ("20191301", .noSuchMonth),
            ("31.6.2019", .noSuchDay), ("29.2.2023", .noSuchDay), ("0.5.2019", .noSuchDay),
            ("32. Mai 2019", .noSuchDay),
            ("31 June 2019", .noSuchDay), ("2019-02-30", .noSuchDay), ("1.1.1700", .yearOutOfRange),
            ("3000", .yearOutOfRange), ("0000", .yearOutOfRange), ("24.11.2026", .future), ("12/2026", .future),
            ("2027", .future), ("Dez 26", .future), ("3. Mau 2019", .unknownWord), ("Herbst 2019", .unknownWord),
            ("3. Mai 2019 um 10 Uhr", .unknownWord), ("2019-05-03T10:00:00Z", .unknownWord), ("3..5.2019", .malformed),
            ("3.5/2019", .malformed), ("-5.2019", .malformed), ("3.5.2019/", .malformed), ("1.2.3.2019", .malformed),
            ("Mai Juni 2019", .malformed), ("Mai 2019 3", .malformed), ("3 4 Mai 2019", .malformed), ("?", .malformed),
            ("3+5+2019", .malformed), ("019", .malformed), ("123456789", .malformed), ("3.5.\u{662}019", .malformed),
            ("3. Mai 2019 \u{1F489}", .malformed), ("3.5.2019\n4.5.2019", .malformed),
        ])
    func faults(text: String, error: DateReadingError) {
        #expect(throws: error) { try reader.read(text) }
    }

    @Test("longer than any date are refused at once")
    func bounds() {
        #expect(throws: DateReadingError.tooLong) { try reader.read(String(repeating: "3", count: 61)) }
        #expect(throws: DateReadingError.tooLong) { try reader.read("3" + String(repeating: "\u{301}", count: 50_000)) }
        for text in Extremes.numbers + Extremes.dates + Extremes.texts {
            _ = try? reader.read(text)
            _ = reader.month(text)
        }
    }

    @Test(
        "have months as numbers or words",
        arguments: [
            ("5", 5), ("05", 5), ("Mai", 5), ("may", 5), ("jan", 1), ("Jan.", 1), ("Januar", 1), ("M\u{C4}RZ", 3),
            ("12", 12), ("13", nil), ("0", nil), ("Mau", nil), ("", nil), ("5 2019", nil), ("Mai 3", nil), ("005", nil),
        ])
    func months(text: String, month: Int?) {
        #expect(reader.month(text) == month)
    }

    @Test("know only the words of the languages that are passed")
    func languages() throws {
        let english = PartialDateReader(today: try #require(Self.today), months: [.english])
        #expect(throws: DateReadingError.unknownWord) { try english.read("3. Mai 2019") }
        #expect(try english.read("3 May 2019").date.description == "2019-05-03")
    }

    @Test("are read back as the app writes them", arguments: ["en", "de"])
    func roundTrip(language: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Localization/\(language).json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let messages = try #require(document["messages"] as? [String: Any])
        let (full, partial) = (messages["date.full"] as? String, messages["date.month"] as? String)
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: language)
        var generator = SeededGenerator(seed: 19)
        let first = CalendarDate.dayNumber(year: 1800, month: 1, day: 1)
        for _ in 0..<2_000 {
            let number = Int.random(in: first...(try #require(Self.today)).dayNumber, using: &generator)
            let (year, month, day) = CalendarDate.components(ofDayNumber: number)
            let form = [try #require(full), try #require(partial), "{year}"].randomElement(using: &generator) ?? ""
            let written = form.replacing("{day}", with: "\(day)").replacing("{year}", with: "\(year)")
                .replacing("{month}", with: calendar.monthSymbols[month - 1])
            let date = PartialDate(
                year: year, month: form.contains("{month}") ? month : nil, day: form.contains("{day}") ? day : nil)
            #expect(try reader.read(written).date == date, "\(written)")
            #expect(try reader.read(try #require(date).description).date == date)
        }
    }
}
