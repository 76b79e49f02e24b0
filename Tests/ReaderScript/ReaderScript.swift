import Foundation
import TestSupport

/// A shell script in the place of a program that reads pictures.
package enum ReaderScript {
    /// Runs the body with a folder that holds nothing but the script, as that program.
    ///
    /// Another process writes it: while this one has a file open for writing, whatever it starts at that moment
    /// inherits the descriptor, and until it is closed there the kernel refuses to run the file ("text file busy").
    package static func withFolder<Result>(
        _ script: String, as program: String = "vaccinapp-reader", isolation: isolated (any Actor)? = #isolation,
        _ body: (String) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try add(script, as: program, to: folder.path)
        return try await body(folder.path)
    }

    /// Puts a further script into such a folder.
    package static func add(_ script: String, as program: String, to folder: String) throws {
        try ChildProcess.run([
            "sh", "-c", #"printf '#!/bin/sh\n%s\n' "$1" > "$2" && chmod 700 "$2""#, "sh", script,
            "\(folder)/\(program)",
        ])
    }
}
