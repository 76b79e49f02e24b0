import BoundedJSON
import Fairness
import HealthCertificate
import NIOCore
import Web

/// Follows a link of somebody else's: asks its server for the files, and opens them with the link's key.
///
/// <https://docs.smarthealthit.org/smart-health-links/spec/#shlink-resolution>
struct LinkReader: Sendable {
    let server: any LinkServer
    /// Counts what comes, as it comes, and what is opened of it.
    let take: @Sendable (Int) throws(ShareRefusal) -> Void
    /// The name that its server gets for the reader.
    static let recipient = "Vaccinapp"
    /// More files are no record of one person.
    static let mostFiles = 10
    /// How long all of it may take.
    static let patience = TimeAmount.seconds(20)

    /// The files that can be imported: health cards and FHIR.
    ///
    /// - Throws: ``LinkFault``, or ``ShareRefusal`` where what comes has no room.
    func files(of link: SmartHealthLink, passcode: String?) async throws -> [SmartHealthLinkFile] {
        let deadline = NIODeadline.now() + Self.patience
        if link.flags.contains(.singleFile) {
            let question = link.address.contains("?") ? "&" : "?"
            let jwe = try await ask("\(link.address)\(question)recipient=\(Self.recipient)", nil, deadline)
            return [try open(jwe, link)]
        }
        // Files that are longer come by an address of their own: the manifest is read with JSON's limits.
        let request: JSONObject = [
            "recipient": .string(Self.recipient), "passcode": passcode.map { .string($0) },
            "embeddedLengthMax": 1_048_576,
        ]
        let answer = try await ask(link.address, JSONWriter.text(.object(request)), deadline)
        guard let manifest = try? SmartHealthLinkManifest(parsing: answer) else { throw LinkFault.damaged }
        let wanted = manifest.files.filter { Self.kinds.contains(Self.kind($0.contentType)) }
        guard !wanted.isEmpty else { throw LinkFault.nothing }
        guard wanted.count <= Self.mostFiles else { throw LinkFault.tooLarge }
        var files: [SmartHealthLinkFile] = []
        var bytes = 0
        for file in wanted {
            let jwe =
                if let embedded = file.embedded { Array(embedded.utf8) } else {
                    try await ask(file.location ?? "", nil, deadline)
                }
            let opened = try open(jwe, link)
            bytes += opened.content.count
            guard bytes <= ArchiveImportFile.mostContent else { throw LinkFault.tooLarge }
            files.append(opened)
        }
        return files
    }

    private static let kinds: Set<String> = ["application/smart-health-card", "application/fhir+json"]

    /// A content type without its parameters.
    private static func kind(_ type: String) -> String {
        String(type.prefix { $0 != ";" && $0 != " " }).lowercased()
    }

    private func ask(_ address: String, _ body: [UInt8]?, _ deadline: NIODeadline) async throws -> [UInt8] {
        let answer = try await server.answer(at: address, posting: body, by: deadline, taking: take)
        switch answer.status {
        case 200: return answer.body
        case 401:
            let json = try? JSONValue(parsing: answer.body, limits: JSONLimits(bytes: 8_192, depth: 8))
            throw LinkFault.passcodeWrong(left: json?["remainingAttempts"]?.wholeNumber(in: 0...9_999))
        case 404, 410: throw LinkFault.over
        case 429: throw LinkFault.often
        default: throw LinkFault.unreachable
        }
    }

    private func open(_ jwe: [UInt8], _ link: SmartHealthLink) throws -> SmartHealthLinkFile {
        let text = String(decoding: jwe, as: UTF8.self).trimmingPrefix(while: \.isWhitespace)
        guard let file = try? SmartHealthLinkFile(jwe: String(text.prefix { !$0.isWhitespace }), key: link.key)
        else { throw LinkFault.damaged }
        try take(file.content.count)
        return file
    }
}
