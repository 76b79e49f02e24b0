import CivilDates
import Foundation
import HTTPTypes
import HummingbirdTesting
import Situation
import TestSupport
import Testing

@testable import Lists
@testable import Operators
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("Pages of public numbers", .timeLimit(.minutes(3)))
struct SituationPagesTests {
    @Test func sayWhatWouldStandThereOnAFreshServer() async throws {
        try await TestApp.open { _, client in
            let visitor = Person(client)
            for path in ["/situation", "/situation/influenza", "/situation/rsv/DE-BY"] {
                let answer = try await visitor.get(path)
                #expect(answer.status == .ok && answer.body.says("situation.empty"), "\(path)")
            }
            #expect(try await visitor.get("/situation/measles").status == .notFound)
            #expect(try await visitor.get("/situation/influenza/DE/season.svg").status == .notFound)
        }
    }

    /// Period and number of each mark that names them.
    private static func marks(_ svg: String, _ attribute: String) throws -> [String: String] {
        let pattern = try Regex(
            "data-period=\"([^\"]+)\" data-\(attribute)=\"([^\"]+)\"", as: (Substring, Substring, Substring).self)
        return Dictionary(
            uniqueKeysWithValues: svg.matches(of: pattern).map { (String($0.output.1), String($0.output.2)) })
    }

    /// What the table has: period, number, change.
    private static func rows(_ page: String) -> [(period: String, value: String, change: String)] {
        page.matches(
            of: /<tr data-period="([^"]+)">.*?<data value="([^"]+)">[^<]*<\/data><\/td>(?:<td><data value="([^"]+)">)?/
        ).map {
            (String($0.output.1), String($0.output.2), String($0.output.3 ?? ""))
        }
    }

    @Test func drawTheNumbersOfTheirTable() async throws {
        try await TestApp.open { app, client in
            try app.importNumbers()
            let visitor = Person(client)
            let page = try await visitor.get("/situation/influenza/DE-BY?age=60%2B").body
            let rows = Self.rows(page)
            // Seven weeks of this season and fifteen of the last.
            #expect(rows.count == 22 && rows.first?.period == "2026-W46")
            let season = try Self.marks(
                try await visitor.get("/situation/influenza/DE-BY/season.svg?age=60%2B").body, "value")
            let changes = try Self.marks(
                try await visitor.get("/situation/influenza/DE-BY/changes.svg?age=60%2B").body, "change")
            let comparison = try await visitor.get("/situation/influenza/DE-BY/comparison.svg?age=60%2B").body
            #expect(season.count == 7 && changes.count == 22)
            for (period, value) in season { #expect(rows.first { $0.period == period }?.value == value, "\(period)") }
            for row in rows { #expect(changes[row.period] == row.change, "\(row.period)") }
            #expect(try Self.marks(comparison, "value") == season)
            #expect(comparison.matches(of: /data-median="/).count == 52)
            #expect(page.matches(of: /<img src="[^"]+\.svg[^"]*" width="360" height="220" alt="[^"]{40,}"/).count == 3)
            #expect(
                !page.contains("<script>") && page.contains("CC-BY-4.0") && page.contains("10.5281/zenodo.10401796"))
            #expect(page.contains("Robert Koch-Institut") && page.contains("19 November 2026"))
        }
    }

    /// Whoever needs it now is named; nobody else.
    @Test(arguments: ["en", "de"])
    func nameWhoLacksTheVaccination(language: String) async throws {
        try await TestApp.open { app, client in
            try app.importNumbers()
            let person = Person(client)
            try await person.register("ada")
            _ = try await person.pass("Gustav Test", birth: ("1", "4", "1940"))
            _ = try await person.pass("Nora Test", birth: ("1", "4", "1981"))
            _ = try await person.post("/language", ["language": language])
            let page = try await person.get("/situation/influenza").body
            let lacking = try #require(
                page.components(separatedBy: words("situation.lacking", in: language)).dropFirst().first)
            let names = try #require(lacking.components(separatedBy: "</ul>").first)
            #expect(names.contains("Gustav Test") && !names.contains("Nora Test"))
        }
    }

    @Test func showTheWholeSeasonBelowTheNewestPeriods() async throws {
        try await TestApp.open { app, client in
            try app.importNumbers(TestApp.influenza(seasons: 2024...2025), version: "2026-10-01")
            let visitor = Person(client)
            let rows = Self.rows(try await visitor.get("/situation/influenza/DE").body)
            let season = try Self.marks(try await visitor.get("/situation/influenza/DE/season.svg").body, "value")
            #expect(season.count == 52 && rows.count == 52)
            for (period, value) in season { #expect(rows.first { $0.period == period }?.value == value, "\(period)") }
        }
    }

    @Test func rateANumberOnlyBesideThreeSeasons() async throws {
        try await TestApp.open { app, client in
            let visitor = Person(client)
            try app.importNumbers(TestApp.influenza(seasons: 2024...2026))
            #expect(try await visitor.get("/situation/influenza").body.contains("class=\"light none\""))
            try app.importNumbers(TestApp.influenza(seasons: 2022...2026), version: "2026-11-20")
            let rated = try await visitor.get("/situation/influenza").body
            #expect(rated.contains(/class="light (low|raised|high)"/) && rated.says("situation.light.short"))
        }
    }

    @Test func sayWhenNumbersAreOldOrHaveEnded() async throws {
        try await TestApp.open { app, client in
            let visitor = Person(client)
            let text = TestApp.influenza()
            try app.importNumbers(text, version: "2026-11-19")
            #expect(try await visitor.get("/situation").body.says("situation.stale") == false)
        }
        // The last week ends on 15 November 2026.
        for (days, isOld) in [(60, false), (61, true)] {
            let now = Date(timeIntervalSince1970: 1_794_700_800 + Double(days) * 86_400)
            try await TestApp.open(now: { now }) { app, client in
                try app.importNumbers(TestApp.influenza())
                let page = try await Person(client).get("/situation").body
                #expect(page.says("situation.stale") == isOld, "\(days) days")
            }
        }
        try await TestApp.open { app, client in
            let text = "Datum,Klaerwerk_id,Proben_id,Virusisolate,Virus_typ\n2022-W39,A,1,0,NA\n"
            try app.importNumbers(text, table: "polio", version: "2023-06-14")
            let page = try await Person(client).get("/situation/polio-wastewater").body
            #expect(page.says("situation.ended", ["ended": "14 June 2023"]) && !page.says("situation.stale"))
        }
    }

    @Test func tellWhatTheNewestIssueHasRevised() async throws {
        try await TestApp.open { app, client in
            let visitor = Person(client)
            let text = TestApp.influenza()
            try app.importNumbers(text, version: "2026-11-12")
            #expect(try await visitor.get("/situation/influenza").body.says("situation.before") == false)
            let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("2026-W45\tDeutschland\t00\t00+") })
            let old = try #require(row.split(separator: "\t").last)
            try app.importNumbers(
                text.replacing(row, with: row.dropLast(old.count) + "99.99"), version: "2026-11-19")
            let page = try await visitor.get("/situation/influenza").body
            #expect(page.says("situation.before") && page.contains("<td>\(old)</td>") && page.contains("99.99"))
        }
    }

    @Test func sortAndSearch() async throws {
        try await TestApp.open { app, client in
            try app.importNumbers()
            let text =
                "Saison\tKalenderwoche\tAltersgruppe\tSARI\tHospitalisierungsinzidenz\n2026/27\t2026-W46\t00+\tGesamt\t900.5\n"
            try app.importNumbers(text, table: "sari")
            let visitor = Person(client)
            func order(_ query: String) async throws -> [String] {
                try await visitor.get("/situation?\(query)").body.matches(of: /<h3><a href="\/situation\/([a-z-]+)\//)
                    .map {
                        String($0.output.1)
                    }
            }
            #expect(try await order("") == ["influenza", "sari"])
            #expect(try await order("sort=down") == ["sari", "influenza"])
            #expect(try await order("sort=up") == ["influenza", "sari"])
            #expect(try await order("q=hospital") == ["sari"])
            #expect(try await visitor.get("/situation?q=%3Cb%3E").body.says("situation.not-found"))
            #expect(try await visitor.get("/situation?q=%3Cb%3E").body.contains("<b>") == false)
        }
    }

    @Test func keepFavouritesInTheVaultAlone() async throws {
        try await TestApp.openWithPass { app, person, _ in
            try app.importNumbers()
            let fields = ["indicator": "influenza", "area": "DE-BY", "age": "60+"]
            let kept = try await person.post("/situation/favourites", fields.merging(["keep": "yes"]) { $1 })
            #expect(kept.location == "/situation?done=favourite-kept")
            #expect(try await person.get("/situation").body.says("situation.favourites"))
            let series = try await person.get("/situation/influenza/DE-BY?age=60%2B").body
            #expect(series.says("situation.favourite.remove"))
            #expect(try await Person(person.client).get("/situation").body.says("situation.favourites") == false)
            // Not on the disk: everything but the public numbers themselves.
            let files = try #require(FileManager.default.enumerator(at: app.folder, includingPropertiesForKeys: nil))
            var looked = 0
            for case let file as URL in files where !file.path.contains("/situation/") {
                guard let bytes = try? Data(contentsOf: file) else { continue }
                looked += 1
                #expect(!bytes.holds(Array("DE-BY\t60+".utf8)), "\(file.lastPathComponent)")
                #expect(!bytes.holds(Array("situationFavourites".utf8)), "\(file.lastPathComponent)")
            }
            #expect(looked > 2)
            _ = try await person.post("/situation/favourites", fields.merging(["keep": "no"]) { $1 })
            #expect(try await person.get("/situation").body.says("situation.favourites") == false)
            for wrong in [["keep": "perhaps"], ["keep": "yes", "age": "7"], ["keep": "yes", "indicator": "measles"]] {
                let answer = try await person.post("/situation/favourites", fields.merging(wrong) { $1 })
                #expect(answer.status == .badRequest)
            }
        }
    }

    @Test func forgetTheOldestOfTooManyFavourites() {
        var favourites = SituationFavourites(settings: [:])
        for number in 0...SituationFavourites.most {
            favourites.set(IndicatorKey(indicator: "ari", area: "\(number)", age: "00+"), kept: true)
        }
        #expect(favourites.keys.count == SituationFavourites.most && favourites.keys.first?.area == "1")
    }

    @Test func beginWithTheHomeRegionAndThePassesAges() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("3", "5", "1950")) { app, person, pass in
            try app.importNumbers()
            _ = try await person.post("/settings/countries", ["home": "DE", "region": "DE-BY"])
            let page = try await person.get("/situation").body
            #expect(try page.contains("\(words("situation.people")) <bdi>Opa Test</bdi>"))
            #expect(page.contains("href=\"/situation/influenza/DE-BY?age=60%2B\""))
            #expect(page.contains(#"<option value="DE-BY" selected>"#))
            // Nothing is recorded, so the yearly vaccination is due.
            let season = try await person.get("/situation/influenza").body
            #expect(try season.contains("<h2>Bavaria · \(words("situation.age.all"))</h2>"))
            #expect(season.contains("href=\"/passes/\(pass)/recommendations\""))
        }
    }

    @Test func markWhatIsNewSinceTheSignInBefore() async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { app, client in
            let person = Person(client)
            try await person.register("ada")
            try app.importNumbers()
            let file = app.folder.appending(path: "situation/influenza/2026-11-19.data")
            let imported = TestApp.now.addingTimeInterval(3_600)
            try FileManager.default.setAttributes([.modificationDate: imported], ofItemAtPath: file.path)
            app.services.situation.look()
            let new = "situation.new"
            #expect(try await person.get("/situation").body.says(new) == false, "there was no visit before")
            clock.pass(86_400)
            #expect(try await person.signIn("ada").status == .seeOther)
            #expect(try await person.get("/situation").body.says(new))
            #expect(try await Person(client).get("/situation").body.says(new) == false, "a visitor")
            clock.pass(86_400)
            #expect(try await person.signIn("ada").status == .seeOther)
            #expect(try await person.get("/situation").body.says(new) == false, "they were here then")
        }
    }

    @Test func areReachedFromWhatIsRecommended() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("3", "5", "1950")) { _, person, pass in
            let page = "/passes/\(pass)/recommendations"
            let german = try await person.get(page).body
            #expect(german.contains("<a href=\"/situation/influenza\">"))
            #expect(try await person.get("/situation/influenza").status == .ok)
            // The numbers are those of Germany.
            _ = try await person.post("/settings/countries", ["home": "AT"])
            #expect(try await person.get(page).body.contains("/situation/influenza") == false)
            // Of the risk that districts are listed for, the list.
            _ = try await person.post("/settings/countries", ["home": "DE", "region": "DE-BY-altoetting"])
            #expect(try await person.get(page).body.contains("<a href=\"/situation/tbe\">"))
        }
    }

    @Test func listTheRiskAreasAndMarkTheOwnDistrict() async throws {
        try await TestApp.openWithPass { app, person, _ in
            let visitor = try await Person(person.client).get("/situation/tbe").body
            #expect(visitor.contains("Altötting") && visitor.contains("2026") && !visitor.says("situation.tbe.here"))
            _ = try await person.post("/settings/countries", ["home": "DE", "region": "DE-BY-altoetting"])
            let own = try await person.get("/situation/tbe").body
            #expect(try own.contains("<strong>Altötting</strong> \(words("situation.tbe.here"))"))
            #expect(own.matches(of: /<details class="more" open>/).count == 1)
        }
    }

    @Test func tellAdminsWhichFilesWereRefused() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = Person(client)
            try await person.register("ada")
            try app.accounts.administration.setAdmin(username: "ada", true)
            #expect(try await person.get("/admin/situation").body.says("situation.admin.no-errors"))
            for number in 1...51 {
                let error = SituationError(.type, line: number, "Inzidenz")
                try app.services.situationStore.note(error, of: "<b>.tsv", at: TestApp.now)
            }
            let page = try await person.get("/admin/situation").body
            for (line, isShown) in [("51", true), ("2", true), ("1", false)] {
                #expect(
                    page.says("situation.fault-at-field", ["line": line, "subject": "Inzidenz"]) == isShown, "\(line)")
            }
            #expect(!page.contains("<b>.tsv"))
        }
    }
}

@Suite("Data files that are kept", .timeLimit(.minutes(3)))
struct SituationStoreTests {
    private static func catalogue() throws -> SituationCatalogue {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try SituationCatalogue(folder: root.appending(path: "Catalogue"))
    }

    private static func take(_ text: String, _ version: String, _ store: SituationStore) throws
        -> SituationStore.Change
    {
        let catalogue = try catalogue()
        let issue = try DataEdition(Array(text.utf8), of: try #require(catalogue.table("influenza")), in: catalogue)
        return try store.take(issue, Array(text.utf8), version: try #require(CalendarDate(version)), in: catalogue)
    }

    @Test func keepTheCurrentAndThePreviousVersion() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vaccinapp-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = SituationStore(dataDirectory: folder)
        let (first, second) = (TestApp.influenza(seasons: 2025...2026), TestApp.influenza(seasons: 2024...2026))
        #expect(try Self.take(first, "2026-11-05", store) == .added)
        #expect(try Self.take(first, "2026-11-12", store) == .unchanged, "the same content is no other version")
        #expect(DataDirectory.sign(ofOtherProgram: folder.path) == nil, "a server starts in it")
        #expect(try Self.take(second, "2026-11-12", store) == .added)
        #expect(try Self.take(first, "2026-11-05", store) == .older)
        #expect(try Self.take(first, "2026-11-12", store) == .replaced)
        #expect(try Self.take(second, "2026-11-19", store) == .added)
        #expect(store.stored("influenza").map(\.version) == ["2026-11-19", "2026-11-12"])
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: "situation/influenza").path)
        #expect(names.sorted() == ["2026-11-12.data", "2026-11-19.data"], "older ones are gone")
    }

    @Test func refuseAFileThatLacksHalfOfTheRows() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "vaccinapp-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = SituationStore(dataDirectory: folder)
        let whole = TestApp.influenza()
        _ = try Self.take(whole, "2026-11-12", store)
        // Cut between two lines, which the file itself can't tell.
        let cut = whole.split(separator: "\n").prefix(100).map { $0 + "\n" }.joined()
        #expect(throws: SituationError(.shrunk)) { try Self.take(cut, "2026-11-19", store) }
        #expect(store.stored("influenza").map(\.version) == ["2026-11-12"])
    }
}
