package import Foundation
import Synchronization

/// What the publisher says of newer releases: `release-notice.json` in the data folder, and `release-notice.json.sig`.
///
/// It informs an admin, and does nothing else: no notice closes a server or a vault.
package struct ReleaseNotice: Sendable, Equatable, Decodable {
    /// Whoever runs an older version than this should update now.
    package let minimum: ReleaseNumber
    package let latest: ReleaseNumber
    package let message: String
}

/// A version such as 1.12.3, compared by its numbers.
package struct ReleaseNumber: Sendable, Equatable, Comparable, Decodable, CustomStringConvertible {
    private let parts: [Int]

    /// One to four numbers below a million.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map {
            Int(typed: $0, in: 0...999_999) ?? -1
        }
        guard (1...4).contains(parts.count), parts.allSatisfy({ $0 >= 0 }) else { return nil }
        self.parts = parts
    }

    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let number = ReleaseNumber(text) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no version"))
        }
        self = number
    }

    package var description: String { parts.map(String.init).joined(separator: ".") }

    private var padded: [Int] { parts + Array(repeating: 0, count: 4 - parts.count) }
    package static func == (left: Self, right: Self) -> Bool { left.padded == right.padded }
    package static func < (left: Self, right: Self) -> Bool { left.padded.lexicographicallyPrecedes(right.padded) }
}

/// Looks for a notice, and takes it where the content key's holder has signed it and it is not older than the last.
package final class ReleaseNoticeSource: Sendable {
    /// Why a notice is ignored.
    package enum Reason: String, Sendable, CaseIterable, Error {
        case noKey = "no-key"
        case unsigned
        case wrongSignature = "wrong-signature"
        case malformed
        /// Older than the last one that was taken.
        case older
    }

    private struct State {
        /// The files as they were read last: what failed isn't tried again until its bytes change.
        var bytes: [Data?] = []
        var notice: ReleaseNotice?
        var refusal: Reason?
    }

    private static let mostBytes = 64 * 1024
    private static let longestMessage = 2_000

    private static let memory = "release-notice.last"

    private let folder: FolderStore
    private let key: ContentKey?
    private let state = Mutex(State())

    package init(dataDirectory: URL, key: ContentKey?) { (folder, self.key) = (FolderStore(dataDirectory), key) }

    /// The notice that counts; nil for none.
    package var notice: ReleaseNotice? { state.withLock { $0.notice } }
    /// Why the one that is there doesn't.
    package var refusal: Reason? { state.withLock { $0.refusal } }

    /// Reads it again if it has changed.
    ///
    /// - Throws: why it is ignored.
    package func look() throws(Reason) {
        let refusal = state.withLock { state -> Reason? in
            let bytes = ["release-notice.json", "release-notice.json.sig"].map(read)
            guard bytes != state.bytes else { return state.refusal }
            state.bytes = bytes
            do throws(Reason) {
                guard let content = bytes[0] else {
                    (state.notice, state.refusal) = (nil, nil)
                    return nil
                }
                let notice = try accepted(content, signature: bytes[1])
                (state.notice, state.refusal) = (notice, nil)
            } catch {
                // What was taken before still counts.
                state.refusal = error
            }
            return state.refusal
        }
        if let refusal { throw refusal }
    }

    private func accepted(_ content: Data, signature: Data?) throws(Reason) -> ReleaseNotice {
        guard let key else { throw .noKey }
        guard let signature else { throw .unsigned }
        guard key.accepts(Array(signature), of: Array(content)) else { throw .wrongSignature }
        guard let notice = try? JSONDecoder().decode(ReleaseNotice.self, from: content),
            notice.message.count <= Self.longestMessage, notice.minimum <= notice.latest
        else { throw .malformed }
        if let last = lastTaken, notice.latest < last { throw .older }
        try? folder.write(Data("\(notice.latest)\n".utf8), to: Self.memory)
        return notice
    }

    /// The newest release that a notice spoke of.
    private var lastTaken: ReleaseNumber? {
        read(Self.memory).flatMap { String(data: $0, encoding: .utf8) }.flatMap {
            ReleaseNumber($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// Nil for an empty file, too.
    private func read(_ name: String) -> Data? {
        (try? folder.bytes(name, most: Self.mostBytes)).flatMap { $0.isEmpty ? nil : $0 }
    }
}
