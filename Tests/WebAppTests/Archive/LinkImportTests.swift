import Fairness
import Foundation
import HTTPTypes
import HealthCertificate
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import IntakePages
@testable import Web
@testable import WebApp

@Suite("A link that somebody was given", .timeLimit(.minutes(3)))
struct LinkImportTests {
    private static let path = "/import/link"

    @Test func isAskedForOnlyOnceThatWasAgreedTo() async throws {
        let jwe = try PlannedLinks.file(PlannedLinks.bundle())
        let links = PlannedLinks { _ throws(LinkFault) in LinkAnswer(status: 200, body: Array("\n\(jwe)\n".utf8)) }
        try await TestApp.open(links: links) { _, client in
            let person = Person(client)
            try await person.register("ada")
            #expect(try await person.get("/import").body.contains("href=\"/import/link\""))
            let text = "https://viewer.example/#" + PlannedLinks.text(flags: [.singleFile])
            let asked = try await person.post(Self.path, ["link": text])
            #expect(asked.status == .ok && asked.body.says("links.import.ask", ["host": "practice.example"]))
            #expect(asked.body.contains("Travel &lt;b&gt;clinic&lt;/b&gt;") && asked.body.contains(text))
            #expect(links.questions.isEmpty)
            let opened = try await person.post(Self.path, ["link": text, "step": "open"])
            #expect(opened.status == .seeOther)
            #expect(
                links.questions == [
                    PlannedLinks.Question(address: PlannedLinks.address + "?recipient=Vaccinapp", body: nil)
                ])
            let preview = try await person.get(opened.location).body
            #expect(preview.contains("Änne Beispiel") && preview.contains("9 December 2021"))
            #expect(try await person.get("/passes").body.contains("Änne") == false, "nothing is stored before")
            #expect(
                try await person.post(opened.location, ["pass-1": "new", "shown-1": "new"]).status == .seeOther)
            #expect(try await person.get("/passes").body.contains("Änne Beispiel"))
        }
    }

    @Test func asksForItsPasscodeAndSaysHowManyTriesAreLeft() async throws {
        let jwe = try PlannedLinks.file(PlannedLinks.bundle(name: "Bo Beispiel"))
        let links = PlannedLinks { question throws(LinkFault) in
            guard question.body?.contains("246810") == true else {
                return LinkAnswer(status: 401, body: Array(#"{"remainingAttempts": 4}"#.utf8))
            }
            return PlannedLinks.manifest([("application/fhir+json;fhirVersion=4.0.1", jwe)])
        }
        try await TestApp.open(links: links) { _, client in
            let person = Person(client)
            try await person.register("ada")
            let text = PlannedLinks.text(flags: [.passcode])
            #expect(try await person.post(Self.path, ["link": text]).body.contains("name=\"passcode\""))
            let none = try await person.post(Self.path, ["link": text, "step": "open"])
            #expect(none.status == .unprocessableContent && none.body.says("links.import.passcode.missing"))
            #expect(links.questions.isEmpty)
            let wrong = try await person.post(Self.path, ["link": text, "passcode": "1", "step": "open"])
            #expect(wrong.status == .unprocessableContent && wrong.body.says("links.attempts", ["count": "4"]))
            #expect(wrong.body.contains(text), "what was typed is kept")
            let right = try await person.post(Self.path, ["link": text, "passcode": "246810", "step": "open"])
            #expect(try await person.get(right.location).body.contains("Bo Beispiel"))
        }
    }

    @Test func severalFilesAreShownTogether() async throws {
        let one = try PlannedLinks.file(PlannedLinks.bundle(name: "Bo One"))
        let two = try PlannedLinks.file(PlannedLinks.bundle(name: "Cy Two"))
        let links = PlannedLinks { question throws(LinkFault) in
            guard question.body != nil else { return LinkAnswer(status: 200, body: Array(two.utf8)) }
            let text =
                #"{"files": [{"contentType": "application/fhir+json", "embedded": "\#(one)"}, "#
                + #"{"contentType": "application/smart-api-access", "embedded": "\#(one)"}, "#
                + #"{"contentType": "application/fhir+json", "location": "https://files.example/2"}]}"#
            return LinkAnswer(status: 200, body: Array(text.utf8))
        }
        try await TestApp.open(links: links) { _, client in
            let person = Person(client)
            try await person.register("ada")
            let opened = try await person.post(Self.path, ["link": PlannedLinks.text(), "step": "open"])
            let preview = try await person.get(opened.location).body
            #expect(preview.contains("Bo One") && preview.contains("Cy Two"))
            #expect(links.questions.last?.address == "https://files.example/2")
        }
    }

    @Test func thatCantBeOpenedSaysWhyAndWhatToDo() async throws {
        let foreign = try PlannedLinks.file(PlannedLinks.bundle(), key: [UInt8](repeating: 8, count: 32))
        let table = try PlannedLinks.file("Impfdatum;Impfung gegen\n20.05.1998;Masern\n")
        let fhir = "application/fhir+json"
        let answers: [(LinkAnswer, String)] = [
            (LinkAnswer(status: 404, body: []), "links.import.over"),
            (LinkAnswer(status: 429, body: []), "links.import.often"),
            (LinkAnswer(status: 302, body: []), "links.import.unreachable"),
            (LinkAnswer(status: 200, body: Array("<html>".utf8)), "links.import.damaged"),
            (PlannedLinks.manifest([(fhir, foreign)]), "links.import.damaged"),
            (PlannedLinks.manifest([(fhir, "a.b.c.d.e")]), "links.import.damaged"),
            (PlannedLinks.manifest([("application/pdf", foreign)]), "links.import.nothing"),
            (PlannedLinks.manifest([(fhir, table)]), "archive.fault.unknown"),
            (PlannedLinks.manifest(Array(repeating: (fhir, foreign), count: 11)), "links.import.too-large"),
        ]
        for (answer, message) in answers {
            let links = PlannedLinks { _ throws(LinkFault) in answer }
            try await TestApp.open(links: links) { _, client in
                let person = Person(client)
                try await person.register("ada")
                let text = PlannedLinks.text()
                let page = try await person.post(Self.path, ["link": text, "step": "open"])
                #expect(page.status == .unprocessableContent && page.body.says(message), "\(message)")
                #expect(page.body.contains(text))
            }
        }
    }

    @Test func thatIsNoneIsRefusedWithoutAskingAnybody() async throws {
        let links = PlannedLinks()
        try await TestApp.open(links: links) { _, client in
            let person = Person(client)
            try await person.register("ada")
            let faults = [
                ("", "links.import.missing"), ("shlink:/", "links.import.wrong"),
                ("https://example.org/", "links.import.wrong"),
                ("shlink:/eyJ1cmwi", "links.import.wrong"),
                (PlannedLinks.text(at: "http://practice.example/link/abc"), "links.import.insecure"),
                (PlannedLinks.text(until: TestApp.now.addingTimeInterval(-60)), "links.import.over"),
                (String(repeating: "a", count: 9_000), "links.import.wrong"),
            ]
            for (text, message) in faults {
                let page = try await person.post(Self.path, ["link": text, "step": "open"])
                #expect(page.status == .unprocessableContent && page.body.says(message), "\(message)")
            }
            #expect(links.questions.isEmpty)
        }
    }

    /// What a server hasn't sent yet keeps nobody's room.
    @Test func toASlowServerKeepsNobodyFromImporting() async throws {
        let links = SlowLinks()
        try await TestApp.open(links: links) { app, client in
            let ben = Person(client)
            try await ben.register("ben")
            let friends = (0..<10).map { _ in Person(client) }
            for (number, friend) in friends.enumerated() { try await friend.register("friend-\(number)") }
            try await withThrowingTaskGroup(of: Person.Answer.self) { group in
                for friend in friends {
                    group.addTask {
                        try await friend.post(Self.path, ["link": PlannedLinks.text(), "step": "open"])
                    }
                }
                var arrivals = links.arrivals.stream.makeAsyncIterator()
                for _ in 0..<2 { _ = await arrivals.next() }
                // Two of an address at a time, so that others have a thread that looks their server's name up.
                try await eventually { app.services.linkQuestions.waiting == 8 }
                #expect(links.asked == 2 && app.services.opened.held == 2 * SlowLinks.bytes)
                let elsewhere = Requester(account: "ben", network: "elsewhere")
                #expect(throws: Never.self) { try app.services.linkQuestions.enterNow(elsewhere) }
                let answer = try await ben.postFile(Array(PlannedLinks.bundle().utf8), passphrase: "")
                #expect(answer.status == .seeOther)
                links.letGo()
                for try await answer in group {
                    #expect(answer.status == .unprocessableContent && answer.body.says("links.import.unreachable"))
                }
            }
            #expect(links.asked == 10 && app.services.opened.held == 0)
        }
    }

    @Test func whatComesWithoutRoomIsRefused() async throws {
        let jwe = try PlannedLinks.file(PlannedLinks.bundle())
        let links = PlannedLinks { _ throws(LinkFault) in LinkAnswer(status: 200, body: Array(jwe.utf8)) }
        try await TestApp.open(links: links) { app, client in
            let person = Person(client)
            try await person.register("ada")
            let others = (0..<10).map { Requester(account: "\($0)", network: "\($0)") }
            let held = try others.map { try app.services.opened.enterNow($0, units: 0) }
            for place in held { while (try? place.take(1 << 10)) != nil {} }
            let text = PlannedLinks.text(flags: [.singleFile])
            let answer = try await person.post(Self.path, ["link": text, "step": "open"])
            #expect(answer.status == .serviceUnavailable && links.questions.count == 1)
            withExtendedLifetime(held) {}
        }
    }

    @Test func isNoMatterForAServerThatAsksNoOthers() async throws {
        try await TestApp.open(links: nil) { _, client in
            let person = Person(client)
            try await person.register("ada")
            #expect(try await person.get("/import").body.contains("/import/link") == false)
            #expect(try await person.get(Self.path).body.says("links.import.off"))
            #expect(try await person.post(Self.path, ["link": PlannedLinks.text()]).status == .notFound)
        }
    }
}

@Suite("Which servers of links are asked", .timeLimit(.minutes(3)))
struct LinkServerTests {
    @Test(arguments: [
        ("8.8.8.8", true), ("193.99.144.80", true), ("2a00:1450:4001::1", true), ("2606:4700::1", true),
        ("0.0.0.0", false), ("10.1.2.3", false), ("100.64.0.1", false), ("127.0.0.1", false),
        ("169.254.169.254", false),
        ("172.16.0.1", false), ("172.31.255.255", false), ("172.32.0.1", true), ("192.168.1.1", false),
        ("192.0.2.1", false), ("198.18.0.1", false), ("224.0.0.1", false), ("255.255.255.255", false), ("::1", false),
        ("::", false), ("fe80::1", false), ("fd00::1", false), ("ff02::1", false), ("::ffff:10.0.0.1", false),
        ("::ffff:8.8.8.8", true), ("64:ff9b::a00:1", false), ("2001:db8::1", false), ("2002:a00:1::", false),
        ("2001::1", false),
    ])
    func onlyThoseOfThePublicNetwork(text: String, isPublic: Bool) throws {
        #expect(try #require(IPAddress(text)).isPublic == isPublic)
    }

    private static func fault(_ server: PublicLinkServer, _ address: String) async -> LinkFault? {
        do {
            _ = try await server.answer(at: address, posting: nil, by: .now() + .seconds(10))
            return nil
        } catch {
            return error as? LinkFault
        }
    }

    @Test func noneWithinAndNoneWithoutTLS() async {
        for host in ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "[fd00::1]", "169.254.169.254", "2130706433"] {
            #expect(await Self.fault(PublicLinkServer(), "https://\(host):4443/link") == .privateAddress, "\(host)")
        }
        for address in [
            "http://8.8.8.8/", "ftp://8.8.8.8/", "https://", "https://ada@8.8.8.8/", "https://a_b.example/", "shlink",
            "",
        ] {
            #expect(await Self.fault(PublicLinkServer(), address) == .insecure, "\(address)")
        }
    }

    /// By its own name a server would ask itself from within.
    @Test func theServerItselfIsNotAsked() async throws {
        try await withServer { port, _ in
            let server = PublicLinkServer(ownName: "localhost", isAllowed: { _ in true }, schemes: ["http"])
            for host in ["127.0.0.1", "localhost"] {
                #expect(await Self.fault(server, "http://\(host):\(port)/nowhere") == .privateAddress, "\(host)")
            }
        }
        let own = try #require(IPAddress.ofThisMachine.first)
        #expect(!PublicLinkServer().isAllowed(own))
    }

    /// A server that lets nobody in is asked once for each opening, not until the time is over.
    @Test func oneThatEndsEachConnectionGetsOne() async throws {
        let connections = Mutex(0)
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                connections.withLock { $0 += 1 }
                return channel.close()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(listener.localAddress?.port)
        let server = PublicLinkServer(isAllowed: \.isLoopback)
        #expect(await Self.fault(server, "https://localhost:\(port)/link") == .unreachable)
        #expect(connections.withLock { $0 } == 1)
        try await listener.close()
    }

    @Test func whatAnswersIsRead() async throws {
        try await withServer { port, _ in
            let server = PublicLinkServer(isAllowed: \.isLoopback, schemes: ["http"])
            let address = "http://localhost:\(port)/nowhere"
            let taken = Mutex(0)
            let answer = try await server.answer(at: address, posting: nil, by: .now() + .seconds(10)) { more in
                taken.withLock { $0 += more }
            }
            #expect(answer.status == 200 || answer.status == 404)
            #expect(!answer.body.isEmpty && taken.withLock { $0 } == answer.body.count)
            await #expect(throws: ShareRefusal.full) {
                try await server.answer(at: address, posting: nil, by: .now() + .seconds(10)) {
                    _ throws(ShareRefusal) in throw .full
                }
            }
            #expect(await Self.fault(server, "http://localhost:65535/") == .unreachable)
            let late = PublicLinkServer(isAllowed: \.isLoopback, schemes: ["http"])
            await #expect(throws: LinkFault.unreachable) {
                try await late.answer(at: "http://localhost:\(port)/", posting: nil, by: .now() - .seconds(1))
            }
        }
    }
}
