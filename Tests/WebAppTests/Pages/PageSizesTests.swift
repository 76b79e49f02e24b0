import Foundation
import HTTPTypes
import NIOHTTP1
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

/// What somebody learns who sees no more than how long an encrypted answer is.
@Suite("How long pages are", .timeLimit(.minutes(3)))
struct PageSizesTests {
    private static let wrong = ["password": "wrong wrong wrong"]

    /// The bytes of an answer with its head.
    private static func length(_ answer: Person.Answer) -> Int {
        let line = "HTTP/1.1 \(HTTPResponseStatus(statusCode: answer.status.code))\r\n\r\n"
        return answer.headers.reduce(line.utf8.count + answer.bytes.count) {
            $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4
        }
    }

    private static func isPage(_ answer: Person.Answer) -> Bool {
        answer.headers[.contentType]?.hasPrefix("text/html") == true
    }

    @Test func everyPageEndsOnAStep() async throws {
        try await TestApp.open { app, client in
            let owner = Person(client)
            try await owner.register("owner")
            let pass = try await owner.pass("Ada Test")
            let items = try await OwnershipTests.items(of: owner, pass, app)
            try app.accounts.administration.setAdmin(username: "owner", true)
            _ = try await owner.turnOnTwoFactor(app)
            let cookie = try await owner.sessionCookie()
            var pages = 0
            for route in Route.table {
                let name = AccessTable.name(route)
                let path = AccessTable.path(route.path, items)
                let (member, stranger) = (Person(client), Person(client))
                await member.use(session: cookie)
                for person in [member, stranger] {
                    // A form without a token comes back as a page too.
                    let answer = route.method == .get ? try await person.get(path) : try await person.postRaw(path, "")
                    guard Self.isPage(answer) else { continue }
                    pages += 1
                    let length = Self.length(answer)
                    #expect(length % (length <= 16_384 ? 1_024 : 4_096) == 0, "\(name): \(length)")
                    if route.method == .post, Padding.formsWithNames.contains(path) {
                        #expect(length == Padding.even, "\(name)")
                    }
                }
            }
            #expect(pages > 100)
            let nowhere = try await owner.get("/nowhere")
            #expect(Self.length(nowhere) % 1_024 == 0)
        }
    }

    @Test func aFewLettersMoreDontShow() async throws {
        try await TestApp.open { _, client in
            var lengths: Set<Int> = []
            for name in ["Al", "Alexandra Bartholomea", "Ada & Eve <Test>"] {
                let person = Person(client)
                try await person.register("user\(name.count)")
                lengths.insert(Self.length(try await person.get("/passes/\(try await person.pass(name))")))
            }
            #expect(lengths.count == 1, "\(lengths)")
        }
    }

    @Test func formsThatTryANameAreAnsweredAlike() async throws {
        try await TestApp.open { app, client in
            let owner = Person(client)
            try await owner.register("ada")
            func answer(_ path: String, _ fields: [String: String]) async throws -> Person.Answer {
                try await Person(client).post(path, fields.merging(["consent": "yes"]) { $1 }, from: path)
            }
            let password = ["password": "nine tall herons wade"]
            let code = ["recovery-code": String(repeating: "A", count: 32)].merging(password) { $1 }
            let right = ["username": "ada", "password": "seven quiet otters swim"]
            let answers = [
                try await answer("/login", Self.wrong.merging(["username": "ada"]) { $1 }),
                try await answer("/login", Self.wrong.merging(["username": "nobody-at-all"]) { $1 }),
                try await answer("/login", right),
                try await answer("/register", password.merging(["username": "ada"]) { $1 }),
                try await answer("/register", password.merging(["username": "eve"]) { $1 }),
                try await answer("/recover", code.merging(["username": "ada"]) { $1 }),
                try await answer("/recover", code.merging(["username": "nobody-at-all"]) { $1 }),
            ]
            #expect(answers.map { Int($0.status.code) } == [422, 422, 303, 422, 303, 422, 422])
            #expect(answers.map(Self.length) == answers.map { _ in Padding.even })
        }
    }

    @Test func whoComesWhereTooManySignInFindsTheFormAsItWas() async throws {
        try await TestApp.open(vault: { $0.hashingPatience = .milliseconds(-1) }) { _, client in
            let typed = ["username": "ada", "password": "nine tall herons wade", "consent": "yes"]
            for path in ["/login", "/register"] {
                let answer = try await Person(client).post(path, typed, from: path)
                #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "10")
                #expect(answer.body.says("error.busy") && answer.body.contains("value=\"ada\""))
                #expect(!answer.body.contains("herons"))
                #expect(answer.body.contains("required checked") == (path == "/register"))
            }
        }
    }

    @Test func somebodyWhoWasSentAwayBusyHasUsedUpNoTry() async throws {
        try await TestApp.open(arguments: ["--sign-ins", "2"], vault: { $0.hashingPatience = .milliseconds(-1) }) {
            _, client in
            for _ in 0..<4 {
                let answer = try await Person(client).signIn("ada")
                #expect(answer.status == .serviceUnavailable)
            }
        }
    }
}
