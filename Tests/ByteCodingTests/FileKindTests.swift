import ByteCoding
import Testing

@Suite("Kinds of files by their first bytes", .timeLimit(.minutes(3)))
struct FileKindTests {
    @Test(
        "each begins in its own way",
        arguments: [
            ("\u{89}PNG\r\n\u{1A}\n", .png), ("\u{FF}\u{D8}\u{FF}\u{E0}", .jpeg), ("GIF89a", .gif), ("II*\0", .tiff),
            ("RIFF....WEBPVP8 ", .webp), ("\0\0\0\u{18}ftypheic", .heic), ("\0\0\0\u{18}ftypavif", .avif),
            ("%PDF-1.7", .pdf), ("PK\u{3}\u{4}", .zip), ("\u{D0}\u{CF}\u{11}\u{E0}", .compound),
            ("RIFF....WAVE", nil), ("\0\0\0\u{18}ftypisom", nil), ("HC1:", nil), ("", nil), ("x%PDF-1.7", nil),
        ] as [(String, FileKind?)])
    func kinds(head: String, kind: FileKind?) {
        #expect(FileKind(head.unicodeScalars.map { UInt8($0.value) }) == kind)
    }

    @Test("a document's header may stand further on where that is allowed")
    func lenient() {
        let blanks = [UInt8](repeating: 0x20, count: 1_000)
        #expect(FileKind(blanks + Array("%PDF-1.7".utf8), isLenient: true) == .pdf)
        #expect(FileKind(blanks + blanks + Array("%PDF-1.7".utf8), isLenient: true) == nil)
    }
}
