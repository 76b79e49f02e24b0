import Dispatch
import Fairness
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import Web
@testable import WebApp

/// Nobody works for somebody who has gone, and what a form holds until then is counted.
@Suite("What a form holds, and for how long", .timeLimit(.minutes(5)))
struct GoneClientTests {
    private static func context(isConnected: Bool) -> AppContext {
        let source = ApplicationRequestContextSource(
            channel: NIOAsyncTestingChannel(), logger: Logger(label: "test"))
        var context = AppContext(source: source)
        context.client.isConnected = { isConnected }
        return context
    }

    private static func request(_ path: String, _ body: String, cookies: String? = nil) -> Request {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: path)
        head.headerFields = ResubmittedFormTests.own
        head.headerFields[.cookie] = cookies
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
    }

    /// A form that hasn't begun when a server that ends has closed its connection isn't stored any more.
    @Test func aServerThatEndsBeginsNothing() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let token = try await person.token()
            let cookies = await person.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            let route = try #require(Route.table.first { $0.method == .post && $0.path == "/passes/new" })
            func answer(_ name: String, isConnected: Bool) async throws -> HTTPResponse.Status {
                let form = Person.form([
                    "form-token": token, "name": name, "kind": "person", "birthdate-day": "12", "birthdate-month": "4",
                    "birthdate-year": "1987", "sex": "female",
                ])
                let request = Self.request("/passes/new", form, cookies: cookies)
                return try await route.respond(to: request, Self.context(isConnected: isConnected), app.services).status
            }
            #expect(try await answer("Erika", isConnected: false) == .seeOther, "while the server goes on")
            app.services.readiness.end()
            await #expect(throws: HTTPProblem.timeout) { _ = try await answer("Mia", isConnected: false) }
            #expect(try await answer("Ben", isConnected: true) == .seeOther)
        }
    }

    private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

    /// The page that would show it doesn't wait for a turn.
    @Test func aFormIsntShownAgainToSomebodyWhoHasGone() async throws {
        try await TestApp.open { app, _ in
            let services = app.services
            let end = DispatchSemaphore(value: 0)
            // Two for each that run, on all eight threads, and some that wait.
            let others = (0..<12).map { number in
                Task {
                    try await services.threads.run(for: Requester(account: "\(number / 2)", network: "\(number / 2)")) {
                        Self.wait(for: end)
                    }
                }
            }
            defer { for _ in others { end.signal() } }
            try await eventually { services.threads.waiting == 4 }
            let request = Self.request("/passes/new", "")
            let problem = HTTPProblem.signedOut.keeping(
                try FormFields.parse(Array("name=Erika".utf8)), of: request, in: nil)
            #expect(problem.kept != nil)
            let answer = NIOLockedBox<Response?>(nil)
            Task {
                let page = await ErrorPages.page(problem, request, Self.context(isConnected: false), services)
                answer.withLock { $0 = page }
            }
            try await eventually { answer.withLock { $0 != nil } }
            #expect(answer.withLock { $0?.body.contentLength } == 0)
        }
    }

    /// From the first byte until the page that repeats it is made.
    @Test func aFormThatIsKeptHoldsItsPlace() throws {
        let uploads = FairSemaphore(FairnessLimits(room: 10))
        func kept() throws -> HTTPProblem {
            let place = try uploads.enterNow(Requester(address: "a"), units: 5)
            return HTTPProblem.badToken.keeping(
                try FormFields.parse(Array("name=Erika".utf8)), of: Self.request("/passes/new", ""), in: place)
        }
        var problem: HTTPProblem? = try kept()
        #expect(problem?.kept != nil && uploads.held == 5)
        problem = problem?.withoutForm
        #expect(problem?.code == .badToken && uploads.held == 0)
    }

    /// Of few bytes with many fields, the fields are what counts.
    @Test func whatFieldsTakeIsCountedBesideTheirBytes() async throws {
        let body = (0..<4_990).map { "a\($0)=" }.joined(separator: "&")
        var counted = 0
        let form = try await Self.request("/", body).formFields(limits: .rows, taking: { counted += $0 })
        #expect(form.names.count == 4_990 && body.utf8.count < 40_000)
        #expect(form.memory > 4_990 * 150 && counted == form.memory - 16_384)
    }

    /// Whoever has no room for what they typed is told so at once, and not that it is still there.
    @Test func whoHasNoRoomIsToldWithoutTheForm() async throws {
        try await TestApp.open { app, client in
            let (stranger, uploads) = (Person(client), app.services.uploads)
            let body = (0..<4_990).map { "row-\($0)=" }.joined(separator: "&")
            func sent() async throws -> Person.Answer {
                let path = "/import/" + String(repeating: "a", count: 26)
                return try await stranger.postRaw(path, body, headers: ResubmittedFormTests.own)
            }
            var held: FairSemaphore.Permit? = try uploads.enterNow(
                Requester(address: "local"), units: uploads.shares.ofAccount - 300_000)
            let without = try await sent()
            #expect(without.status == .forbidden && without.body.says("problem.form-expired.title"))
            #expect(!without.body.contains("row-17") && held != nil)
            held = nil
            let with = try await sent()
            #expect(with.status == .forbidden && with.body.says("problem.signed-out.title"))
            #expect(with.body.contains("row-17"))
            try await eventually { uploads.held == 0 }
        }
    }
}
