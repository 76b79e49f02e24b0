import Foundation
import HTTPTypes
import Testing

@testable import WebApp

extension Person {
    /// Sends a file to be imported and gives the address of what is in it.
    func upload(_ file: [UInt8], named name: String = "file.bin", passphrase: String = "") async throws -> String {
        let answer = try await postFile(file, named: name, passphrase: passphrase)
        guard answer.status == .seeOther else {
            let fault = answer.body.firstMatch(of: /class="error"[^>]*>([^<]*)/).map { String($0.1) }
            Issue.record("refused: \(fault ?? "?")")
            throw PersonError.refused(answer.status.code)
        }
        return answer.location
    }

    /// Sends a file to be imported.
    func postFile(_ file: [UInt8]?, named name: String = "file.bin", passphrase: String) async throws -> Answer {
        try await upload(
            "/import", file.map { [(name, $0)] } ?? [], fields: ["passphrase": passphrase], field: "file")
    }
}
