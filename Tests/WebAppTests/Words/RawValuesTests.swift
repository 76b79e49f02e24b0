import Answers
import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import PassArchive
import Scanning
import Situation
import Testing

@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

/// What programs call things is on no page: not 'expected', 'yes' or 'fsme-immun-erwachsene', in no language.
@Suite("No page shows a code", .timeLimit(.minutes(10)))
struct RawValuesTests {
    private static let passphrase = "gentle river stone lantern"

    @Test(arguments: ["en", "de"]) func everyPageOfAVaultWithEverythingSpeaksInWords(language: String) async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let release = app.services.catalogue.release
            var passes: [String] = []
            for species in release.catalogue.species {
                let year = species.id == Pass.person ? "1987" : "2019"
                passes.append(
                    try await person.pass("No. \(passes.count + 1)", kind: species.id, birth: ("12", "4", year)))
            }
            let items = try await Self.fill(passes, person, app)
            _ = try await person.post("/language", ["language": language, "return": "/passes"])
            let raw = try RawValues(release, language)
            let paths = Self.paths(passes, items, Route.table)
            var seen: [String] = []
            for path in paths {
                let answer = try await person.get(path)
                guard answer.status == .ok, answer.headers[.contentType]?.hasPrefix("text/html") == true else {
                    continue
                }
                seen.append(path)
                #expect(raw.found(in: Self.withoutPassphrase(answer.body)) == [], "\(path)")
            }
            #expect(seen.count > 90 && seen.contains { $0.hasSuffix("/columns") })
        }
    }

    /// A page without the passphrase that it proposes: its words are drawn, and 'mild' is one of them.
    private static func withoutPassphrase(_ page: String) -> String {
        page.firstMatch(of: /name="generated" value="([^"]*)"/).map { page.replacing($0.1, with: "") } ?? page
    }

    /// An admin names files by their names.
    @Test(arguments: ["en", "de"]) func everyPageOfAnAdminSpeaksInWords(language: String) async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = Person(client)
            try await person.register("ada")
            try app.accounts.administration.setAdmin(username: "ada", true)
            _ = try await person.post("/language", ["language": language, "return": "/passes"])
            let raw = try RawValues(app.services.catalogue.release, language, isForAdmins: true)
            let paths = AccessTable.admin.filter { $0.hasPrefix("GET ") && !$0.contains("{") }.map { $0.dropFirst(4) }
            #expect(paths.count >= 6)
            for path in paths {
                let answer = try await person.get(String(path))
                #expect(answer.status == .ok, "\(path)")
                let page = answer.body.replacing(/[A-Za-z0-9_\/-]+\.(json|tsv|csv)/, with: "")
                #expect(raw.found(in: page) == [], "\(path)")
            }
        }
    }

    /// Each is shown in a list of trips, and can be chosen for one.
    @Test(arguments: ["en", "de"]) func everyRegionIsCalledByItsName(language: String) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let release = app.services.catalogue.release
            let (id, day) = (try #require(PassID(pass)), PartialDate("2027-03-27"))
            let regions = release.catalogue.regions
            let trips = try regions.map {
                try FactRecord(passID: id, Fact(kind: "journey", value: $0.id, from: day, to: day))
            }
            try await person.vault(app).write { records in for trip in trips { try records.insert(trip) } }
            _ = try await person.post("/language", ["language": language, "return": "/passes"])
            let raw = try RawValues(release, language)
            let page = try await person.get("/passes/\(pass)/journeys").body
            #expect(raw.found(in: page) == [] && regions.count > 200)
            for region in regions { #expect(page.contains(HTMLText.escape(region.name)), "\(region.id)") }
            for home in Set(regions.map(\.parent)).filter({ $0.count == 2 }) {
                try await person.vault(app).write { try $0.setSetting(SettingKey.homeCountry, to: home) }
                #expect(raw.found(in: try await person.get("/settings/countries").body) == [], "\(home)")
            }
        }
    }

    /// Fields that aren't a booklet's are labelled by their regions' names: as the page itself says them.
    @Test func builtInFormsCallTheirFieldsAsTheyArePrinted() async throws {
        try await TestApp.open { app, _ in
            let pages = app.services.scanTemplates.templates.flatMap(\.pages).filter { !$0.hasVaccinations }
            let names = pages.flatMap { $0.regions.map(\.name) + $0.columns.map(\.name) }
            #expect(names.count > 10)
            for name in names { #expect(name.first?.isUppercase == true && !name.contains("-"), "\(name)") }
        }
    }

    /// A page without a finding tells something only where a code would be one.
    @Test(arguments: ["en", "de"]) func aCodeIsFoundWhereverItIsSeen(language: String) async throws {
        try await TestApp.open { app, _ in
            let raw = try RawValues(app.services.catalogue.release, language)
            let page = """
                <html><head><title>priorix</title></head><body lang="\(language)"><p class="left-arm">no-observation</p>
                <input type="hidden" value="varicella-immune"><input id="a" value="encepur-erwachsene">
                <img alt="right-thigh" src="fsme-immun-junior"><option value="dog-rabies">gestation-weeks</option></body>
                """
            #expect(raw.found(in: page) == ["encepur-erwachsene", "gestation-weeks", "no-observation", "right-thigh"])
            let expected = try RawValues(app.services.catalogue.release, "de").found(in: "<p>expected, yes</p>")
            #expect(expected == ["expected", "yes"])
        }
    }

    /// Every page that a member reads: of every pass, and of what is in the first, a person's.
    private static func paths(_ passes: [String], _ items: [String: [String]], _ routes: [Route]) -> [String] {
        let shared: Set = ["GET /", "GET /schedules", "GET /situation", "GET /privacy", "GET /help"]
        let names = AccessTable.member.union(shared)
        return routes.filter { $0.method == .get && names.contains(AccessTable.name($0)) }.flatMap { route in
            let item = route.path.matches(of: /\{([a-z]+)\}/).map { String($0.1) }.last { $0 != "pass" }
            guard let item else { return passes.map { AccessTable.path(route.path, ["pass": $0]) } }
            return (items[item] ?? []).map { id in
                AccessTable.path(route.path, items.compactMapValues(\.first).merging([item: id]) { $1 })
            }
        }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } + ["/settings/access-log?page=2"]
    }

    /// A vault that holds each value of each kind once; gives what routes name by ids.
    private static func fill(
        _ passes: [String], _ person: Person, _ app: TestApp
    ) async throws -> [String: [String]] {
        let pass = passes[0]
        var items = try await OwnershipTests.items(of: person, pass, app).mapValues { [$0] }
        let id = try #require(PassID(pass))
        let doses = try Self.doses().map {
            try VaccinationRecord(passID: id, $0, createdAt: TestApp.now, updatedAt: TestApp.now)
        }
        let facts = try Self.facts(app.services.catalogue.current).map { try FactRecord(passID: id, $0) }
        try await person.vault(app).write { records in
            for dose in doses { try records.insert(dose) }
            for fact in facts { try records.insert(fact) }
            for code in AccessEvent.Code.allCases {
                try records.log(AccessEvent(time: TestApp.now, device: "Firefox", code: code))
            }
            _ = try records.bin(doses[0].id, at: TestApp.now)
        }
        items["vaccination", default: []] += doses.dropFirst().map(\.id.description)
        // What an owner calls the regions of a form is theirs.
        items["template"] = app.services.scanTemplates.templates.compactMap(\.id)
        // What comes back from an export is shown entry by entry.
        let file = try await person.post("/export", ["generated": passphrase]).bytes
        let waiting = try await person.upload(file, named: "Everything.age", passphrase: passphrase)
        items["import", default: []].append(String(try #require(waiting.split(separator: "/").last)))
        let table = Array("Impfdatum;Impfstoff\n20.05.2018;Priorix\n".utf8)
        let booklet = try await person.upload(table, named: "booklet.csv")
        items["import", default: []].append(String(try #require(booklet.split(separator: "/").last)))
        return items
    }

    /// A dose with each choice of each field.
    private static func doses() throws -> [Vaccination] {
        var doses: [Vaccination] = []
        for field in Vaccination.fields {
            guard case .choice(let words) = field.kind else { continue }
            for word in words {
                let date = try #require(PartialDate(year: 1988 + doses.count, month: 5, day: 3))
                var dose = Vaccination(target: "measles", vaccine: "priorix", date: date)
                field.set(.text(word), in: &dose)
                doses.append(dose)
            }
        }
        return doses
    }

    /// A fact of each kind, and each observation with each of its degrees.
    private static func facts(_ catalogue: Catalogue) -> [Fact] {
        let day = PartialDate("2027-03-27")
        let observations = catalogue.observations(for: Pass.person)
        return PassFacts.Kind.allCases.flatMap { kind -> [Fact] in
            func fact(_ value: String) -> Fact { Fact(kind: kind.rawValue, value: value, from: day, to: day) }
            switch kind {
            case .observation:
                return observations.flatMap { one in [one.id] + one.degrees.map { "\(one.id)/\($0.id)" } }.map(fact)
            case .noObservation: return observations.map { fact($0.id) }
            case .gestationWeeks: return [fact("34")]
            // Each is a trip to be judged.
            case .journey: return catalogue.regions.prefix(20).map { fact($0.id) } + [fact("KE")]
            case .dueDate: return [fact("expected")]
            case .recordComplete: return [fact("yes")]
            case .told: return Dossier.Told.allCases.map { fact("tetanus/\($0.rawValue)") }
            }
        }
    }
}
