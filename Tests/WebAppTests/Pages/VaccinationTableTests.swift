import CivilDates
import Foundation
import HTTPTypes
import Model
import Testing
import Vault

@testable import WebApp

@Suite("A table of vaccinations", .timeLimit(.minutes(3)))
struct VaccinationTableTests {
    /// Somebody with a pass.
    private struct Scene {
        let person: Person
        let pass: String
        let app: TestApp

        var path: String { "/passes/\(pass)/vaccinations/table" }

        func post(_ fields: [String: String]) async throws -> Person.Answer { try await person.post(path, fields) }

        func saved() async throws -> [VaccinationRecord] {
            let id = try #require(PassID(pass))
            return try await person.vault(app).read { try $0.vaccinations(of: id) }
        }
    }

    private static func open(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            try await body(Scene(person: person, pass: try await person.pass("Ada Test"), app: app))
        }
    }

    private static func rows(_ rows: [(date: String, vaccine: String, batch: String)]) -> [String: String] {
        rows.enumerated().reduce(into: [:]) { fields, row in
            fields["date-\(row.offset + 1)"] = row.element.date
            fields["vaccine-\(row.offset + 1)"] = row.element.vaccine
            fields["batch-\(row.offset + 1)"] = row.element.batch
        }
    }

    /// A booklet of twelve doses with dates in the spellings that booklets have.
    static let booklet: [(date: String, vaccine: String, batch: String)] = [
        ("3.5.19", "Infanrix hexa", "A1"), ("05.06.2019", "Infanrix hexa", "A2"), ("7/2019", "infanrix hexa", ""),
        ("3. Mai 2020", "Infanrix Hexa", ""), ("4 June 2020", "Priorix", "B1"), ("2021-05-03", "priorix", "B2"),
        ("1.9.2021", "FSME-Immun", ""), ("1.10.21", "FSME-Immun", ""), ("2022", "Boostrix", ""),
        ("03.11.2022", "Comirnaty", "C1"), ("3/12/2022", "Comirnaty", "C2"), ("Jan 2023", "Tetanus", ""),
    ]

    @Test func twelveDosesAreSavedAtOnce() async throws {
        try await Self.open { scene in
            let page = try await scene.person.get(scene.path)
            #expect(page.status == .ok)
            #expect(page.body.contains(#"name="date-3""#) && !page.body.contains(#"name="date-4""#))
            // Somebody of that age had no vaccine for babies.
            let right = (1...12).map { ("right-\($0)", "age") }
            let answer = try await scene.post(Self.rows(Self.booklet).merging(right) { $1 })
            let wrong = answer.body.matches(of: /href="#[a-z]+-\d+">([^<]+)/).map { String($0.1) }
            #expect(answer.status == .seeOther, "\(wrong)")
            let saved = try await scene.saved()
            #expect(saved.count == 12)
            #expect(
                saved.contains {
                    $0.vaccine == "infanrix-hexa" && $0.date == PartialDate("2019-05-03") && $0.batch == "A1"
                })
            #expect(saved.contains { $0.date == PartialDate("2019-07") })
            #expect(saved.contains { $0.date == PartialDate("2022") })
            #expect(saved.contains { $0.vaccine == "tetanus" && $0.date == PartialDate("2023-01") })
        }
    }

    @Test func aRowSaysWhatTheAgeOnTheDayMeans() async throws {
        try await TestApp.openWithPass(birth: ("3", "4", "1998")) { app, person, pass in
            let scene = Scene(person: person, pass: pass, app: app)
            let rows = [("5.5.2004", "Encepur", ""), ("5.5.2024", "Encepur", ""), ("1.1.2005", "MMR GSK", "")]
            let answer = try await scene.post(Self.rows(rows).merging(["step": "details"]) { $1 })
            let age = try words("time.years", count: 6)
            let gaps = ["text": "Encepur", "name": "Ada Test", "age": age, "vaccine": "Encepur Kinder"]
            #expect(answer.body.says("vaccinations.settled.age", gaps))
            #expect(answer.body.says("vaccinations.settled", ["text": "MMR GSK", "vaccine": "Priorix"]))
            #expect(try await scene.post(Self.rows(rows)).status == .seeOther)
            let saved = try await scene.saved().sorted { $0.date < $1.date }.map(\.vaccine)
            #expect(saved == ["encepur-kinder", "priorix", "encepur-erwachsene"])
        }
    }

    @Test func moreIsAskedForOnRequestAndKept() async throws {
        try await Self.open { scene in
            var fields = Self.rows([("3.5.19", "Priorix", "A1"), ("2020", "Boostrix", "")])
            #expect(!(try await scene.person.get(scene.path)).body.contains(#"name="site-1""#))
            let asked = try await scene.post(fields.merging(["step": "details"]) { $1 })
            #expect(asked.status == .ok && asked.body.contains(#"name="columns" value="all""#))
            for name in ["site-3", "route-3", "batch-expiry-3"] { #expect(asked.body.contains(#"name="\#(name)""#)) }
            #expect(asked.body.contains(#"name="date-1" value="3.5.19""#))
            fields.merge(["columns": "all", "site-1": "left-arm", "route-1": "subcutaneous"]) { $1 }
            fields.merge(["batch-expiry-1": "6/31", "site-2": "nose", "batch-expiry-2": "31.6.2031"]) { $1 }
            let wrong = try await scene.post(fields)
            #expect(wrong.status == .unprocessableContent && wrong.body.contains("June 2031"))
            let links = wrong.body.matches(of: /href="#([a-z-]+-\d+)">/).map { String($0.1) }
            #expect(links == ["site-2", "batch-expiry-2"])
            #expect(wrong.body.contains(#"<option value="left-arm" selected>"#))
            #expect(wrong.body.contains(#"name="batch-expiry-2" value="31.6.2031""#))
            #expect(try await scene.saved().isEmpty)
            fields.merge(["site-2": "", "batch-expiry-2": ""]) { $1 }
            #expect(try await scene.post(fields).status == .seeOther)
            let saved = try await scene.saved()
            let priorix = try #require(saved.first { $0.vaccine == "priorix" })
            #expect(priorix.site == "left-arm" && priorix.route == "subcutaneous" && priorix.batch == "A1")
            #expect(priorix.batchExpiry == PartialDate("2031-06"))
            #expect(saved.first { $0.vaccine == "boostrix" }?.site == nil)
        }
    }

    @Test func aRowWithAnExpiryOnlyIsARow() async throws {
        try await Self.open { scene in
            let answer = try await scene.post(["batch-expiry-3": "2031", "date-1": "2019", "vaccine-1": "Priorix"])
            #expect(answer.status == .unprocessableContent)
            let links = answer.body.matches(of: /href="#([a-z-]+-\d+)">/).map { String($0.1) }
            #expect(links == ["vaccine-3"])
            #expect(try await scene.saved().isEmpty)
        }
    }

    @Test func allErrorsAreSaidAtOnceAndNothingIsSaved() async throws {
        try await Self.open { scene in
            let dates = [
                "3.5.19", "03.05.2019", "5/2019", "2019", "3. Mai 2019", "2019-05-04", "31.2.2019", "3.5.2999",
                "5/19/19",
                "gestern", "1.1.1950",
            ]
            var fields = Self.rows(dates.map { ($0, "Comirnaty", "") })
            for row in 1...11 { fields["duplicate-\(row)"] = "keep" }
            (fields["vaccine-1"], fields["vaccine-2"]) = ("infan", "Xyzzyvax")
            fields["batch-12"] = "only a batch"
            let answer = try await scene.post(fields)
            #expect(answer.status == .unprocessableContent)
            let linked = answer.body.matches(of: /href="#([a-z]+-\d+)">/).map { String($0.1) }
            #expect(
                linked == [
                    "vaccine-1", "vaccine-2", "date-7", "date-8", "date-9", "date-10", "date-11", "date-12",
                    "vaccine-12",
                ])
            for id in linked { #expect(answer.body.contains(#"id="\#(id)""#), "\(id)") }
            for text in dates + ["Xyzzyvax", "only a batch"] {
                #expect(answer.body.contains(#"value="\#(text)""#), "\(text)")
            }
            #expect(answer.body.says("error.date-text.unknown-word"))
            #expect(answer.body.contains(#"<option value="infanrix-hexa""#))
            #expect(try await scene.saved().isEmpty)
        }
    }

    @Test func theChosenVaccineIsTaken() async throws {
        try await Self.open { scene in
            let first = try await scene.post(Self.rows([("3.5.2019", "infan", "")]))
            #expect(first.status == .unprocessableContent)
            #expect(first.body.contains(#"<select id="vaccine-1" name="vaccine-1""#))
            let again = try await scene.post(Self.rows([("", "infanrix-hexa", "")]))
            #expect(again.body.contains(#"<option value="infanrix-hexa" selected>"#))
            #expect(
                try await scene.post(Self.rows([("3.5.2019", "infanrix-hexa", "")]).merging(["right-1": "age"]) { $1 })
                    .status == .seeOther)
            #expect(try await scene.saved().map(\.vaccine) == ["infanrix-hexa"])
        }
    }

    @Test func theOnlyOneThatIsMeantIsAskedForAndTakenByAButton() async throws {
        try await Self.open { scene in
            var fields = Self.rows([("3.5.2019", "Stamarl", "A1"), ("4.6.2020", "Priorix", "B1")])
            let asked = try await scene.post(fields)
            #expect(
                asked.status == .unprocessableContent
                    && asked.body.says("vaccinations.search.meant", ["name": "Stamaril"]))
            let yes = try words("vaccinations.search.accept", ["name": "Stamaril"])
            #expect(asked.body.contains(#"name="found-1" value="stamaril">\#(yes)</button>"#))
            let form = try #require(asked.body.components(separatedBy: "data-vaccines").last)
            #expect(try #require(form.firstMatch(of: /<button[^>]*>/)).0.contains("name=") == false)
            fields["found-1"] = "stamaril"
            let taken = try await scene.post(fields)
            #expect(taken.status == .ok && taken.body.contains(#"<option value="stamaril" selected>"#))
            #expect(taken.body.contains(#"value="A1""#) && !taken.body.says("vaccinations.search.meant"))
            #expect(try await scene.saved().isEmpty)
        }
    }

    /// Answers aren't lost while something else of the table is said.
    @Test func anAnswerStaysWhileAnotherRowIsExplained() async throws {
        try await Self.open { scene in
            _ = try await scene.post(Self.rows([("3.5.2019", "Boostrix", "A")]))
            var fields = Self.rows([("3.5.2019", "Boostrix", "C"), ("4.6.2020", "Stamarl", "B")])
            #expect(try await scene.post(fields).status == .unprocessableContent)
            fields["duplicate-1"] = "skip"
            for (name, value) in [("found-2", "stamaril"), ("step", "more"), ("step", "details")] {
                let page = try await scene.post(fields.merging([name: value]) { $1 }).body
                let answer = try #require(page.firstMatch(of: /name="duplicate-1" value="skip"[^>]*>/)).0
                #expect(answer.contains("checked"), "\(name)")
                #expect(page.says("vaccinations.table.taken", ["row": "2", "name": "Stamaril"]) == (name == "found-2"))
            }
            fields["vaccine-2"] = "stamaril"
            #expect(try await scene.post(fields).status == .seeOther)
        }
    }

    /// Ids that were chosen from a list stay a list: nobody reads 'prevenar-13'.
    @Test func moreRowsKeepWhatWasChosen() async throws {
        try await Self.open { scene in
            let page = try await scene.post(
                Self.rows([("3.5.2019", "prevenar-13", ""), ("", "fsme-immun-junior", "")])
                    .merging(["step": "more"]) { $1 }
            ).body
            for id in ["prevenar-13", "fsme-immun-junior"] {
                #expect(page.contains("<option value=\"\(id)\" selected>") && !page.contains("value=\"\(id)\" auto"))
            }
            #expect(!page.contains("class=\"error\""))
        }
    }

    @Test func whatIsThereAlreadyIsAskedFor() async throws {
        try await Self.open { scene in
            _ = try await scene.post(Self.rows([("3.5.2019", "Boostrix", "A")]))
            // A disease of what is there says the same; another brand of a day may be the same.
            var fields = Self.rows([
                ("03.05.2019", "Tetanus", ""), ("4.6.2020", "Priorix", ""), ("4.6.20", "M-M-RVaxPro", ""),
            ])
            let answer = try await scene.post(fields)
            #expect(answer.status == .unprocessableContent)
            #expect(!answer.body.contains(#"name="duplicate-1""#) && answer.body.contains(#"id="duplicate-3""#))
            #expect(!answer.body.contains(#"name="duplicate-2""#))
            #expect(answer.body.says("vaccinations.table.there.record", ["date": "3 May 2019"]))
            #expect(try await scene.saved().count == 1)
            fields["duplicate-3"] = "keep"
            #expect(try await scene.post(fields).status == .seeOther)
            let saved = try await scene.saved()
            #expect(Set(saved.compactMap(\.vaccine)) == ["boostrix", "priorix", "m-m-rvaxpro"])
        }
    }

    @Test func moreRowsKeepWhatWasTyped() async throws {
        try await Self.open { scene in
            var fields = Self.rows([("3.5.19", "infan", "<b>")])
            fields["step"] = "more"
            for row in 2...12 { fields["date-\(row)"] = "" }
            let answer = try await scene.post(fields)
            #expect(answer.status == .ok)
            #expect(answer.body.contains(#"name="date-15""#) && !answer.body.contains(#"name="date-16""#))
            #expect(answer.body.contains(#"value="3.5.19""#) && answer.body.contains(#"value="&lt;b&gt;""#))
            #expect(!answer.body.contains(#"id="errors""#))
            for row in 13...48 { fields["date-\(row)"] = "" }
            let last = try await scene.post(fields)
            #expect(last.body.contains(#"name="date-50""#) && !last.body.contains(#"name="date-51""#))
            #expect(!last.body.contains(#"value="more""#))
        }
    }

    @Test func twoHundredRowsAreRefusedAndKept() async throws {
        try await Self.open { scene in
            let rows = (1...200).map { ("\($0 % 28 + 1).\($0 % 12 + 1).20\($0 % 20 + 4)", "Comirnaty", "B\($0)") }
                .map { (date: $0.0, vaccine: $0.1, batch: $0.2) }
            let answer = try await scene.post(Self.rows(rows))
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.contains(##"href="#date-51""##) && !answer.body.contains(##"href="#date-50""##))
            #expect(answer.body.contains(#"value="B200""#))
            #expect(try await scene.saved().isEmpty)
        }
    }

    @Test(arguments: [
        "\u{0}", "3.5.2019\u{0}", "\u{202E}3.5.2019", String(repeating: "1", count: 60_000), "<script>", "2019-13-01",
    ])
    func badTextIsNoDate(_ text: String) async throws {
        try await Self.open { scene in
            let answer = try await scene.post(Self.rows([(text, "Comirnaty", "")]))
            #expect(answer.status == .unprocessableContent)
            #expect(answer.body.contains(##"href="#date-1""##) && !answer.body.contains("<script>\""))
            #expect(!answer.bytes.contains(0))
            #expect(try await scene.saved().isEmpty)
        }
    }

    @Test(arguments: [
        ("flu", "influenza"), ("flu shot", "influenza"), ("influenza", "influenza"), ("lockjaw", "tetanus"),
        ("corona", "covid-19"), ("polio", "polio"), ("measles", "measles"), ("tetanus", "tetanus"),
    ])
    func aDiseasesNameIsTheDisease(_ text: String, _ target: String) async throws {
        try await Self.open { scene in
            let answer = try await scene.post(Self.rows([("3.5.2005", text, "")]))
            #expect(answer.status == .seeOther, "\(text)")
            #expect(try await scene.saved().map(\.target) == [target])
        }
    }

    /// What counts is the age on the day, not today's; of an infant, for whom neither is made, nobody knows.
    @Test(arguments: [
        ("2021", "3.5.2024", "FSME-IMMUN Junior"), ("1990", "3.5.2004", "FSME-IMMUN Junior"),
        ("2021", "3.5.2022", nil), ("1987", "3.5.2024", "FSME-IMMUN Erwachsene"),
    ])
    func aBrandAloneMeansWhatIsMadeForTheAge(born: String, day: String, taken: String?) async throws {
        try await TestApp.openWithPass(birth: ("17", "5", born)) { _, person, pass in
            let path = "/passes/\(pass)/vaccinations/table"
            let answer = try await person.post(path, Self.rows([(day, "FSME Immun", "")]))
            #expect(answer.status == (taken == nil ? .unprocessableContent : .seeOther))
            #expect(taken != nil || answer.body.contains("FSME-IMMUN Junior"))
            let page = try await person.get("/passes/\(pass)").body
            #expect(page.contains(taken ?? "FSME-IMMUN") == (taken != nil))
        }
    }

    @Test(arguments: ["\u{0}", "A\u{202E}B", String(repeating: "x", count: 101)])
    func badTextIsNoBatch(_ text: String) async throws {
        try await Self.open { scene in
            let answer = try await scene.post(Self.rows([("3.5.2019", "Comirnaty", text)]))
            #expect(answer.status == .unprocessableContent && answer.body.contains(##"href="#batch-1""##))
        }
    }

    @Test func aMillionLettersAreRefused() async throws {
        try await Self.open { scene in
            let answer = try await scene.post(Self.rows([("3.5.2019", String(repeating: "x", count: 1 << 20), "")]))
            #expect(answer.status == .contentTooLarge)
        }
    }

    @Test func otherNumbersAreNoRows() async throws {
        try await Self.open { scene in
            let answer = try await scene.post([
                "date-0": "1.1.2020", "date-01": "1.1.2020", "date--1": "1.1.2020", "date-99999999999999999999": "x",
                "date-10000": "x", "note-1": "x",
            ])
            #expect(answer.status == .unprocessableContent)
            let linked = answer.body.matches(of: /href="#([a-z]+-\d+)">/).map { String($0.1) }
            #expect(linked == ["date-1"])
        }
    }

    @Test func vaccinesOfOtherSpeciesFitNothing() async throws {
        try await Self.open { scene in
            let dog = try await scene.person.pass("Rex", kind: "dog", birth: ("1", "1", "2020"))
            let path = "/passes/\(dog)/vaccinations/table"
            let answer = try await scene.person.post(path, Self.rows([("3.5.2021", "priorix", "")]))
            #expect(answer.status == .unprocessableContent && answer.body.contains(##"href="#vaccine-1""##))
        }
    }

    @Test func aChildsScheduleIsLaidOutAndOnlyDatedRowsAreSaved() async throws {
        try await Self.open { scene in
            let mia = try await scene.person.pass("Mia Test", birth: ("1", "2", "2024"))
            let path = "/passes/\(mia)/vaccinations/table"
            #expect(try await scene.person.get(path).body.contains(path + "?rows=schedule"))
            let page = try await scene.person.get(path + "?rows=schedule")
            #expect(page.status == .ok && page.body.says("vaccinations.table.planned", ["date": "April 2024"]))
            let rows = page.body.matches(of: /name="planned-(\d+)" value="([^"]+)"/).map {
                (String($0.1), String($0.2))
            }
            let first = try #require(rows.first { $0.1.hasPrefix("dtap-ipv-hib-hepb@2024-04") })
            #expect(rows.contains { $0.1.hasPrefix("mmr") })
            var fields = rows.reduce(into: [String: String]()) { fields, row in
                fields["planned-\(row.0)"] = row.1
                fields["vaccine-\(row.0)"] = String(row.1.prefix { $0 != "@" })
                (fields["date-\(row.0)"], fields["batch-\(row.0)"]) = ("", "")
            }
            let nothing = try await scene.person.post(path, fields)
            #expect(
                nothing.status == .unprocessableContent
                    && nothing.body.says("vaccinations.table.planned", ["date": "April 2024"]))
            fields["date-\(first.0)"] = "3.4.24"
            #expect(try await scene.person.post(path, fields).status == .seeOther)
            let id = try #require(PassID(mia))
            let saved = try await scene.person.vault(scene.app).read { try $0.vaccinations(of: id) }
            #expect(saved.map(\.vaccine) == ["dtap-ipv-hib-hepb"] && saved.first?.date == PartialDate("2024-04-03"))
        }
    }

    @Test(arguments: ["", "@", "x", "x@2019-13", "x@2019-01@", "\u{0}@2019-01"])
    func whatIsNoPlanIsNone(_ plan: String) async throws {
        try await Self.open { scene in
            let answer = try await scene.post(["planned-1": plan, "vaccine-1": "priorix", "date-1": "", "batch-1": ""])
            #expect(answer.status == .unprocessableContent && answer.body.contains(##"href="#date-1""##))
        }
    }
}
