import BoundedJSON
import Fairness
import Foundation
import HealthCertificate
import NIOCore
import Synchronization

@testable import IntakePages
@testable import Web
@testable import WebApp

/// Answers for the servers of links, and remembers what was asked.
final class PlannedLinks: LinkServer {
    /// What was asked: the address, and the JSON that was posted.
    struct Question: Sendable, Equatable {
        let address: String
        let body: String?
    }

    private let asked = Mutex<[Question]>([])
    private let plan: @Sendable (Question) throws(LinkFault) -> LinkAnswer

    init(_ plan: @escaping @Sendable (Question) throws(LinkFault) -> LinkAnswer) { self.plan = plan }

    /// Reaches nobody.
    convenience init() { self.init { _ throws(LinkFault) in throw .unreachable } }

    var questions: [Question] { asked.withLock { $0 } }

    func answer(
        at address: String, posting body: [UInt8]?, by deadline: NIODeadline,
        taking take: @escaping @Sendable (Int) throws(ShareRefusal) -> Void
    ) async throws -> LinkAnswer {
        let question = Question(address: address, body: body.map { String(decoding: $0, as: UTF8.self) })
        asked.withLock { $0.append(question) }
        let answer = try plan(question)
        try take(answer.body.count)
        return answer
    }

    static let key = [UInt8](repeating: 7, count: 32)
    static let address = "https://practice.example/link/abc"

    /// A link's text.
    static func text(
        at address: String = address, flags: Set<SmartHealthLink.Flag> = [], until end: Date? = nil
    ) -> String {
        SmartHealthLink(address: address, key: key, expiresAt: end, flags: flags, label: "Travel <b>clinic</b>").text
    }

    /// A file for it.
    static func file(
        _ content: String, _ type: String = "application/fhir+json", key: [UInt8] = key
    ) throws -> String {
        try SmartHealthLinkFile.seal(
            Array(content.utf8), contentType: type, key: key, nonce: [UInt8](repeating: 1, count: 12))
    }

    /// A manifest with these files embedded.
    static func manifest(_ files: [(type: String, jwe: String)]) -> LinkAnswer {
        let entries = files.map { file -> JSONValue in
            ["contentType": .string(file.type), "embedded": .string(file.jwe)]
        }
        return LinkAnswer(status: 200, body: JSONWriter.text(.object(["files": .array(entries)])))
    }

    /// A record of one dose.
    static func bundle(name: String = "Änne Beispiel") -> String {
        """
        {"resourceType": "Bundle", "type": "document", "entry": [
         {"fullUrl": "urn:uuid:1", "resource": {"resourceType": "Patient", "name": [{"text": "\(name)"}],
          "birthDate": "1985-03-15"}},
         {"resource": {"resourceType": "Immunization", "status": "completed", "patient": {"reference": "urn:uuid:1"},
          "vaccineCode": {"text": "Priorix"}, "occurrenceDateTime": "2021-12-09",
          "protocolApplied": [{"targetDisease": [{"text": "Measles"}], "doseNumberPositiveInt": 1}]}}]}
        """
    }
}

/// A server that sends some bytes and then nothing, until it is let go.
final class SlowLinks: LinkServer {
    static let bytes = 1_000

    private let waiting = Mutex<(all: [AsyncStream<Void>.Continuation], isOver: Bool)>(([], false))
    let arrivals = AsyncStream.makeStream(of: Void.self)

    var asked: Int { waiting.withLock { $0.all.count } }

    func answer(
        at address: String, posting body: [UInt8]?, by deadline: NIODeadline,
        taking take: @escaping @Sendable (Int) throws(ShareRefusal) -> Void
    ) async throws -> LinkAnswer {
        try take(Self.bytes)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let isOver = waiting.withLock { waiting in
            waiting.all.append(continuation)
            return waiting.isOver
        }
        if isOver { continuation.finish() }
        arrivals.continuation.yield()
        for await _ in stream {}
        throw LinkFault.unreachable
    }

    /// Answers whoever has asked, and whoever asks from now on.
    func letGo() {
        let all = waiting.withLock { waiting in
            waiting.isOver = true
            return waiting.all
        }
        for one in all { one.finish() }
    }
}

extension LinkServer {
    /// Where nobody counts what comes.
    func answer(at address: String, posting body: [UInt8]?, by deadline: NIODeadline) async throws -> LinkAnswer {
        try await answer(at: address, posting: body, by: deadline) { _ in }
    }
}
