import Codes
import HummingbirdTesting
import ReaderScript

@testable import WebApp

/// A reader of pictures that never ends with some of them, and reads a certificate's code in none.
enum SlowReader {
    /// A picture that is read for ever.
    static func picture() throws -> [UInt8] { try QRCode(text: "HC1:").png(scale: 1) + Array("SLOW".utf8) }

    /// Runs a test with such a reader.
    static func open(
        _ limits: CodeReader.Limits, _ body: @escaping @Sendable (TestApp, any TestClientProtocol) async throws -> Void
    ) async throws {
        try await ReaderScript.withFolder("if grep -q SLOW; then exec sleep 3600; fi") { folder in
            try await TestApp.open(reader: CodeReader(folder: folder, limits: limits), body)
        }
    }
}
