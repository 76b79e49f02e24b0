import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

@testable import WebApp

/// A request whose body comes when the test says so, not before.
struct HeldRequest: Sendable {
    fileprivate let answering: Task<Person.Answer, any Error>
    fileprivate let gate: Gate

    /// Lets the body come, and gives the answer.
    func answer() async throws -> Person.Answer {
        gate.open()
        return try await answering.value
    }

    /// The answer to a request whose body nobody asks for.
    func unanswered() async throws -> Person.Answer { try await answering.value }

    /// Where a request's body waits; known by a name that the request carries.
    fileprivate final class Gate: Sendable {
        static let all = Mutex<[String: Gate]>([:])
        private let arrival = AsyncStream.makeStream(of: Void.self)
        private let opening = AsyncStream.makeStream(of: Void.self)

        func open() { opening.continuation.finish() }
        func arrive() { arrival.continuation.finish() }
        func waitForArrival() async { for await _ in arrival.stream {} }
        func pass() async {
            arrive()
            for await _ in opening.stream {}
        }
    }
}

/// Holds the bodies of requests that name a gate.
struct HoldingResponder<Inner: HTTPResponder>: HTTPResponder {
    let inner: Inner

    func respond(to request: Request, context: Inner.Context) async throws -> Response {
        guard let name = request.headers[.gate], let gate = HeldRequest.Gate.all.withLock({ $0[name] }) else {
            return try await inner.respond(to: request, context: context)
        }
        // What is answered without a look at the body waits for nothing.
        defer { gate.arrive() }
        var request = request
        let body = try await request.collectBody(upTo: 1 << 20)
        let isSent = Mutex(false)
        let parts = AsyncStream<ByteBuffer> {
            await gate.pass()
            return isSent.withLock { sent in
                defer { sent = true }
                return sent ? nil : body
            }
        }
        let held = Request(head: request.head, body: RequestBody(asyncSequence: parts))
        return try await inner.respond(to: held, context: context)
    }
}

extension HTTPField.Name {
    fileprivate static var gate: HTTPField.Name { HTTPField.Name("X-Test-Gate") ?? .expect }
}

extension Person {
    /// Begins to send a form, with files if there are any, and waits until the app asks for its body or has answered
    /// without it.
    func hold(
        _ path: String, _ fields: [String: String], files: [(name: String, bytes: [UInt8])] = [],
        field: String = "files"
    ) async throws -> HeldRequest {
        let fields = fields.merging(["form-token": try await token()]) { $1 }
        let name = UUID().uuidString
        let (gate, headers): (HeldRequest.Gate, HTTPFields) = (
            HeldRequest.Gate(),
            [.gate: name, .contentType: files.isEmpty ? "application/x-www-form-urlencoded" : Self.multipartType]
        )
        let bytes = files.isEmpty ? Array(Self.form(fields).utf8) : Self.multipart(files, fields: fields, field: field)
        HeldRequest.Gate.all.withLock { $0[name] = gate }
        let answering = Task {
            defer {
                HeldRequest.Gate.all.withLock { $0[name] = nil }
                gate.arrive()
            }
            return try await self.postRaw(path, String(decoding: bytes, as: UTF8.self), headers: headers)
        }
        await gate.waitForArrival()
        return HeldRequest(answering: answering, gate: gate)
    }
}
