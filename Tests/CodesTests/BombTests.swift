import ReaderScript
import Testing

@testable import Codes

@Suite("Files that ask for more than they are", .timeLimit(.minutes(3)))
struct BombTests {
    private func blankPNG(edge: Int) throws -> [UInt8] {
        let lines = [UInt8](repeating: 0, count: PNG.rowLength(width: edge) * edge)
        return try PNG(width: edge, height: edge, scanlines: lines).encoded()
    }

    @Test func `a PNG of 20,000 × 20,000 is refused for its size`() async throws {
        let bomb = try blankPNG(edge: 20_000)
        #expect(bomb.count < 100_000)
        #expect(await CodeReader.patient.read(bomb) == .failure(.tooManyPixels))
    }

    @Test func `50 megapixels are looked at`() async throws {
        #expect(await CodeReader.patient.read(try blankPNG(edge: 7_071)) == .failure(.noCode))
        #expect(await CodeReader.patient.read(try blankPNG(edge: 7_072)) == .failure(.tooManyPixels))
    }

    /// A screen, and frames each with an LZW stream of one clear and one end code.
    private func gif(screen: Int, frame: Int, frames: Int) -> [UInt8] {
        let size: (Int) -> [UInt8] = { [UInt8($0 & 255), UInt8($0 >> 8), UInt8($0 & 255), UInt8($0 >> 8)] }
        let header = Array("GIF89a".utf8) + size(screen) + [0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
        let picture = [0x2C, 0, 0, 0, 0] + size(frame) + [0, 2, 2, 0x2C, 0x01, 0]
        return header + Array([[UInt8]](repeating: picture, count: frames).joined()) + [0x3B]
    }

    @Test func `a GIF is refused for the size of its screen and of its first picture`() async {
        #expect(await CodeReader.patient.read(gif(screen: 65_535, frame: 1, frames: 1)) == .failure(.tooManyPixels))
        #expect(await CodeReader.patient.read(gif(screen: 1, frame: 65_535, frames: 1)) == .failure(.tooManyPixels))
    }

    @Test func `a GIF of 100,000 large pictures costs no more than its first`() async {
        // All of them would take more than the processor time that a reader has.
        let result = await CodeReader.patient.read(gif(screen: 3_000, frame: 3_000, frames: 100_000))
        #expect(result == .failure(.damaged) || result == .failure(.noCode))
    }

    @Test func `a TIFF whose directories form a ring ends`() async {
        // Little-endian; the directory at 8 has width and height and names itself as the next.
        let entry: (UInt8) -> [UInt8] = { [$0, 1, 3, 0, 1, 0, 0, 0, 200, 0, 0, 0] }
        let ring = Array("II*\0".utf8) + [8, 0, 0, 0] + [2, 0] + entry(0) + entry(1) + [8, 0, 0, 0]
        #expect(await CodeReader.patient.read(ring) == .failure(.damaged))
    }

    @Test func `a PDF page of 14,000 pt is drawn as small as any other`() async {
        #expect(await CodeReader.patient.read(PDF(pages: 1, points: 14_000).bytes) == .failure(.noCode))
    }

    @Test func `of a PDF with 10,000 pages the first ten are read`() async {
        #expect(await CodeReader.patient.read(PDF(pages: 10_000, points: 600).bytes) == .failure(.noCodeOnFirstPages))
    }

    @Test func `a PDF whose page tree is a ring has no code`() async {
        let ring = PDF(objects: ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R]/Count 1>>"])
        #expect(await CodeReader.patient.read(ring.bytes) == .failure(.noCode))
    }
}
