import HTTPTypes
import Testing

@testable import WebApp

@Suite("Bounds of uploads")
struct UploadGateTests {
    @Test func boundsWhatAllUploadsHoldAndLetsItGo() async throws {
        let gate = UploadGate(mostBytes: 100, mostOfAccount: 2)
        try await gate.run(for: "a") { first in
            try first.take(60)
            try await gate.run(for: "b") { second in
                try second.take(40)
                #expect(throws: HTTPProblem.busy(retryAfter: .seconds(10))) { try second.take(1) }
                #expect(gate.bytes == 100)
            }
            #expect(gate.bytes == 60)
            try first.take(40)
        }
        #expect(gate.bytes == 0)
    }

    @Test func boundsTheUploadsOfOneAccount() async throws {
        let gate = UploadGate(mostOfAccount: 1)
        try await gate.run(for: "a") { _ in
            await #expect(throws: HTTPProblem.tooManyRequests(retryAfter: .seconds(10))) {
                try await gate.run(for: "a") { _ in }
            }
            try await gate.run(for: "b") { _ in }
        }
        await #expect(throws: HTTPProblem.badForm) {
            try await gate.run(for: "a") { allowance in
                try allowance.take(10)
                throw HTTPProblem.badForm
            }
        }
        #expect(gate.bytes == 0)
        try await gate.run(for: "a") { _ in }
    }

    @Test func letsOnlyUploadsBeLarge() {
        let checks = RequestChecks(
            uploads: AllowedMethods([("/passes/{pass}/certificates/new", .post)]), bytes: 64 << 20)
        #expect(checks.maximumBody("/passes/abc/certificates/new") == 64 << 20)
        #expect(checks.maximumBody("/passes/abc/certificates/new/x") == 1 << 20)
        #expect(checks.maximumBody("/login") == 1 << 20)
    }

    @Test func notesFilesPastTheBoundsAndReadsTheOthers() throws {
        var limits = MultipartLimits()
        (limits.files, limits.fileBytes, limits.notesExcess) = (2, 4, true)
        func part(_ name: String, _ bytes: String) -> String {
            "--xYz\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(name)\"\r\n\r\n\(bytes)\r\n"
        }
        let body = part("a", "12345") + part("b", "1234") + part("c", "1") + part("", "") + "--xYz--"
        for piece in [1, 7, 1000] {
            var builder = try MultipartForm.Builder(boundary: "xYz", limits: limits, repeating: [])
            var rest = Array(body.utf8)[...]
            while !rest.isEmpty {
                try builder.feed(rest.prefix(piece))
                rest = rest.dropFirst(piece)
            }
            let files = try builder.finish().files
            #expect(files.map(\.fileName) == ["a", "b", "c"])
            #expect(files.map(\.excess) == [.size, nil, .number])
            #expect(files.map(\.bytes) == [[], Array("1234".utf8), []])
        }
    }
}
