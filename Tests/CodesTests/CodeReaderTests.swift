import Foundation
import ReaderScript
import Testing

@testable import Codes

@Suite("Reading codes", .timeLimit(.minutes(3)))
struct CodeReaderTests {
    private static let pictures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures")

    private func picture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.pictures.appending(path: name)))
    }

    private func text() throws -> String {
        String(decoding: try picture("text.txt"), as: UTF8.self)
    }

    @Test(.enabled(if: SharedPictures.isPresent), arguments: SharedPictures.isPresent ? SharedPictures.all : [])
    func `a test certificate's picture gives its text`(certificate: SharedPictures.Case) async {
        #expect(await CodeReader.patient.read(certificate.picture) == .success([certificate.text]))
    }

    @Test(.enabled(if: SharedPictures.isPresent))
    func `the test certificates have 15 pictures`() {
        #expect(SharedPictures.all.count >= 15)
    }

    @Test(arguments: [
        "code.jpg", "code.webp", "code.gif", "code.tiff", "code.heic", "code.pdf", "cmyk.jpg", "progressive.jpg",
        "lossless.webp", "deep.png", "transparent.png", "transparent-palette.png", "inverted.png", "mirrored.png",
        "aztec.png", "animated.gif", "second-page.tiff", "second-page.pdf", "code.avif", "animated.avif", "deep.avif",
        "deep.heic", "transparent.avif", "transparent.heic", "phone.heic",
    ])
    func `every format and shape gives the text`(name: String) async throws {
        #expect(await CodeReader.patient.read(try picture(name)) == .success([try text()]))
    }

    @Test func `what came of a file is counted, by its reason`() async throws {
        let before = ReadingCounters.ofThisProcess.outcomes
        _ = await CodeReader.patient.read(Array("neither picture nor PDF".utf8))
        _ = await CodeReader.patient.read(try picture("code.gif"))
        let after = ReadingCounters.ofThisProcess.outcomes
        // Other tests read at the same time.
        #expect(after["unknownFormat", default: 0] > before["unknownFormat", default: 0])
        #expect(after["read", default: 0] > before["read", default: 0])
    }

    @Test func `several codes in one picture are given once each`() async throws {
        let text = try text()
        guard case .success(let texts) = await CodeReader.patient.read(try picture("several.png")) else {
            Issue.record("nothing was read")
            return
        }
        #expect(texts.sorted() == ["\(text) A", "\(text) B", "\(text) C"])
    }

    @Test(arguments: [("bent.png", 8), ("crumpled.png", 3)])
    func `a code on bent paper is read`(name: String, times: Int) async throws {
        let text = String(repeating: try text(), count: times)
        #expect(await CodeReader.patient.read(try picture(name)) == .success([text]))
    }

    @Test(arguments: [
        "A", "HC1:6BF%*+-./: $", "https://example.org/?q=a&b=c", "Grüße aus Österreich", "語 🐶",
        String(repeating: "shc:/5676290952432060346029243740446031222959532654603460292540772804336", count: 20),
    ])
    func `what we draw we read`(text: String) async throws {
        #expect(await CodeReader.patient.read(try QRCode(text: text).png(scale: 4)) == .success([text]))
    }

    @Test func `nothing and other things are no format we know`() async {
        let files = [[], [0], Array("HC1:ABC".utf8), Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)]
        for bytes in files + [Array("P5\n1 1\n255\n0".utf8), Array("BM".utf8), Array("RIFF1234WAVE".utf8)] {
            #expect(await CodeReader.patient.read(bytes) == .failure(.unknownFormat))
        }
    }

    @Test func `a picture without a code is told from one that is damaged`() async throws {
        let white = PNG(width: 300, height: 300, scanlines: Array(repeating: 0xFF, count: 39 * 300))
        var lines = white.scanlines
        for row in 0..<300 { lines[row * 39] = 0 }
        let blank = try PNG(width: 300, height: 300, scanlines: lines).encoded()
        #expect(await CodeReader.patient.read(blank) == .failure(.noCode))
        for name in ["code.tiff", "code.webp", "code.heic", "code.avif", "deep.png"] {
            let cut = Array(try picture(name).prefix(100))
            #expect(await CodeReader.patient.read(cut) == .failure(.damaged), "\(name)")
        }
        #expect(await CodeReader.patient.read(Array("%PDF-1.7 and no more".utf8)) == .failure(.damaged))
        #expect(await CodeReader.patient.read(Array("GIF89a".utf8)) == .failure(.damaged))
    }

    @Test func `20 MB are read, one byte more is refused`() async throws {
        var file = try picture("code.jpg")
        file += [UInt8](repeating: 0, count: CodeReader.mostBytes - file.count)
        #expect(await CodeReader.patient.read(file) == .success([try text()]))
        #expect(await CodeReader.patient.read(file + [0]) == .failure(.tooManyBytes))
    }

    @Test func `many files at once are all read, two at a time`() async throws {
        let file = try picture("code.gif")
        let text = try text()
        await withTaskGroup(of: Result<[String], ReadRefusal>.self) { group in
            for _ in 0..<18 { group.addTask { await CodeReader.patient.read(file) } }
            for await result in group { #expect(result == .success([text])) }
        }
    }
}
