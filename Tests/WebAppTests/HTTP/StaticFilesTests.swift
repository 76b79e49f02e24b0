import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

@Suite("Static files", .timeLimit(.minutes(3)))
struct StaticFilesTests {
    private func files() throws -> StaticFiles {
        var files = StaticFiles()
        try files.add(name: "style.css", bytes: Array("p{}".utf8))
        try files.add(name: "icons/logo.svg", bytes: Array("<svg/>".utf8))
        try files.add(name: "robots.txt", bytes: [])
        return files
    }

    private func request(_ path: String, method: HTTPRequest.Method = .get, fields: HTTPFields = [:]) -> Request {
        let head = HTTPRequest(method: method, scheme: "http", authority: "a", path: path, headerFields: fields)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    @Test func servesAFileForGoodByTheNameOfItsContent() throws {
        let files = try self.files()
        let url = try #require(files.url(for: "style.css"))
        #expect(url.wholeMatch(of: /\/static\/style\.[0-9a-f]{20}\.css/) != nil)
        let response = try #require(try files.response(to: self.request(url)))
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/css; charset=utf-8")
        #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(response.body.contentLength == 3)
        #expect(files.url(for: "icons/logo.svg")?.hasPrefix("/static/icons/logo.") == true)
        #expect(files.url(for: "none.css") == nil)
    }

    @Test func servesAFileByItsPlainNameToBeRevalidated() throws {
        let files = try self.files()
        let response = try #require(try files.response(to: self.request("/static/icons/logo.svg")))
        #expect(response.headers[.cacheControl] == "no-cache")
        let tag = try #require(response.headers[.eTag])
        for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let again = try files.response(to: self.request("/static/icons/logo.svg", fields: [.ifNoneMatch: field]))
            #expect(again?.status == .notModified)
            #expect(again?.headers[.eTag] == tag)
        }
        let other = try files.response(to: self.request("/static/icons/logo.svg", fields: [.ifNoneMatch: "\"x\""]))
        #expect(other?.status == .ok)
    }

    @Test func servesTheWholeFileToAskersForARange() throws {
        let response = try self.files().response(to: self.request("/static/style.css", fields: [.range: "bytes=-1"]))
        #expect(response?.status == .ok)
        #expect(response?.body.contentLength == 3)
    }

    @Test func knowsOnlyItsOwnPaths() throws {
        let files = try self.files()
        #expect(try files.response(to: self.request("/passes")) == nil)
        #expect(try files.response(to: self.request("/style.css")) == nil)
        #expect(try files.response(to: self.request("/robots.txt"))?.status == .ok)
        #expect(throws: HTTPProblem.notFound) { try files.response(to: self.request("/static/none.css")) }
        #expect(throws: HTTPProblem.methodNotAllowed(allowed: [.get, .head])) {
            try files.response(to: self.request("/static/style.css", method: .post))
        }
    }

    @Test func refusesAFileOfAnUnknownType() {
        var files = StaticFiles()
        let unreadable = StaticFilesError.unreadable(directory: "Public")
        #expect(unreadable.description.contains("see that it is there and that \(ProcessUser.name) may"))
        #expect(throws: StaticFilesError.unknownType(name: "a.exe")) { try files.add(name: "a.exe", bytes: []) }
        #expect(throws: StaticFilesError.unknownType(name: "b.d/a")) { try files.add(name: "b.d/a", bytes: []) }
    }

    @Test func loadsAFolderWithoutHiddenFilesAndLinks() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("static-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("icons"), withIntermediateDirectories: true)
        for name in ["a.css", "icons/b.svg", ".hidden.css"] {
            try Data("x".utf8).write(to: folder.appendingPathComponent(name))
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent("link.css").path, withDestinationPath: "/etc/passwd")
        let files = try StaticFiles.load(directory: folder.path)
        #expect(files.names == ["a.css", "icons/b.svg"])
        #expect(throws: (any Error).self) { try StaticFiles.load(directory: folder.path + "-none") }
    }
}
