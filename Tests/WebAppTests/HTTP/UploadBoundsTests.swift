import HTTPTypes
import Testing

@testable import Web
@testable import WebApp

@Suite("Bounds of uploads", .timeLimit(.minutes(3)))
struct UploadBoundsTests {
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
