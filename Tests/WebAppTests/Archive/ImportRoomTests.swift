import Fairness
import Foundation
import HTTPTypes
import Model
import PassArchive
import TestSupport
import Testing

@testable import Web
@testable import WebApp

@Suite("What reading a file takes is bounded and counted", .timeLimit(.minutes(5)))
struct ImportRoomTests {
    /// A document of ours with members that nobody knows.
    private static func document(_ unknown: String) -> [UInt8] {
        Array(
            #"{"schema":"urn:vaccinapp:pass-archive","version":"1.9","passes":[{"kind":"person","name":"Ada"}],\#(unknown)}"#
                .utf8)
    }

    private static func document(of pass: ArchivedPass) -> [UInt8] {
        var text: [UInt8] = []
        var writer = ArchiveWriter(createdAt: TestApp.now, generator: "test", into: &text)
        writer.write(pass, into: &text)
        writer.finish(into: &text)
        return text
    }

    private static let many = document(#""new":["# + String(repeating: "1,", count: 200_000) + "1]")

    /// Of few bytes with many values, the values are what counts.
    @Test func aFileWaitsForTheRoomThatItsValuesTake() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let opened = app.services.opened
            // All but 10 MiB, and what is for those who need little.
            var held: [FairSemaphore.Permit] = []
            for (number, size) in [50, 36].enumerated() {
                let who = Requester(account: "\(number)", network: "other \(number)")
                held.append(try opened.enterNow(who, units: size << 20))
            }
            let waiting = Task { try await person.postFile(Self.many, passphrase: "") }
            try await eventually { opened.waiting == 1 }
            #expect(app.services.uploads.held >= Self.many.count, "what waits is counted")
            // Others' small files don't wait.
            let ben = Person(client)
            try await ben.register("ben")
            #expect(try await ben.postFile(Self.document(#""new":1"#), passphrase: "").status == .seeOther)
            #expect(opened.held == 86 << 20)
            held.removeLast()
            #expect(try await waiting.value.status == .seeOther)
            try await eventually { opened.held == 50 << 20 && app.services.uploads.held == 0 }
            withExtendedLifetime(held) {}
        }
    }

    /// What would take more than anybody's share is read once nothing else of the account is.
    @Test func whatTakesMoreThanAShareIsReadWithAllOfIt() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let values = #""new":["# + String(repeating: "1,", count: 599_000) + "1],"
            let file = Self.document(values + #""newer":""# + String(repeating: "a", count: 10 << 20) + #"""#)
            #expect(try await person.postFile(file, passphrase: "").status == .seeOther)
            #expect(app.services.opened.held == 0)
        }
    }

    /// Only attachments may take more than 12 MiB, whatever else a document holds.
    @Test(arguments: [
        #""new":"LONG""#, #""verifiableCredential":[],"new":"LONG""#, #""attachments":[{"content":"LONG"}]"#,
        #""settings":{"a":"LONG"}"#,
    ])
    func noMemberTakesTheBoundAway(unknown: String) async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let long = unknown.replacing("LONG", with: String(repeating: "A", count: 13 << 20))
            let answer = try await person.postFile(Self.document(long), passphrase: "")
            #expect(answer.status == .unprocessableContent && answer.body.says("archive.fault.content-too-large"))
            var pass = ArchivedPass(Pass(kind: "person", name: "Ada"))
            pass.attachments = (0..<2).map {
                ArchivedAttachment(
                    name: "\($0).jpg", mediaType: "image/jpeg", content: .init(repeating: 0, count: 7_000_000))
            }
            let other = try await person.postFile(Self.document(of: pass), passphrase: "")
            #expect(other.status == .seeOther, "14 MB of attachments, as 19 MB of Base64")
        }
    }

    @Test func aDocumentOfVeryManyNamesIsRefused() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let names = (0..<1_900_000).map { "\"\($0)\":1" }.joined(separator: ",")
            let answer = try await person.postFile(Self.document(names), passphrase: "")
            #expect(answer.status == .unprocessableContent && answer.body.says("archive.fault.content-too-large"))
        }
    }
}
