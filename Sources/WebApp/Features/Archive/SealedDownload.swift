import AgeEncryption
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import PassArchive

/// An export while it is sealed and sent, a pass at a time: never whole in memory.
struct SealedDownload: Sendable {
    let archive: AccountArchive
    let key: PassphraseKey
    let name: DownloadName
    let now: Date

    var response: Response {
        let headers: HTTPFields = [.contentType: "application/vnd.age", .contentDisposition: name.disposition]
        return Response(status: .ok, headers: headers, body: body)
    }

    private var body: ResponseBody {
        ResponseBody { [archive, key, now] writer in
            var generator = SystemRandomNumberGenerator()
            var sealed = AgeWriter(key: key, using: &generator)
            var (text, file): ([UInt8], [UInt8]) = ([], [])
            var document = ArchiveWriter(
                createdAt: now, generator: "Vaccinapp", settings: archive.settings, into: &text)
            for pass in archive.passes {
                document.write(pass, into: &text)
                sealed.write(text, into: &file)
                text.removeAll(keepingCapacity: true)
                if !file.isEmpty { try await writer.write(ByteBuffer(bytes: file)) }
                file.removeAll(keepingCapacity: true)
            }
            document.finish(into: &text)
            sealed.write(text, into: &file)
            sealed.finish(into: &file)
            try await writer.write(ByteBuffer(bytes: file))
            try await writer.finish(nil)
        }
    }
}
