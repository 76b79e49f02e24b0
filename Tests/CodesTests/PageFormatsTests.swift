import ByteCoding
import Foundation
import ReaderScript
import Testing

@testable import Codes

/// Real files of every format that is taken, each with the same page: two rows of a table, and a code.
@Suite("Formats of pages", .timeLimit(.minutes(3)))
struct PageFormatsTests {
    private static let pictures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures")
    private static let pages = [
        "page.jpg", "page.png", "page.webp", "page.gif", "page.tiff", "page.heic", "page.avif", "page.pdf", "deep.avif",
        "transparent.avif",
    ]
    /// As a phone saves it, in tiles, turned or mirrored by the container and once more by what its EXIF says.
    private static let photos = [1, 2, 3, 6, 8].map { "phone-\($0).heic" }
    /// The whole picture, as it is stored.
    private static let job = Array(
        "vaccinapp-read-text 1\npage any\ncorners whole\nturn 0\nregion 0 page 0 0 1 1\npicture\n".utf8)

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: pictures.appending(path: name)))
    }

    private static func text() throws -> String { String(decoding: try bytes("text.txt"), as: UTF8.self) }

    @Test func `there is a page in each format that is taken`() throws {
        let kinds = try Self.pages.map { try #require(FileKind.ofReadable(try Self.bytes("pages/\($0)")), "\($0)") }
        #expect(Set(kinds) == Set(FileKind.allCases).subtracting([.zip, .compound]))
    }

    @Test(arguments: pages + photos)
    func `a page is read, upright, with its code`(name: String) async throws {
        let page = try Self.bytes("pages/\(name)")
        guard case .success(let said) = await CodeReader.patient.read(of: page, for: Self.job) else {
            Issue.record("nothing was read")
            return
        }
        let answer = String(decoding: said, as: UTF8.self)
        let words = answer.split(separator: "\n").filter { $0.hasPrefix("word\t") }
        #expect(words.contains { $0.hasSuffix("\tTollwut") } && words.contains { $0.hasSuffix("\tTetanus") })
        #expect(answer.contains(try Self.text()))
    }

    @Test(arguments: pages + photos)
    func `the code on a page is read alone`(name: String) async throws {
        #expect(await CodeReader.patient.read(try Self.bytes("pages/\(name)")) == .success([try Self.text()]))
    }

    @Test(arguments: pages + ["phone-6.heic"])
    func `half a file is damaged`(name: String) async throws {
        let page = try Self.bytes("pages/\(name)")
        let half = Array(page.prefix(page.count / 2))
        #expect(await CodeReader.patient.read(of: half, for: Self.job) == .failure(.damaged))
        #expect(await CodeReader.patient.read(half) == .failure(.damaged))
    }

    @Test(arguments: ["page.heic", "page.avif", "phone-6.heic"])
    func `what says to be larger than a picture may be is refused before it is decoded`(name: String) async throws {
        var page = try Self.bytes("pages/\(name)")
        // Each measure follows its box's name, version and flags (ISO/IEC 23008-12, 6.5.3).
        for place in page.ranges(of: Array("ispe".utf8)).map({ $0.upperBound + 4 }) {
            page.replaceSubrange(place..<place + 8, with: [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20])
        }
        #expect(await CodeReader.patient.read(page) == .failure(.tooManyPixels))
        #expect(await CodeReader.patient.read(of: page, for: Self.job) == .failure(.tooManyPixels))
    }
}
