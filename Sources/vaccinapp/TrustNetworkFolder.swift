import ArgumentParser
import Foundation
import HealthCertificate
import VaultStorage

/// A folder of DID documents on disk, or one of them.
enum TrustNetworkFolder {
    /// The most bytes of all files together.
    private static let longest = 256 << 20

    /// Every JSON file below a folder, by its path; links are not followed, and count as files that can't be read.
    ///
    /// - Throws: `ValidationError` where the path leads nowhere, or to too many or too large files.
    static func files(_ path: String) throws -> [TrustNetworkList.File] {
        guard FileManager.default.fileExists(atPath: path) else { throw ValidationError("can't read \"\(path)\"") }
        guard FileManager.default.isFolder(path) else {
            let name = URL(fileURLWithPath: path).lastPathComponent
            return [TrustNetworkList.File(name: TerminalText.printable(name), bytes: try? InputFile.read(path))]
        }
        var files: [TrustNetworkList.File] = []
        var total = 0
        for name in try names(path) {
            // What can't be read, and where a link leads, refuses the list, and is named.
            let bytes = isLink("\(path)/\(name)") ? nil : try? InputFile.read("\(path)/\(name)")
            total += bytes?.count ?? 0
            guard total <= longest else { throw ValidationError("\"\(path)\" holds more than \(longest) bytes") }
            files.append(TrustNetworkList.File(name: TerminalText.printable(name), bytes: bytes))
        }
        guard !files.isEmpty else { throw ValidationError("\"\(path)\" holds no DID document (*.json)") }
        return files
    }

    private static func names(_ path: String) throws -> [String] {
        var failed: String?
        guard
            let walk = FileManager.default.enumerator(
                at: URL(fileURLWithPath: path, isDirectory: true), includingPropertiesForKeys: [.isRegularFileKey],
                options: [.skipsHiddenFiles],
                errorHandler: { url, _ in
                    failed = url.lastPathComponent
                    return false
                })
        else { throw ValidationError("can't read \"\(path)\"") }
        let start = URL(fileURLWithPath: path, isDirectory: true).standardizedFileURL.path.count + 1
        var names: [String] = []
        for case let url as URL in walk where url.pathExtension.lowercased() == "json" {
            let values = try? url.resourceValues(forKeys: [.isRegularFileKey, .isSymbolicLinkKey])
            guard values?.isRegularFile == true || values?.isSymbolicLink == true else { continue }
            names.append(String(url.standardizedFileURL.path.dropFirst(start)))
            guard names.count <= TrustNetworkList.mostDocuments else {
                throw ValidationError("\"\(path)\" holds more than \(TrustNetworkList.mostDocuments) documents")
            }
        }
        if let failed { throw ValidationError("can't read the folder \"\(failed)\"") }
        return names.sorted()
    }

    private static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }

    /// Whether a key's file is a DID document rather than PEM.
    static func isDocument(_ path: String) throws -> Bool {
        try InputFile.read(path).first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) } == UInt8(ascii: "{")
    }

    /// The signing key's document.
    static func key(_ path: String) throws -> TrustNetworkKey { try TrustNetworkKey(parsing: InputFile.read(path)) }
}
