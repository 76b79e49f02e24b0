import CivilDates
import Foundation
import HTTPTypes
import Model
import Secrets
import Testing

import Intake
@testable import IntakePages
@testable import Vault
@testable import Web
@testable import WebApp

/// Those who may ask find what is their own, and nothing else.
@Suite("Whose data is seen", .timeLimit(.minutes(3)))
struct OwnershipTests {
    @Test(arguments: [false, true])
    func showsNobodyWhatIsAnothersByAnyRoute(isAdmin: Bool) async throws {
        try await TestApp.open { app, client in
            let owner = Person(client)
            try await owner.register("owner")
            let pass = try await owner.pass("Quetzalcoatlus Canary")
            let theirs = try await Self.items(of: owner, pass, app)
            let other = Person(client)
            try await other.register("other")
            if isAdmin { try app.accounts.administration.setAdmin(username: "other", true) }
            let own = try await other.pass("Other Person")
            for route in Route.table where route.path.contains("{") {
                let name = AccessTable.name(route)
                guard AccessTable.member.contains(name) else { continue }
                let items = Set(route.path.matches(of: /\{([a-z]+)\}/).map { String($0.1) })
                #expect(items.subtracting(theirs.keys) == [], "make one for this test: \(name)")
                // The owner finds it there; of what was imported, nothing was rejected, and no reader draws pictures here.
                if route.method == .get, !route.path.hasSuffix("/rejected"), !route.path.hasSuffix(".png") {
                    let shown = try await owner.get(AccessTable.path(route.path, theirs))
                    #expect(shown.status == .ok || shown.status == .seeOther, "\(name)")
                }
                for target in [pass, own] where target == pass || items != ["pass"] {
                    let path = AccessTable.path(route.path, theirs.merging(["pass": target]) { $1 })
                    let answer = route.method == .get ? try await other.get(path) : try await other.post(path)
                    #expect(answer.status == .notFound, "\(name)")
                    #expect(!answer.body.contains("Quetzalcoatlus"), "\(name)")
                }
            }
            let still = try await owner.get("/passes/\(pass)").body
            #expect(still.contains("Quetzalcoatlus") && still.contains("Priorix") && still.contains("Comirnaty"))
        }
    }

    @Test func refusesAnIdOfAnotherPassOfTheSameAccount() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let first = try await person.pass("First Pass")
            let second = try await person.pass("Second Pass")
            let vaccination = try await Self.vaccination(of: first, person)
            #expect(try await person.get("/passes/\(first)/vaccinations/\(vaccination)").status == .ok)
            #expect(try await person.get("/passes/\(second)/vaccinations/\(vaccination)").status == .notFound)
        }
    }

    /// The pass, and one of each kind that routes name by an id, made by the owner.
    static func items(of owner: Person, _ pass: String, _ app: TestApp) async throws -> [String: String] {
        let session = try #require(try await app.accounts.sessions.session(cookie: owner.sessionCookie()))
        let (passID, name, now) = (try #require(PassID(pass)), "Quetzalcoatlus", TestApp.now)
        let passkey = try Passkey(
            name: name, relyingParty: "localhost", credentialID: [1], publicKey: [1], signCount: 0, opensVault: false,
            isBackupEligible: false, created: now)
        let link = try HealthLink(to: passID, label: name, from: now, lasting: 86_400, random: .system)
        let binned = Vaccination(target: "tbe", vaccineName: name, date: .firstOfRecords)
        let dose = try VaccinationRecord(passID: passID, binned, createdAt: now, updatedAt: now)
        let entry = try await session.vault.write { records in
            try records.insert(passkey)
            try records.insert(link)
            try records.insert(dose)
            _ = try records.bin(dose.id, at: app.accounts.configuration.now())
            return try records.lastDeleted()?.description
        }
        _ = try await owner.upload("/passes/\(pass)/attachments", [("Quetzalcoatlus.pdf", Array("%PDF-1.7\nx".utf8))])
        let table = Array("Impfdatum;Impfung gegen\n20.05.1998;Masern\n".utf8)
        let staged = try await owner.upload(table, named: "Quetzalcoatlus.csv")
        let vaccination = try await vaccination(of: pass, owner)
        let text = try app.issuer.vaccination(given: "Q", family: "Canary", birth: "1987-04-12")
        _ = try await owner.post("/certificates", ["text-1": text, "pass-1": pass, "accept-1": "yes"])
        let certificate = try await id("certificates", on: "/passes/\(pass)", owner)
        let days = "from-day=10&from-month=3&from-year=2027&to-day=24&to-month=3&to-year=2027"
        _ = try await owner.post("/passes/\(pass)/journeys", FieldTable.values("country=BR&\(days)"))
        _ = try await owner.post("/passes/\(pass)/certificates/\(certificate)/offline", ["step": "keep", "days": "7"])
        let batch = try await session.vault.read { try $0.batches(at: app.accounts.configuration.now()).first }
        return [
            "batch": try #require(batch).id.description, "pass": pass, "vaccination": vaccination,
            "certificate": certificate, "passkey": passkey.id.description,
            "attachment": try await id("attachments", on: "/passes/\(pass)/attachments", owner),
            "import": String(try #require(staged.firstMatch(of: /\/import\/([a-z0-9]{26})/)).1),
            "entry": try #require(entry), "link": link.id.description, "draft": try await scan(of: pass, session.vault),
            "session": session.id.description, "template": try await template(session.vault), "n": "1", "f": "date-1",
            "journey": try await id("journeys", on: "/passes/\(pass)/journeys", owner),
        ]
    }

    /// A page that waits to be checked.
    static func scan(of pass: String, _ vault: Vault, date: String? = nil) async throws -> String {
        let file = try await vault.seal(try ScanReader.picture(), expires: TestApp.now + DraftRecord.lifetime)
        let template = try String(
            contentsOf: RoutesDocument.root.appending(path: "Catalogue/scan-templates/booklet-d.json"), encoding: .utf8)
        var page = ScannedSheet.Page(source: 0, number: 0)
        (page.width, page.height, page.place, page.flat) = (1_000, 1_400, "found", file.id.description)
        page.corners = [10, 10, 990, 10, 990, 1_390, 10, 1_390]
        func value(_ text: String, _ value: String) -> Cell {
            Cell(text, value: value, sureness: 0.95, others: [value])
        }
        var fields = ["vaccine": value("Quetzalcoatlus", "priorix")]
        fields["date"] = date.map { value($0, $0) }
        page.rows = [ScannedSheet.Row(number: 1, fields: fields, isInked: true)]
        let source = ScannedSheet.Source(name: "Quetzalcoatlus.png", file: file.id.description)
        let scan = Draft([source], [ScannedSheet(template: template, pages: [page])], for: Pass.person)
        let passID = try #require(PassID(pass))
        return try await vault.write {
            try scan.store(of: passID, in: $0, with: [file], at: TestApp.now).description
        }
    }

    /// A form that its owner has described.
    static func template(_ vault: Vault) async throws -> String {
        let text =
            #"{"title":"Quetzalcoatlus","aspect":0.7,"regions":[{"name":"name","type":"text","left":0.1,"top":0.1,"width":0.5,"height":0.05}]}"#
        let record = try ScanTemplateRecord(text: text, createdAt: TestApp.now)
        #expect(try await vault.write { try $0.insert(record) })
        return record.id.description
    }

    private static func vaccination(of pass: String, _ person: Person) async throws -> String {
        let dose = FieldTable.values("target=measles&vaccine=priorix&date-day=20&date-month=5&date-year=1998")
        _ = try await person.post("/passes/\(pass)/vaccinations/new", dose)
        return try await id("vaccinations", on: "/passes/\(pass)", person)
    }

    /// The id of something that a page leads to.
    private static func id(_ kind: String, on page: String, _ person: Person) async throws -> String {
        let link = try Regex("/\(kind)/([a-z0-9]{26})\"", as: (Substring, Substring).self)
        return String(try #require(try await person.get(page).body.firstMatch(of: link)).1)
    }
}
