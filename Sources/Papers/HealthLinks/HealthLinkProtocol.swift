import BoundedJSON
import Fairness
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Vault
import Web

/// What programs ask at a link's address.
///
/// <https://docs.smarthealthit.org/smart-health-links/spec/> No cookie takes part, so that pages of any site may ask.
enum HealthLinkProtocol {
    /// Bytes of a question.
    private static let largest = 8_192

    /// The list of the link's files: each in it if it is short, or at an address of its own for a while.
    static func showManifest(_ program: ProgramRequest, _ address: [UInt8]) async throws -> Response {
        try count(address, program)
        let question = try await question(program.request)
        guard let recipient = question["recipient"]?.text, !recipient.isEmpty else {
            return try await incomplete(.badManifestRequest, at: address, program)
        }
        let answer = try await program.accounts.openHealthLink(
            at: address, passcode: question["passcode"]?.text.flatMap(TextInput.clean), recipient: recipient,
            isSingle: false,
            longest: min(question["embeddedLengthMax"]?.floatingPoint ?? .infinity, Double(Services.uncountedBody)),
            for: program.client.requester())
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
                    entry["location"] = .string(try location(address, number, program))
                }
                return JSONValue.object(entry)
            }
            return Self.json(["status": "finalized", "files": .array(entries)])
        }
    }

    /// The file of a link that asks for no passcode.
    static func showFile(_ program: ProgramRequest, _ address: [UInt8]) async throws -> Response {
        try count(address, program)
        guard let recipient = try program.request.queryFields()["recipient"], !recipient.isEmpty else {
            return try await incomplete(.badFileRequest, at: address, program)
        }
        let answer = try await program.accounts.openHealthLink(
            at: address, passcode: nil, recipient: recipient, isSingle: true, longest: 0,
            for: program.client.requester())
        guard case .files? = answer else { throw HTTPProblem.notFound }
        return try self.file(try await program.accounts.healthLinkFile(at: address, number: 0), program)
    }

    /// The file at a place that a manifest named.
    static func showLocation(_ program: ProgramRequest, _ address: [UInt8], _ ticket: String) async throws -> Response {
        try count(address, program)
        return try file(try await program.accounts.healthLinkFile(at: address, ticket: ticket), program)
    }

    /// That pages of any site may ask.
    static func showOptions(_ program: ProgramRequest, _ address: [UInt8]) async throws -> Response {
        .toAnySite(
            .noContent,
            [
                .accessControlAllowMethods: "GET, POST", .accessControlAllowHeaders: "Content-Type",
                .accessControlMaxAge: "86400",
            ])
    }

    /// What is missing in a question; of a link that has ended that says more.
    private static func incomplete(_ problem: ProblemDetails, at address: [UInt8], _ program: ProgramRequest)
        async throws
        -> Response
    {
        guard try await program.accounts.answersHealthLink(at: address) else { throw HTTPProblem.notFound }
        return problem.response(.badRequest)
    }

    /// Lets nobody ask too often, nor at what is no address.
    private static func count(_ address: [UInt8], _ program: ProgramRequest) throws(HTTPProblem) {
        try program.limit(program.services.linkClients)
        guard address.count == HealthLink.secretLength else { throw .notFound }
        try program.limit(program.services.linkLimit, by: EntityTag.hash(of: address))
    }

    private static func question(_ request: Request) async throws -> JSONValue {
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

    private static func location(_ address: [UInt8], _ number: Int, _ program: ProgramRequest) throws(HTTPProblem)
        -> String
    {
        let origin = program.services.passkeySite?.origin ?? program.client.origin(of: program.request)
        return try origin.found()
            + Links.healthLinkLocation(address, program.accounts.ticket(at: address, number: number))
    }

    private static func json(_ members: JSONObject, status: HTTPResponse.Status = .ok) -> Response {
        .toAnySite(
            status, [.contentType: "application/json"],
            ResponseBody(byteBuffer: ByteBuffer(string: JSONValue.object(members).compactText)))
    }

    private static func file(_ file: HealthLinkFile?, _ program: ProgramRequest) throws -> Response {
        let file = try file.found()
        let who = program.client.requester()
        let body = try program.services.inPieces(for: who, isSignedIn: false, on: program.services.threads) { send in
            var sent = 0
            while let piece = try await file.piece(from: sent) {
                guard !piece.isEmpty else { return }
                try await send(piece)
                sent += piece.count
            }
            // The link has ended: what breaks off can't be decrypted.
            throw HTTPProblem.notFound
        }
        return .toAnySite(.ok, [.contentType: "application/jose"], body)
    }
}
