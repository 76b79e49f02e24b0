import Codes
import Dispatch
import Fairness
import Foundation
import HTTPTypes
import HealthCertificate
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Model
import NIOCore
import ReaderScript
import Synchronization
import TestSupport
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

/// Ada holds all that she can get of something; Ben's request ends meanwhile, and hers is refused in words, or waits.
@Suite("One user can't be everybody's problem", .timeLimit(.minutes(10)))
struct ShareTests {
    private static let address = "local"

    private static func people(_ client: any TestClientProtocol) async throws -> (ada: Person, ben: Person) {
        let people = (ada: Person(client), ben: Person(client))
        try await people.ada.register("ada")
        try await people.ben.register("ben")
        return people
    }

    private static func claimant(_ person: Person, _ app: TestApp) async throws -> Requester {
        let session = try #require(try await app.accounts.sessions.session(cookie: person.sessionCookie()))
        return Requester(account: session.accountID.description, network: address)
    }

    @Test func uploads() async throws {
        try await TestApp.open { app, client in
            let (ada, ben) = try await Self.people(client)
            let who = try await Self.claimant(ada, app)
            let held = [
                try app.services.uploads.enterNow(who, units: 40 << 20),
                try app.services.uploads.enterNow(who, units: 24 << 20),
            ]
            let refused = try await ada.upload("/certificates/new", [("a.txt", Array("Dear Sir".utf8))])
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "10")
            #expect(refused.body.says("problem.own-share.title"))
            let read = try await ben.upload("/certificates/new", [("b.txt", Array("Dear Sir".utf8))])
            #expect(read.status == .unprocessableContent && read.body.says("certificates.file.unknown-format"))
            withExtendedLifetime(held) {}
        }
    }

    @Test func anAccountsUploadsDontTakeAllRoomWithTheirBytes() async throws {
        try await TestApp.open { app, client in
            let (ada, ben) = try await Self.people(client)
            let held = try app.services.uploads.enterNow(try await Self.claimant(ada, app), units: 0)
            while (try? held.take(1 << 20)) != nil {}
            let refused = try await ada.upload("/certificates/new", [("a.txt", Array("Dear Sir".utf8))])
            #expect(refused.status == .tooManyRequests)
            let read = try await ben.upload("/certificates/new", [("b.txt", Array("Dear Sir".utf8))])
            #expect(read.status == .unprocessableContent)
            withExtendedLifetime(held) {}
        }
    }

    /// As files are; a short one needs no room.
    @Test func aLongFormIsCountedAsItComes() async throws {
        try await TestApp.open { app, client in
            let (ada, ben) = try await Self.people(client)
            let held = try app.services.uploads.enterNow(try await Self.claimant(ada, app), units: 0)
            while (try? held.take(1 << 20)) != nil {}
            while (try? held.take(1 << 10)) != nil {}
            let long = ["name": String(repeating: "x", count: 100_000)]
            #expect(try await ada.post("/passes/new", long).status == .tooManyRequests)
            #expect(try await ben.post("/passes/new", long).status == .unprocessableContent)
            #expect(try await ada.post("/passes/new", ["name": "x"]).status == .unprocessableContent)
            withExtendedLifetime(held) {}
        }
    }

    /// A form that comes too late is shown again as long as there is room to send it.
    @Test func whatIsShownAgainIsCounted() async throws {
        try await TestApp.open { app, client in
            let (ada, _) = try await Self.people(client)
            let form = Person.form(["form-token": "old", "name": "Erika " + String(repeating: "x", count: 100_000)])
            func sent() async throws -> Person.Answer {
                try await ada.postRaw("/passes/new", form, headers: ResubmittedFormTests.own)
            }
            #expect(try await sent().body.contains("Erika xx"))
            let held = try app.services.opened.enterNow(try await Self.claimant(ada, app), units: 70 << 20)
            let without = try await sent()
            #expect(without.status == .forbidden && !without.body.contains("Erika xx"))
            withExtendedLifetime(held) {}
        }
    }

    /// Reading a form, and making the page that shows it again, waits for a turn as all that takes long does.
    @Test func signingOutWaitsForItsTurn() async throws {
        try await TestApp.open { app, client in
            let (ada, _) = try await Self.people(client)
            let threads = app.services.threads
            let end = DispatchSemaphore(value: 0)
            // Two for each that run, on all eight threads, and some that wait.
            let others = (0..<12).map { number in
                Task {
                    try await threads.run(for: Requester(account: "\(number / 2)", network: "\(number / 2)")) {
                        Self.wait(for: end)
                    }
                }
            }
            try await eventually { threads.waiting == 4 }
            let form = Person.form(["form-token": "old", "name": "Erika"])
            let answer = Task { try await ada.postRaw("/logout", form, headers: ResubmittedFormTests.own) }
            try await eventually { threads.waiting == 5 }
            for _ in others { end.signal() }
            for task in others { try await task.value }
            #expect(try await answer.value.status == .forbidden)
        }
    }

    @Test func aNetworkDoesntHoldAllRoomWithManyAccounts() throws {
        let services = try TestApp().services
        for gate in [services.uploads, services.opened] {
            var held: [FairSemaphore.Permit] = []
            for number in 0..<16 {
                let who = Requester(account: "\(number)", network: "192.0.2.1")
                while let place = try? gate.enterNow(who, units: 10_000_000) { held.append(place) }
            }
            #expect(!held.isEmpty)
            _ = try gate.enterNow(Requester(account: "ben", network: "192.0.2.2"), units: 20_000_000)
        }
    }

    /// All that many accounts of two networks can take.
    private static func taken(of gate: FairSemaphore) -> [FairSemaphore.Permit] {
        var held: [FairSemaphore.Permit] = []
        for number in 0..<30 {
            let who = Requester(account: "\(number)", network: "198.51.\(number % 2).0/24")
            for size in [57, 43, 10, 1] {
                while let more = try? gate.enterNow(who, units: size << 20) { held.append(more) }
            }
        }
        return held
    }

    /// Whatever is imported, sent or read slowly by others, whoever holds nothing gets their pages.
    @Test func twoNetworksThatHoldAllTheyCanLeaveOthersTheirPages() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let held = Self.taken(of: app.services.opened)
            #expect(app.services.opened.held == 96 << 20)
            let page = try await person.get("/passes/\(pass)")
            #expect(page.status == .ok)
            withExtendedLifetime(held) {}
        }
    }

    /// Takes pieces of a body as a connection does.
    private final class Pieces: ResponseBodyWriter, Sendable {
        private let written = Mutex<[Int]>([])
        private let tell: @Sendable () -> Void
        var sizes: [Int] { written.withLock { $0 } }

        init(tell: @escaping @Sendable () -> Void = {}) { self.tell = tell }

        func write(_ buffer: ByteBuffer) async throws {
            written.withLock { $0.append(buffer.readableBytes) }
            tell()
        }
        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    /// Whoever reads slowly holds no more than their share, whatever it is that they read.
    @Test func whatIsSentIsCountedUntilItIsWritten() async throws {
        let services = try TestApp().services
        let body = ResponseBody(byteBuffer: ByteBuffer(repeating: 0x20, count: 10 << 20))
        func sent(_ who: Requester, isSignedIn: Bool = true) throws -> Response {
            try services.counted(Response(status: .ok, body: body), for: who, isSignedIn: isSignedIn)
        }
        let ada = Requester(account: "ada", network: "192.0.2.1")
        var held = try (0..<7).map { _ in try sent(ada) }
        #expect(services.opened.held == 70 << 20)
        #expect(throws: ShareRefusal.ownShare) { try sent(ada) }
        #expect(throws: Never.self) { try sent(Requester(account: "ben", network: "192.0.2.1")) }
        let pieces = Pieces()
        try await held[0].body.write(pieces)
        #expect(pieces.sizes.max() == Services.uncountedBody && pieces.sizes.reduce(0, +) == 10 << 20)
        #expect(held[0].body.contentLength == 10 << 20)
        held = []
        #expect(services.opened.held == 0)
        // All who aren't signed in have a room together.
        var strangers: [Response] = []
        for number in 0..<20 {
            let who = Requester(address: "198.51.100.\(number)")
            if let response = try? sent(who, isSignedIn: false) { strangers.append(response) }
        }
        #expect(strangers.count == 3)
        #expect(throws: Never.self) { try sent(ada) }
        let small = Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 0, count: 65_536)))
        _ = try services.counted(small, for: ada, isSignedIn: false)
        #expect(services.openedByStrangers.held == 30 << 20)
    }

    /// What is made while it is sent is held, and counted, a piece at a time.
    @Test func ofWhatIsMadeWhileItIsSentAPieceIsCounted() async throws {
        let services = try TestApp().services
        let who = Requester(address: "192.0.2.1")
        let held = Mutex<[Int]>([])
        var body: ResponseBody? = try services.inPieces(
            for: who, isSignedIn: false, cursor: 1_000, on: services.threads
        ) { send in
            for _ in 0..<40 {
                held.withLock { $0.append(services.opened.held) }
                try await send([UInt8](repeating: 0x20, count: 2 << 20))
            }
        }
        #expect(services.opened.held == 1_000 && services.openedByStrangers.held == 1_000)
        let pieces = Pieces { held.withLock { $0.append(max(services.opened.held, services.openedByStrangers.held)) } }
        try await body?.write(pieces)
        #expect(pieces.sizes.reduce(0, +) == 80 << 20 && pieces.sizes.max() == Services.uncountedBody)
        #expect(held.withLock { Set($0) } == [1_000, 1_000 + 2 << 20])
        body = nil
        #expect(services.opened.held == 0 && services.openedByStrangers.held == 0)
        // Who has their share already is refused before anything is made.
        let all = try services.openedByStrangers.enterNow(who, units: 32 << 20)
        #expect(throws: ShareRefusal.ownShare) {
            try services.inPieces(for: who, isSignedIn: false, cursor: 1_000, on: services.threads) { _ in }
        }
        withExtendedLifetime(all) {}
    }

    /// Exports in the formats of others, and what a link leads to, of a pass that is as long as one may be.
    @Test func whoReadsAFullPassSlowlyHoldsLittle() async throws {
        let app = try TestApp(vault: { $0.now = { TestApp.now } })
        defer { try? FileManager.default.removeItem(at: app.folder) }
        let services = app.services
        let most = Mutex(0)
        let watched = WatchingResponder(inner: try app.web.responder(logger: quietLogger())) {
            most.withLock { $0 = max($0, services.opened.held) }
        }
        try await Application(responder: watched).test(.router) { client in
            let ada = Person(client)
            try await ada.register("ada")
            let pass = try await ada.pass("Ada")
            try await FullPassTests.fill(pass, RecordLimits.ofPass, ada, app, vaccine: "infanrix-hexa")
            let made = try await ada.post("/passes/\(pass)/links", ["days": "7", "content": "all"])
            let page = try await ada.get(String(made.location.prefix { $0 != "?" })).body
            let text = try #require(page.firstMatch(of: /value="([^"]*#shlink:\/[^"]*)"/)).1
            let link = try #require(try SmartHealthLink(String(text)).address.components(separatedBy: "/link/").last)
            for (path, least) in [
                ("/passes/\(pass)/export/fhir", 4_000_000), ("/passes/\(pass)/export/csv", 100_000),
                ("/link/\(link)?recipient=x", 100_000),
            ] {
                most.withLock { $0 = 0 }
                let answer = try await ada.get(path)
                #expect(answer.status == .ok && answer.bytes.count > least, "\(path): \(answer.bytes.count)")
                #expect(most.withLock { $0 } > 0 && most.withLock { $0 } < 1 << 20, "\(path): \(most.withLock { $0 })")
                try await eventually { services.opened.held == 0 }
            }
            // What is longer than a connection holds anyway has an address of its own, whatever a program would take.
            let manifest = try await ada.postRaw(
                "/link/\(link)", #"{"recipient":"x"}"#, headers: [.contentType: "application/json"])
            #expect(manifest.status == .ok && manifest.body.contains("\"location\""))
            #expect(manifest.bytes.count < 1_024)
        }
        await app.accounts.close()
    }

    /// Tells after each piece of an answer that it was written.
    private struct WatchingResponder<Inner: HTTPResponder>: HTTPResponder {
        let inner: Inner
        let tell: @Sendable () -> Void

        func respond(to request: Request, context: Inner.Context) async throws -> Response {
            var response = try await inner.respond(to: request, context: context)
            let body = response.body
            response.body = ResponseBody(contentLength: body.contentLength) { [tell] writer in
                try await body.write(Watched(writer: writer, tell: tell))
            }
            return response
        }

        private struct Watched: ResponseBodyWriter {
            var writer: any ResponseBodyWriter
            let tell: @Sendable () -> Void

            mutating func write(_ buffer: ByteBuffer) async throws {
                tell()
                try await writer.write(buffer)
            }

            consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
                try await writer.finish(trailingHeaders)
            }
        }
    }

    @Test func onlyHealthChecksAreAnsweredBesideAllShares() throws {
        let always = Route.table.filter(\.isAlways).map(\.path)
        #expect(always.sorted() == ["/health/live", "/health/ready"])
    }

    @Test func downloads() async throws {
        try await TestApp.open { app, client in
            let (ada, ben) = try await Self.people(client)
            let who = try await Self.claimant(ada, app)
            var links: [String] = []
            for person in [ada, ben] {
                let pass = try await person.pass("Test")
                _ = try await person.upload("/passes/\(pass)/attachments", [("a.jpg", AttachmentPagesTests.jpeg)])
                let list = try await person.get("/passes/\(pass)/attachments").body
                let link = try #require(list.firstMatch(of: /\/passes\/[0-9a-z]+\/attachments\/[0-9a-z]{26}/))
                links.append(String(link.output))
            }
            // Four that are read slowly.
            let held = try (0..<4).map { _ in try app.services.opened.enterNow(who, units: 10_000_000) }
            let refused = try await ada.get(links[0])
            #expect(refused.status == .tooManyRequests && refused.body.says("problem.own-share.title"))
            #expect(try await ben.get(links[1]).bytes == AttachmentPagesTests.jpeg)
            let words = ["passphrase": "seven quiet otters", "passphrase-again": "seven quiet otters"]
            #expect(try await ada.post("/export", words).status == .tooManyRequests)
            #expect(try await ben.post("/export", words).status == .ok)
            withExtendedLifetime(held) {}
        }
    }

    /// Who reads slowly would else have each answer made, and thrown away.
    @Test func whatMayBeLongIsNotMadeForWhoLeavesItUnread() async throws {
        try await TestApp.open { app, client in
            let (ada, ben) = try await Self.people(client)
            let (pass, other) = (try await ada.pass("Ada"), try await ben.pass("Ben"))
            let who = try await Self.claimant(ada, app)
            let held = try app.services.opened.enterNow(who, units: 69 << 20)
            let exports = {
                try await ada.vault(app).read { try $0.accessLog() }
                    .count { $0.code == .exported || $0.code == .printed }
            }
            for path in ["/export/fhir", "/export/csv", "/print"] {
                #expect(try await ada.get("/passes/\(pass)\(path)").status == .tooManyRequests)
                #expect(try await ben.get("/passes/\(other)\(path)").status == .ok)
            }
            #expect(try await exports() == 0)
            #expect(try await ada.get("/passes/\(pass)/edit").status == .ok)
            withExtendedLifetime(held) {}
        }
    }

    @Test func readers() async throws {
        try await SlowReader.open(.patient) { app, client in
            let (ada, ben) = try await Self.people(client)
            let reader = app.services.reader
            let (slow, who) = (try SlowReader.picture(), try await Self.claimant(ada, app))
            let hostile = (0..<3).map { _ in Task { await reader.read(slow, for: who) } }
            try await eventually { reader.load == (1, 2) }
            // As one who asks from elsewhere: of an address, one file is read at a time.
            let own = Requester(account: "ben", network: "elsewhere")
            #expect(await reader.read(try QRCode(text: "HC1:").png(scale: 1), for: own) == .failure(.noCode))
            #expect(try await ben.get("/passes").status == .ok)
            #expect(reader.load == (1, 2))
            for task in hostile { task.cancel() }
            for task in hostile { _ = await task.value }
        }
    }

    @Test func longWork() async throws {
        try await TestApp.open { app, client in
            let (ada, ben) = try await Self.people(client)
            let (who, services) = (try await Self.claimant(ada, app), app.services)
            let (pass, other) = (try await ada.pass("Ada"), try await ben.pass("Ben"))
            let end = DispatchSemaphore(value: 0)
            // As many as there are threads, and more: they take no notice of anything.
            let hostile = (0..<8).map { _ in
                Task { try await services.longThreads.run(for: who) { Self.wait(for: end) } }
            }
            try await eventually { services.longThreads.waiting == 7 }
            let waiting = Task { try await ada.get("/passes/\(pass)/recommendations").status }
            #expect(try await ben.get("/passes/\(other)/recommendations").status == .ok)
            #expect(try await ben.get("/passes/\(other)/print").status == .ok)
            #expect(
                try await client.executeRequest(uri: "/health/live", method: .get, headers: [:], body: nil).status
                    == .ok)
            for _ in hostile { end.signal() }
            for task in hostile { try await task.value }
            #expect(try await waiting.value == .ok)
        }
    }

    /// Passes may be many and long: what an account's calendars take comes in its turn, beside what others wait for.
    @Test func subscribedCalendars() async throws {
        try await TestApp.open { app, client in
            let (ada, ben) = try await Self.people(client)
            let (who, services) = (try await Self.claimant(ada, app), app.services)
            let (pass, other) = (try await ada.pass("Ada"), try await ben.pass("Ben"))
            for (person, pass) in [(ada, pass), (ben, other)] {
                #expect(try await person.post("/passes/\(pass)/calendar", ["step": "make"]).status == .seeOther)
            }
            let end = DispatchSemaphore(value: 0)
            let hostile = (0..<8).map { _ in
                Task { try await services.longThreads.run(for: who) { Self.wait(for: end) } }
            }
            try await eventually { services.longThreads.waiting == 7 }
            let waiting = Task { try await ada.post("/settings/countries", ["home": "AT"]).status }
            try await eventually { services.longThreads.waiting == 8 }
            // What was saved is, whatever becomes of the calendar.
            #expect(try await ada.vault(app).read { try $0.settings() }["homeCountry"] == "AT")
            #expect(try await ben.post("/settings/countries", ["home": "AT"]).status == .seeOther)
            for _ in hostile { end.signal() }
            for task in hostile { try await task.value }
            #expect(try await waiting.value == .seeOther)
        }
    }

    private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

    /// Whatever a handler does, it does it on the threads that are shared.
    @Test func everyHandlerRunsWhereAllHaveTheirShare() async throws {
        try await TestApp.open { app, client in
            let (ada, ben) = try await Self.people(client)
            let (who, services) = (try await Self.claimant(ada, app), app.services)
            let end = DispatchSemaphore(value: 0)
            let hostile = (0..<8).map { _ in
                Task { try await services.threads.run(for: who) { Self.wait(for: end) } }
            }
            try await eventually { services.threads.waiting == 6 }
            let waiting = Task { try await ada.get("/settings").status }
            for path in ["/passes", "/settings", "/certificates/new", "/import"] {
                #expect(try await ben.get(path).status == .ok)
            }
            for _ in hostile { end.signal() }
            for task in hostile { try await task.value }
            #expect(try await waiting.value == .ok)
        }
    }
}
