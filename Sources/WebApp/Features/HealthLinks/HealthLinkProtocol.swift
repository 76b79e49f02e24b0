import BoundedJSON
import Fairness
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault

/// What programs ask at a link's address.
///
/// <https://docs.smarthealthit.org/smart-health-links/spec/> No cookie takes part, so that pages of any site may ask.
struct HealthLinkProtocol: Sendable {
    let services: Services
    /// So often one link is asked for.
    private let limit = RateLimiter(burst: 120, refillEvery: .seconds(1))
    /// So often one client asks.
    private let clients = RateLimiter(burst: 240, refillEvery: .milliseconds(500))
    /// Bytes of a question.
    private static let largest = 8_192

    init(services: Services) { self.services = services }

    /// The list of the link's files: each in it if it is short, or at an address of its own for a while.
    func showManifest(_ request: Request, _ client: Client, _ address: [UInt8]) async throws -> Response {
        try count(address, client)
        let question = try await question(request)
        guard let recipient = question["recipient"]?.text, !recipient.isEmpty else {
            return try await incomplete(.badManifestRequest, at: address)
        }
        let answer = try await services.accounts.openHealthLink(
            at: address, passcode: question["passcode"]?.text.flatMap(TextInput.clean), recipient: recipient,
            isSingle: false,
            longest: min(question["embeddedLengthMax"]?.floatingPoint ?? .infinity, Double(Services.uncountedBody)),
            asker: client.address.key)
        switch answer {
        case nil: throw HTTPProblem.notFound
        case .passcode(let remaining):
            return Self.json(["remainingAttempts": .integer(Int64(remaining))], status: .unauthorized)
        case .files(let files):
            let entries = try files.enumerated().map { number, file in
                var entry: JSONObject = [
                    "contentType": .string(HealthLinkContent.contentType), "status": "finalized",
                    "fhirVersion": "4.0.1",
                ]
                if let file {
                    entry["embedded"] = .string(file)
                } else {
                    entry["location"] = .string(try location(address, number, request))
                }
                return JSONValue.object(entry)
            }
            return Self.json(["status": "finalized", "files": .array(entries)])
        }
    }

    /// The file of a link that asks for no passcode.
    func showFile(_ request: Request, _ client: Client, _ address: [UInt8]) async throws -> Response {
        try count(address, client)
        guard let recipient = try request.queryFields()["recipient"], !recipient.isEmpty else {
            return try await incomplete(.badFileRequest, at: address)
        }
        let answer = try await services.accounts.openHealthLink(
            at: address, passcode: nil, recipient: recipient, isSingle: true, longest: 0, asker: client.address.key)
        guard case .files? = answer else { throw HTTPProblem.notFound }
        return try self.file(try await services.accounts.healthLinkFile(at: address, number: 0), client)
    }

    /// The file at a place that a manifest named.
    func showLocation(
        _ request: Request, _ client: Client, _ address: [UInt8], _ ticket: String
    ) async throws -> Response {
        try count(address, client)
        return try file(try await services.accounts.healthLinkFile(at: address, ticket: ticket), client)
    }

    /// That pages of any site may ask.
    func showOptions(_ request: Request, _ client: Client, _ address: [UInt8]) async throws -> Response {
        var headers = APIDocument.publicHeaders
        headers[.accessControlAllowMethods] = "GET, POST"
        headers[.accessControlAllowHeaders] = "Content-Type"
        headers[.accessControlMaxAge] = "86400"
        return Response(status: .noContent, headers: headers)
    }

    /// What is missing in a question; of a link that has ended that says more.
    private func incomplete(_ problem: APIProblem, at address: [UInt8]) async throws -> Response {
        guard try await services.accounts.answersHealthLink(at: address) else { throw HTTPProblem.notFound }
        return problem.response(.badRequest)
    }

    /// Lets nobody ask too often, nor at what is no address.
    private func count(_ address: [UInt8], _ client: Client) throws(HTTPProblem) {
        if let wait = clients.take(client.address.key) { throw .tooManyRequests(retryAfter: wait) }
        guard address.count == HealthLink.secretLength else { throw .notFound }
        if let wait = limit.take(EntityTag.hash(of: address)) { throw .tooManyRequests(retryAfter: wait) }
    }

    private func question(_ request: Request) async throws -> JSONValue {
        var bytes: [UInt8] = []
        for try await chunk in request.body {
            guard bytes.count + chunk.readableBytes <= Self.largest else { throw HTTPProblem.bodyTooLarge }
            bytes.append(contentsOf: chunk.readableBytesView)
        }
        guard let json = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: Self.largest, depth: 8)) else {
            throw HTTPProblem.badForm
        }
        return json
    }

    private func location(_ address: [UInt8], _ number: Int, _ request: Request) throws(HTTPProblem) -> String {
        guard let origin = services.passkeySite?.origin ?? request.head.authority.map({ "http://\($0)" }) else {
            throw .notFound
        }
        return origin + Links.healthLinkLocation(address, services.accounts.ticket(at: address, number: number))
    }

    private static func json(_ members: JSONObject, status: HTTPResponse.Status = .ok) -> Response {
        var headers = APIDocument.publicHeaders
        headers[.contentType] = "application/json"
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: JSONValue.object(members).compactText)))
    }

    private func file(_ file: HealthLinkFile?, _ client: Client) throws -> Response {
        guard let file else { throw HTTPProblem.notFound }
        var headers = APIDocument.publicHeaders
        headers[.contentType] = "application/jose"
        let who = Claimant(address: client.address.key)
        let body = try services.inPieces(for: who, isSignedIn: false, on: services.threads) { send in
            var sent = 0
            while let piece = try await file.piece(from: sent) {
                guard !piece.isEmpty else { return }
                try await send(piece)
                sent += piece.count
            }
            // The link has ended: what breaks off can't be decrypted.
            throw HTTPProblem.notFound
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}
