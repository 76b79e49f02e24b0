import AgeEncryption
import Fairness
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import IntakePages
import Model
import NIOCore
import PassArchive
import Vault
import Web

/// An export while it is sealed and sent, a pass and an attachment at a time: never whole in memory.
struct SealedDownload: Sendable {
    /// Bytes of an attachment that are sealed and sent at once.
    private static let piece = 192 * 1024

    let archive: AccountArchive
    let vault: Vault
    /// Attachments that are left out because they can't be opened any more.
    let without: Set<AttachmentID>
    /// Bytes of each attachment.
    let sizes: [AttachmentID: Int]
    /// Counts what it holds in memory, as long as it is sent.
    let hold: FairSemaphore.Permit
    let key: PassphraseKey
    let name: DownloadName
    let now: Date

    /// - Parameter threads: where it is sealed.
    func response(on threads: FairThreadPool, for who: Requester) -> Response {
        Response.download(body(threads, who), "application/vnd.age", name)
    }

    private func body(_ threads: FairThreadPool, _ who: Requester) -> ResponseBody {
        ResponseBody { writer in
            try await threads.run(for: who) { try await write(to: &writer) }
        }
    }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        var generator = SystemRandomNumberGenerator()
        var sealed = AgeWriter(key: key, using: &generator)
        var (text, file): ([UInt8], [UInt8]) = ([], [])
        func send() async throws {
            sealed.write(text, into: &file)
            text.removeAll(keepingCapacity: true)
            if !file.isEmpty { try await writer.write(ByteBuffer(bytes: file)) }
            file.removeAll(keepingCapacity: true)
        }
        var document = ArchiveWriter(
            createdAt: now, generator: "Vaccinapp", settings: archive.settings, into: &text)
        for pass in archive.passes {
            document.beginPass(pass, into: &text)
            try await send()
            for attachment in pass.attachments {
                // One that was deleted since the export began is left out.
                guard let id = attachment.id.flatMap({ AttachmentID($0) }), !without.contains(id) else { continue }
                let room = try await hold.roomForNext(sizes[id] ?? AttachmentLimits.fileBytes)
                defer { withExtendedLifetime(room) {} }
                guard let content = try await vault.content(of: id) else { continue }
                document.beginAttachment(attachment, into: &text)
                for start in stride(from: 0, to: content.count, by: Self.piece) {
                    let end = min(start + Self.piece, content.count)
                    document.writeContent(Array(content[start..<end]), into: &text)
                    try await send()
                }
                document.endAttachment(into: &text)
            }
            document.endPass(into: &text)
            try await send()
        }
        document.finish(into: &text)
        sealed.write(text, into: &file)
        sealed.finish(into: &file)
        try await writer.write(ByteBuffer(bytes: file))
        try await writer.finish(nil)
        withExtendedLifetime(hold) {}
    }
}
