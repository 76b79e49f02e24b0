import HTTPTypes
import Testing
import Vault

@testable import WebApp

/// What waits is listed wherever one more would come, and none is pushed out.
@Suite("What waits to be finished", .timeLimit(.minutes(3)))
struct WaitingDraftsTests {
    private static let table = Array("Impfdatum;Impfung gegen\n20.05.1998;Masern\n".utf8)

    /// INTAKE's case 34, for photos, files and links.
    @Test func aTwentyFirstIsRefusedWithTheList() async throws {
        try await ScanReader.open { scene in
            let (person, now) = (scene.person, scene.clock.now)
            let photo = try await scene.scan()
            let file = try await person.upload(Self.table, named: "Liste <b>.csv")
            let vault = try await person.vault(scene.app)
            for number in 2..<DraftRecord.limit {
                _ = try await vault.write { try $0.keep("{}", from: .link, named: "host-\(number).example", at: now) }
            }
            let before = try await vault.read { try $0.drafts(at: now) }
            let picture = [(name: "more.png", bytes: try ScanReader.picture())]
            let link = ["link": PlannedLinks.text(), "step": "open"]
            for answer in [
                try await person.upload(scene.path, picture, fields: ["template": ScanReader.template]),
                try await person.postFile(Self.table, named: "more.csv", passphrase: ""),
                try await person.post("/import/link", link),
            ] {
                #expect(answer.status == .unprocessableContent)
                #expect(answer.body.says("drafts.full", ["count": "20"]))
                #expect(answer.body.contains("<bdi>page-0.png</bdi>"))
                #expect(answer.body.contains("<bdi>Liste &lt;b&gt;.csv</bdi>"))
                #expect(answer.body.contains("<bdi>host-19.example</bdi>"))
                for path in [photo, file] {
                    #expect(answer.body.contains("href=\"\(path)\""), "\(path)")
                    #expect(answer.body.contains("action=\"\(path)/discard\""), "\(path)")
                }
            }
            // That is said before anything is chosen.
            for page in [scene.path, "/import", "/import/link"] {
                #expect(try await person.get(page).body.says("drafts.full", ["count": "20"]), "\(page)")
            }
            // What is typed and what a template is tried on isn't counted.
            let trial = try await person.upload("/scan-templates/\(ScanReader.template)", picture)
            #expect(trial.status == .seeOther)
            let typed = ["date-1": "5.5.2025", "vaccine-1": "Priorx", "step": "more"]
            #expect(try await person.post("/passes/\(scene.pass)/vaccinations/table", typed).status == .ok)
            let after = try await vault.read { try $0.drafts(at: now) }
            #expect(after.filter(\.source.isCounted) == before && after.count == before.count + 2)
            // Discarded from the list, there is room again.
            #expect(try await person.post("\(file)/discard").status == .seeOther)
            #expect(try await person.get(photo).status == .ok)
            #expect(try await !scene.scan("MORE").isEmpty)
        }
    }

    /// A pass lists its own photos, and the imports' pages files and what links led to.
    @Test func eachPageListsWhatItIsAbout() async throws {
        try await ScanReader.open { scene in
            let photo = try await scene.scan()
            let file = try await scene.person.upload(Self.table, named: "list.csv")
            let second = try await scene.person.pass("Bo Test")
            let own = try await scene.person.get(scene.path).body
            #expect(own.contains("href=\"\(photo)\"") && !own.contains(file) && own.contains("<bdi>Ada Test</bdi>"))
            #expect(try await !scene.person.get("/passes/\(second)/scan").body.contains(photo))
            for page in ["/import", "/import/link"] {
                let listed = try await scene.person.get(page).body
                #expect(listed.contains("href=\"\(file)\"") && !listed.contains(photo), "\(page)")
            }
            // One isn't reached by the other's address.
            #expect(try await scene.person.get(photo.replacing("/drafts/", with: "/import/")).status == .notFound)
            #expect(try await scene.person.get(file.replacing("/import/", with: "/drafts/")).status == .notFound)
        }
    }
}
