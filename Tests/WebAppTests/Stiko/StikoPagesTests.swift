import BoundedXML
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("An admin and what the STIKO publishes", .timeLimit(.minutes(3)))
struct StikoPagesTests {
    private static let feed = Array(FeedReaderTests.rss.utf8)

    @Test func opensATaskForEachNewRecommendationOnce() async throws {
        try await TestApp.open { app, _ in
            let store = app.services.reviews
            #expect(
                try store.take(feed: Self.feed, at: TestApp.now).map(\.title) == ["Epidemiologisches Bulletin 4/2026"])
            #expect(try store.take(feed: Self.feed, at: TestApp.now).isEmpty)
            let id = try #require(store.tasks().first).id
            #expect(try store.mark(id, done: TestApp.now)?.isDone == true)
            #expect(try store.take(feed: Self.feed, at: TestApp.now).isEmpty, "what is done stays done")
            #expect(store.tasks().count == 1 && store.tasks()[0].isDone)
            #expect(throws: XMLError.self) { try store.take(feed: [0x3C], at: TestApp.now) }
            #expect(store.tasks().count == 1)
        }
    }

    @Test func keepsEveryTaskOfWritersAtOnce() async throws {
        try await TestApp.open { app, _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let store = ReviewStore(dataDirectory: app.folder)
                        let text = "<rss><item><title>STIKO-Empfehlung \(number)</title></item></rss>"
                        _ = try store.take(feed: Array(text.utf8), at: TestApp.now)
                    }
                }
                try await group.waitForAll()
            }
            #expect(app.services.reviews.tasks().count == 20)
        }
    }

    @Test func showsATaskWithItsTablesBesideOurRows() async throws {
        try await TestApp.open(arguments: ["--demo"]) { app, client in
            let person = Person(client)
            try await person.register("ada")
            try app.accounts.administration.setAdmin(username: "ada", true)
            #expect(try await person.get("/admin/stiko").body.says("admin.stiko.none"))
            let store = app.services.reviews
            let task = try #require(try store.take(feed: Self.feed, at: TestApp.now).first)
            #expect(try await person.get("/admin").body.says("admin.stiko.open", ["count": "1"]))
            let path = "/admin/stiko/\(task.id)"
            #expect(try await person.get("/admin/stiko").body.contains("href=\"\(path)\""))
            let bare = try await person.get(path).body
            #expect(bare.contains("https://www.example.org/04-26?a=1&amp;b=2") && bare.contains("22 January 2026"))
            #expect(bare.says("admin.stiko.tables.none"))

            let text = "Impfung            6 Wochen      2 Monate\nRotaviren   G1(a)   G2 <b>\n\nno table here\n"
            _ = try store.keep(TableLines.of(text), of: task.id)
            let before = app.services.catalogue.inUse.name
            let page = try await person.get(path).body
            #expect(page.contains("<li>Rotaviren | G1(a) | G2 &lt;b&gt;</li>") && page.contains("Rotavirus"))
            #expect(page.contains("de-stiko: rotavirus") && page.says("admin.stiko.dose", ["number": "1"]))
            #expect(!page.contains("no table here"))
            #expect(app.services.catalogue.inUse.name == before)

            #expect(try await person.post(path, ["done": "yes"]).location == "/admin/stiko?done=task-done")
            #expect(store.task(task.id)?.isDone == true)
            #expect(try await person.post(path, ["done": "no"]).location == "/admin/stiko?done=task-opened")
            #expect(store.task(task.id)?.isDone == false)
            #expect(try await person.post(path, ["done": "perhaps"]).status == .badRequest)
            #expect(try await person.get("/admin/stiko/0000000000000000").status == .notFound)
        }
    }

    @Test(arguments: [
        ("a  b", ["a | b"]), ("a b", []), ("  a   b c    d  ", ["a | b c | d"]), ("", []),
        ("\u{C}x  y\r\nz", ["x | y"]),
    ])
    func takesLinesWithColumnsForRows(text: String, lines: [String]) {
        #expect(TableLines.of(text) == lines)
    }
}
