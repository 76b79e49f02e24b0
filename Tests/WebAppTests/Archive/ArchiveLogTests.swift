import Foundation
import HTTPTypes
import HealthCertificate
import Model
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

/// Whatever takes data out of an account or brings some in is in its owner's access log.
@Suite("Every export and import is in the access log", .timeLimit(.minutes(3)))
struct ArchiveLogTests {
    /// The routes that do, and what they log: code and detail.
    private static let logged: [String: (code: AccessEvent.Code, detail: String?)] = [
        "POST /export": (.exported, "age"),
        "POST /passes/{pass}/export": (.exported, "age"),
        "GET /passes/{pass}/export/fhir": (.exported, "fhir"),
        "GET /passes/{pass}/export/csv": (.exported, "csv"),
        "GET /passes/{pass}/print": (.printed, nil),
        "GET /passes/{pass}/print/school": (.printed, nil),
        "GET /passes/{pass}/print/appointment": (.printed, nil),
        "GET /passes/{pass}/recommendations.json": (.exported, "json"),
        "GET /passes/{pass}/recommendations.ics": (.calendarFileTaken, nil),
        "POST /passes/{pass}/links": (.linkMade, nil),
        "GET /passes/{pass}/certificates/{certificate}/qr.png": (.codeSaved, nil),
        "POST /passes/{pass}/certificates/{certificate}/offline": (.keptOffline, nil),
        "GET /passes/{pass}/attachments/{attachment}": (.attachmentOpened, nil),
        "POST /passes/{pass}/attachments": (.attachmentAdded, nil),
        "POST /passes/{pass}/attachments/{attachment}/delete": (.attachmentDeleted, nil),
        "POST /certificates": (.imported, "certificates"),
        "POST /import/{import}": (.imported, "age"),
        "POST /drafts/{draft}": (.imported, "scan"),
        "GET /drafts/{draft}/rows.csv": (.exported, "csv"),
    ]

    /// Those that belong to an export or import and take or bring nothing: questions, previews, pictures on a page.
    private static let silent: Set<String> = [
        "GET /export", "GET /passes/{pass}/export", "GET /import", "POST /import", "GET /import/link",
        "POST /import/link", "GET /import/{import}",
        "GET /import/{import}/columns", "POST /import/{import}/columns", "GET /import/{import}/rejected",
        "POST /import/{import}/discard", "GET /certificates/new",
        "POST /certificates/new",
        "GET /passes/{pass}/certificates/new", "POST /passes/{pass}/certificates/new",
        "GET /passes/{pass}/certificates/{certificate}", "GET /passes/{pass}/certificates/{certificate}/qr.svg",
        "GET /passes/{pass}/certificates/{certificate}/accepted",
        "POST /passes/{pass}/certificates/{certificate}/noted",
        "GET /passes/{pass}/links", "GET /passes/{pass}/links/{link}", "POST /passes/{pass}/links/{link}",
        "GET /passes/{pass}/links/{link}/qr.svg",
        "GET /passes/{pass}/certificates/{certificate}/offline",
        "GET /passes/{pass}/certificates/{certificate}/offline/page",
        "GET /passes/{pass}/certificates/{certificate}/delete",
        "POST /passes/{pass}/certificates/{certificate}/delete", "GET /passes/{pass}/attachments",
        "GET /passes/{pass}/attachments/{attachment}/delete", "GET /passes/{pass}/scan", "POST /passes/{pass}/scan",
        "GET /drafts/{draft}", "POST /drafts/{draft}/discard",
        "GET /drafts/{draft}/pages/{n}", "POST /drafts/{draft}/pages/{n}",
        "GET /drafts/{draft}/pages/{n}.png", "GET /drafts/{draft}/fields/{f}.png",
    ]

    @Test func noRouteOfTheirsIsForgottenHere() {
        let parts = [
            "export", "import", "print", "certificates", "attachments", "recommendations.json",
            "recommendations.ics", "scan", "drafts", "links",
        ]
        // Templates of forms hold nothing of anybody's health.
        let names = Route.table.filter { !$0.path.hasPrefix("/scan-templates") }
            .filter { route in parts.contains { route.path.contains("/\($0)") } }.map(AccessTable.name)
        #expect(Set(names) == Set(Self.logged.keys).union(Self.silent))
    }

    @Test func eachLogsItsOwnLineAndNothingThatTellsOfHealth() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await ArchiveFixtures.filledPass(person, app, name: "Ada Test")
            let vault = try await person.vault(app)
            let id = try #require(PassID(pass))
            let certificate = try #require(try await vault.read { try $0.certificates(of: id).first?.id })
            let letter = [("letter.pdf", AttachmentPagesTests.pdf)]
            _ = try await person.upload("/passes/\(pass)/attachments", letter)
            let attachment = try #require(try await vault.read { try $0.attachments(of: id).first?.id })
            // Germany's law asks for something of whoever goes to school.
            try await vault.write { try $0.setSetting(SettingKey.homeCountry, to: "DE") }
            let passphrase = ["generated": "gentle river stone lantern"]
            let file = try await person.post("/export", passphrase).bytes
            let items = [
                "pass": pass, "certificate": certificate.description, "attachment": attachment.description,
                "draft": try await OwnershipTests.scan(of: pass, vault),
            ]
            for (name, expected) in Self.logged.sorted(by: { $0.key < $1.key }) {
                let path = AccessTable.path(String(name.drop { $0 != "/" }), items)
                let before = try await log(vault)
                let answer: Person.Answer
                switch name {
                case "POST /export", "POST /passes/{pass}/export": answer = try await person.post(path, passphrase)
                case "POST /passes/{pass}/attachments":
                    answer = try await person.upload(path, [("other.pdf", AttachmentPagesTests.pdf + [1])])
                case "POST /drafts/{draft}":
                    answer = try await person.post(path, ["date-1": "1.2.2024", "vaccine-1": "priorix"])
                case "POST /certificates":
                    let text = try app.issuer.vaccination(
                        given: "Ada", family: "Test", birth: "1987-04-12", dose: 2, identifier: "URN:UVCI:01DE/2#B")
                    answer = try await person.post(path, ["text-1": text, "pass-1": pass, "accept-1": "yes"])
                case "POST /import/{import}":
                    let place = try await person.upload(file, passphrase: passphrase.values.first ?? "")
                    #expect(try await log(vault).count == before.count, "a preview stores nothing")
                    answer = try await person.post(place, ["pass-1": pass, "shown-1": pass])
                case "POST /passes/{pass}/links": answer = try await person.post(path, ["days": "7"])
                case "POST /passes/{pass}/certificates/{certificate}/offline":
                    answer = try await person.post(path, ["step": "keep", "days": "7"])
                default: answer = name.hasPrefix("GET") ? try await person.get(path) : try await person.post(path)
                }
                #expect(answer.status == .ok || answer.status == .seeOther, "\(name): \(answer.status)")
                let added = Set(try await log(vault).map(\.id)).subtracting(before.map(\.id))
                let events = try await log(vault).filter { added.contains($0.id) }
                #expect(events.map(\.code) == [expected.code], "\(name)")
                if let detail = expected.detail { #expect(events.first?.detail == detail, "\(name)") }
            }
            let texts = try await log(vault).map { "\($0.code?.rawValue ?? "other") \($0.detail ?? "") \($0.device)" }
                .joined(
                    separator: "\n")
            for word in ["Ada", "letter", "measles", "Priorix", "A69CB", "1987"] { #expect(!texts.contains(word)) }
        }
    }

    private func log(_ vault: Vault) async throws -> [AccessEvent] { try await vault.read { try $0.accessLog() } }
}
