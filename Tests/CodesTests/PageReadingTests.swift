import ReaderScript
import Testing

@testable import Codes

/// How the program that recognises text gets its job, played by shell scripts in its place.
@Suite("Reading a page of a form", .timeLimit(.minutes(3)))
struct PageReadingTests {
    private static let png: [UInt8] = [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
    private static let job = Array("vaccinapp-read-text 1\npicture\n".utf8)

    private func read(_ script: String, as program: String, page: Int = 0, of bytes: [UInt8] = png) async throws
        -> Result<[UInt8], ReadRefusal>
    {
        try await ReaderScript.withFolder(script, as: program) {
            await CodeReader(folder: $0, limits: .patient).read(page: page, of: bytes, for: Self.job)
        }
    }

    @Test func `the job comes before the picture, and the answer comes as it is`() async throws {
        #expect(try await read("exec cat", as: "vaccinapp-reader-text") == .success(Self.job + Self.png))
    }

    @Test(arguments: [
        ("exit 12", ReadRefusal.tooManyPixels), ("exit 13", .damaged), ("exit 70", .unavailable),
        ("exit 73", .noRecogniser), ("exit 127", .unavailable), ("kill -SEGV $$", .crashed),
        ("kill -XCPU $$", .timedOut), ("exec cat /dev/zero", .crashed),
    ])
    func `each way to end has its reason`(script: String, refusal: ReadRefusal) async throws {
        #expect(try await read(script, as: "vaccinapp-reader-text") == .failure(refusal))
    }

    @Test func `a page that a document doesn't have is told, as is one of which nothing can be drawn`() async throws {
        let pdf = Array("%PDF-1.4".utf8)
        #expect(try await read("exit 0", as: "vaccinapp-reader-pdf", page: 11, of: pdf) == .failure(.noSuchPage))
        #expect(try await read("exit 1", as: "vaccinapp-reader-pdf", of: pdf) == .failure(.damaged))
        #expect(
            try await read("exit 1", as: "vaccinapp-reader-pdf", of: pdf + Array("/Encrypt".utf8))
                == .failure(.encrypted))
        #expect(try await read("exec cat", as: "vaccinapp-reader-pdf", of: pdf) == .failure(.unavailable))
    }

    @Test func `the page is named to the program that draws it`() async throws {
        let script = "[ \"$1 $2\" = 'page 3' ] || exit 1"
        let pdf = Array("%PDF-1.4".utf8)
        #expect(try await read(script, as: "vaccinapp-reader-pdf", page: 2, of: pdf) == .failure(.noSuchPage))
    }

    /// What the document says of itself, by the real program.
    @Test(arguments: [1, 9, 25, 10_000])
    func `a document says how many pages it has`(pages: Int) async throws {
        let said = try await CodeReader.patient.describe(PDF(pages: pages, points: 200).bytes).get()
        let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("Pages: ") && $0.hasSuffix(" \(pages)") })
    }

    @Test func `a document that says to have more pages than it can have is damaged, as is half of one`() async throws {
        let kids = "<</Type/Pages/Count 10000/Kids[3 0 R]>>"
        let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>"
        let lie = PDF(objects: ["<</Type/Catalog/Pages 2 0 R>>", kids, page]).bytes
        #expect(await CodeReader.patient.describe(lie) == .failure(.damaged))
        #expect(await CodeReader.patient.describe(Array("%PDF-1.4\nnothing".utf8)) == .failure(.damaged))
        #expect(await CodeReader.patient.describe(Self.png) == .failure(.unknownFormat))
    }

    @Test func `each way in which a document says nothing of itself has its reason`() async throws {
        for (script, refusal) in [
            ("exit 1", ReadRefusal.damaged), ("exit 72", .documentsOff), ("exit 70", .unavailable),
        ] {
            try await ReaderScript.withFolder(script, as: "vaccinapp-reader-pdf") {
                let reader = CodeReader(folder: $0, limits: .patient)
                #expect(await reader.describe(Array("%PDF-1.4".utf8)) == .failure(refusal))
                let locked = Array("%PDF-1.4/Encrypt".utf8)
                #expect(await reader.describe(locked) == .failure(refusal == .damaged ? .encrypted : refusal))
            }
        }
    }

    @Test func `what is no picture isn't given to anybody`() async throws {
        #expect(try await read("exec cat", as: "vaccinapp-reader-text", of: [1, 2, 3]) == .failure(.unknownFormat))
    }
}
