import Fairness
import Foundation
import HTTPTypes
import HummingbirdTesting
import Model
import Testing

@testable import IntakePages
@testable import Vault
@testable import Web
@testable import WebApp

/// Scans and photos on the pages: added, listed, downloaded as they were, deleted.
@Suite("Attachments", .timeLimit(.minutes(3)))
struct AttachmentPagesTests {
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("an invented picture".utf8)
    static let pdf = Array("%PDF-1.7\nan invented letter".utf8)

    /// The links to a pass's attachments, as its list has them.
    private func links(_ person: Person, _ pass: String) async throws -> [String] {
        let body = try await person.get("/passes/\(pass)/attachments").body
        return body.matches(of: #/href="(\/passes\/[0-9a-z]+\/attachments\/[0-9a-z]{26})"/#).map { String($0.1) }
    }

    /// What the access log has of attachments, newest first.
    private func codes(_ person: Person, _ app: TestApp) async throws -> [String] {
        try await person.vault(app).read {
            try $0.accessLog().compactMap(\.code?.rawValue).filter { $0.hasPrefix("attachment") }
        }
    }

    @Test func keepsAFileAndGivesItBackAsADownloadThatNothingRuns() async throws {
        try await TestApp.openWithPass("Ada") { app, person, pass in
            let path = "/passes/\(pass)/attachments"
            #expect(try await person.get(path).body.says("attachments.none"))
            let answer = try await person.upload(
                path, [("C:\\Users\\Ada\\booklet <1>.exe", Self.jpeg), ("letter.PDF", Self.pdf)])
            #expect(answer.status == .seeOther && answer.location == "\(path)?done=attachments-saved")
            let list = try await person.get(path).body
            #expect(list.contains("booklet &lt;1&gt;.exe.jpg") && list.contains("letter.PDF"))
            for kind in ["document", "picture"] {
                #expect(try list.contains("\(words("attachments.kind.\(kind)")), 1\u{a0}KB"), "\(kind)")
            }
            #expect(list.says("attachments.added", ["date": "21 November 2026"]))
            let found = try await links(person, pass)
            #expect(found.count == 2)
            let contents = try await found.asyncMap { try await person.get($0) }
            #expect(Set(contents.map(\.bytes)) == [Self.jpeg, Self.pdf])
            let file = try #require(contents.first { $0.bytes == Self.jpeg })
            #expect(file.status == .ok && file.headers[.contentType] == "image/jpeg")
            #expect(file.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"booklet 1 .exe.jpg\"") == true)
            let policy = HTTPField.Name("Content-Security-Policy").flatMap { file.headers[$0] } ?? ""
            #expect(policy.contains("sandbox") && policy.contains("default-src 'none'"))
            #expect(HTTPField.Name("X-Content-Type-Options").flatMap { file.headers[$0] } == "nosniff")
            #expect(file.headers[.cacheControl] == "no-store")
            let page = try await person.get("/passes/\(pass)").body
            #expect(try page.contains(words("attachments.count", count: 2)))
            #expect(
                try await codes(person, app) == [
                    "attachment-opened", "attachment-opened", "attachment-added", "attachment-added",
                ])
            let log = try await person.vault(app).read { try $0.accessLog() }
            #expect(!log.contains { ($0.detail ?? "").contains("booklet") || ($0.detail ?? "").contains("letter") })
            #expect(app.services.opened.held == 0 && app.services.uploads.held == 0)
        }
    }

    @Test func belongsToAVaccinationAndGoesWithIt() async throws {
        try await TestApp.openWithPass("Ada") { app, person, pass in
            let dose = try await person.dose(pass, "measles", "priorix", ("3", "5", "2021"))
            let (path, page) = ("/passes/\(pass)/attachments", "/passes/\(pass)/vaccinations/\(dose)")
            let form = try await person.get(page).body
            #expect(form.contains("name=\"vaccination\" value=\"\(dose)\"") && form.contains("action=\"\(path)\""))
            let answer = try await person.upload(path, [("page.jpg", Self.jpeg)], fields: ["vaccination": dose])
            #expect(answer.location == "\(page)?done=attachments-saved")
            #expect(try await person.get(page).body.contains("page.jpg"))
            #expect(try await person.get(path).body.contains("Measles, 3 May 2021"))
            // The same file once more changes nothing, such as after a button was pressed twice.
            _ = try await person.upload(path, [("again.jpg", Self.jpeg)], fields: ["vaccination": dose])
            #expect(try await links(person, pass).count == 1)
            let one = try words("passes.delete.attachments", count: 1)
            #expect(try await person.get("\(page)/delete").body.contains(one))
            #expect(try await person.get("/passes/\(pass)/delete").body.contains(one))
            _ = try await person.post("\(page)/delete")
            #expect(try await links(person, pass).isEmpty)
            func isKept() -> Bool? {
                let files = FileManager.default.enumerator(atPath: app.folder.appending(path: "attachments").path)
                return files?.allObjects.contains { "\($0)".hasSuffix(".sealed") }
            }
            #expect(isKept() == true, "it is in the bin")
            _ = try await person.post("/bin/empty")
            #expect(isKept() == false)
        }
    }

    @Test func deletesAfterAskingAndSaysSoInTheLog() async throws {
        try await TestApp.openWithPass("Ada") { app, person, pass in
            _ = try await person.upload("/passes/\(pass)/attachments", [("letter.pdf", Self.pdf)])
            let link = try #require(try await links(person, pass).first)
            let question = try await person.get("\(link)/delete")
            #expect(question.body.contains("letter.pdf, 1\u{a0}KB") && question.body.says("attachments.delete.submit"))
            #expect(try await links(person, pass).count == 1)
            let answer = try await person.post("\(link)/delete")
            #expect(answer.location == "/passes/\(pass)/attachments?done=attachment-deleted")
            #expect(try await person.get(link).status == .notFound)
            #expect(try await codes(person, app).first == "attachment-deleted")
        }
    }

    @Test func refusesWhatCannotBeKeptWithASentenceForEachFile() async throws {
        try await TestApp.openWithPass("Ada") { _, person, pass in
            let path = "/passes/\(pass)/attachments"
            func refusal(_ files: [(String, [UInt8])], _ fields: [String: String] = [:]) async throws -> String {
                let answer = try await person.upload(path, files, fields: fields)
                #expect(answer.status == .unprocessableContent)
                return answer.body
            }
            #expect(try await refusal([]).says("attachments.error.none"))
            let empty = try await person.post(path)
            #expect(empty.status == .unprocessableContent && empty.body.says("attachments.error.none"))
            let body = try await refusal([
                ("good.jpg", Self.jpeg), ("page.jpg", Array("<script>alert(1)</script>".utf8)), ("none.png", []),
                ("anim.gif", Array("GIF89a....".utf8)),
                ("big.pdf", Self.pdf + [UInt8](repeating: 0, count: AttachmentLimits.fileBytes)),
            ])
            #expect(body.says("attachments.error.type", ["name": "page.jpg"]))
            #expect(body.says("attachments.error.empty", ["name": "none.png"]))
            #expect(body.says("attachments.error.type", ["name": "anim.gif"]))
            #expect(body.says("attachments.error.size", ["name": "big.pdf"]))
            #expect(try await links(person, pass).isEmpty, "all or none")
            let many = (1...11).map { ("\($0).jpg", Self.jpeg + [UInt8($0)]) }
            #expect(try await refusal(many).says("attachments.error.number", ["name": "11.jpg"]))
            let other = try await refusal([("a.jpg", Self.jpeg)], ["vaccination": PassID.random().description])
            #expect(other.says("attachments.error.vaccination"))
        }
    }

    @Test func namesTheLimitsOfAPassAndOfAnAccount() async throws {
        try await TestApp.openWithPass("Ada") { app, person, pass in
            let path = "/passes/\(pass)/attachments"
            let big = (0..<4).map { Self.pdf + [UInt8](repeating: UInt8($0), count: 9_900_000) }
            for batch in [big[..<2], big[2...]] {
                #expect(try await person.upload(path, batch.map { ("big.pdf", $0) }).status == .seeOther)
            }
            let full = try await person.upload(path, [("one.pdf", Self.pdf + [UInt8](repeating: 9, count: 500_000))])
            #expect(full.status == .unprocessableContent)
            let sizes = ["limit": "40\u{a0}MB", "room": "400\u{a0}KB"]
            #expect(full.body.says("attachments.error.room", sizes))
            for start in stride(from: 0, to: 30, by: 10) {
                let files = (start..<start + 10).map { ("\($0).jpg", Self.jpeg + [UInt8($0)]) }
                #expect(try await person.upload(path, files).status == .seeOther)
            }
            let files = (30..<37).map { ("\($0).jpg", Self.jpeg + [UInt8($0)]) }
            let many = try await person.upload(path, files)
            let limit = try words("attachments.error.many", count: 40)
            #expect(many.status == .unprocessableContent && many.body.contains(limit))
            #expect(app.services.uploads.held == 0)
        }
    }

    @Test func saysThatAFileIsDamagedWithoutHidingTheRest() async throws {
        try await TestApp.openWithPass("Ada") { app, person, pass in
            let path = "/passes/\(pass)/attachments"
            _ = try await person.upload(path, [("letter.pdf", Self.pdf)])
            let folder = app.folder.appending(path: "attachments").path
            let name = try #require(
                FileManager.default.enumerator(atPath: folder)?.allObjects.map { "\($0)" }
                    .first { $0.hasSuffix(".sealed") })
            let link = try #require(try await links(person, pass).first)
            var bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
            bytes[200] ^= 1
            try bytes.write(to: URL(filePath: "\(folder)/\(name)"))
            for _ in 0..<2 {
                let answer = try await person.get(link)
                #expect(answer.status == .serviceUnavailable && answer.body.says("problem.attachment.title"))
                try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            }
            #expect(try await person.get(path).body.contains("letter.pdf"))
            _ = try await person.post("\(link)/delete")
            #expect(try await links(person, pass).isEmpty)
            #expect(app.services.opened.held == 0)
        }
    }

    @Test func takesNothingMoreAfterTheConsentWasWithdrawn() async throws {
        try await TestApp.openWithPass("Ada") { app, person, pass in
            let path = "/passes/\(pass)/attachments"
            _ = try await person.upload(path, [("letter.pdf", Self.pdf)])
            let link = try #require(try await links(person, pass).first)
            _ = try await person.post("/settings/consent", ["consent": "withdrawn"])
            #expect(try await person.upload(path, [("more.pdf", Self.pdf + [1])]).location == "/settings/delete")
            #expect(try await person.get(link).location == "/settings/delete")
            let one = try words("passes.delete.attachments", count: 1)
            #expect(try await person.get("/settings/delete").body.contains(one))
            let count = try await person.vault(app).read { try $0.contents(of: #require(PassID(pass))).attachments }
            #expect(count == 1)
        }
    }

    @Test func tellsKindsByContent() {
        #expect(AttachmentType([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 0]) == .png)
        #expect(AttachmentType(Array("RIFF....WEBPVP8 ".utf8)) == .webp)
        #expect(AttachmentType(Array("RIFF....WAVE".utf8)) == nil)
        for brand in ["heic", "mif1", "hevc"] {
            #expect(AttachmentType([0, 0, 0, 24] + Array("ftyp\(brand)".utf8)) == .heic)
        }
        #expect(AttachmentType([0, 0, 0, 24] + Array("ftypisom".utf8)) == nil)
        #expect(AttachmentType(Array("x%PDF-1.4".utf8)) == nil && AttachmentType([UInt8]()) == nil)
        #expect(AttachmentType.jpeg.name("../../etc/passwd") == "passwd.jpg")
        #expect(AttachmentType.jpeg.name("Foto.JPEG") == "Foto.JPEG")
        #expect(AttachmentType.pdf.name("a\u{202E}fdp.exe") == "afdp.exe.pdf")
        #expect(AttachmentType.pdf.name("") == "scan.pdf" && AttachmentType.heic.name(".heic") == "scan.heic")
        #expect(AttachmentType.png.name(String(repeating: "é", count: 300)).count == 94)
    }
}

extension Array {
    fileprivate func asyncMap<T>(_ body: (Element) async throws -> T) async throws -> [T] {
        var result: [T] = []
        for element in self { result.append(try await body(element)) }
        return result
    }
}
