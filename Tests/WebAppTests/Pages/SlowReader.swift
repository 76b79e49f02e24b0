import Codes
import Foundation
import HummingbirdTesting
import Testing

@testable import WebApp

/// A reader of pictures that never ends with some of them, and reads a certificate's code in none.
enum SlowReader {
    private static let program = """
        #!/bin/sh
        if grep -q SLOW; then exec sleep 3600; fi
        """

    /// A picture that is read for ever.
    static func picture() throws -> [UInt8] { try QRCode(text: "HC1:").png(scale: 1) + Array("SLOW".utf8) }

    /// Runs a test with such a reader.
    static func open(
        _ limits: CodeReader.Limits, _ body: @escaping @Sendable (TestApp, any TestClientProtocol) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let isMade = FileManager.default.createFile(
            atPath: folder.appending(path: "vaccinapp-reader").path, contents: Data(program.utf8),
            attributes: [.posixPermissions: 0o700])
        try #require(isMade)
        try await TestApp.open(reader: CodeReader(folder: folder.path, limits: limits), body)
    }
}
