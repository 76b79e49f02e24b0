import Seeded
import Testing

@testable import Web
@testable import WebApp

@Suite("Uploads", .timeLimit(.minutes(3)))
struct MultipartTests {
    private static let body = """
        --xYz\r
        Content-Disposition: form-data; name="text"\r
        \r
        HC1:abc\r
        --xYz\r
        Content-Disposition: form-data; name="image"; filename="C:\\fake\\my \\"photo\\".png"\r
        Content-Type: image/PNG; charset=x\r
        \r
        \r\n--xY\r\n--xYZ\u{1}\r
        --xYz\r
        Content-Disposition: form-data; name="none"; filename=""\r
        Content-Type: application/octet-stream\r
        \r
        \r
        --xYz--\r

        """

    private func parse(
        _ body: String, piece: Int = .max, limits: MultipartLimits = MultipartLimits()
    ) throws -> MultipartForm {
        var builder = try MultipartForm.Builder(boundary: "xYz", limits: limits, repeating: [])
        var rest = Array(body.utf8)[...]
        while !rest.isEmpty {
            try builder.feed(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        return try builder.finish()
    }

    @Test(arguments: Array(1...40) + [100, 1000])
    func readsFieldsAndFilesInPiecesOfAnySize(piece: Int) throws {
        let form = try self.parse(Self.body, piece: piece)
        #expect(form.fields.names == ["text"])
        #expect(form.fields["text"] == "HC1:abc")
        let image = UploadedFile(
            field: "image", fileName: "my \"photo\".png", contentType: "image/png",
            bytes: Array("\r\n--xY\r\n--xYZ\u{1}".utf8))
        #expect(form.files == [image])
    }

    @Test func readsAFormWithoutParts() throws {
        #expect(try self.parse("--xYz--").files.isEmpty)
    }

    @Test func ignoresWhatFollowsTheEnd() throws {
        #expect(try self.parse("--xYz--\r\n" + String(repeating: "x", count: 5000)).files.isEmpty)
    }

    @Test(arguments: [
        "", "--xYz", "--xYz\r\n", "--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nabc",
        "--xYz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nabc\r\n--xYz",
    ])
    func refusesAnEndThatIsMissing(body: String) {
        #expect(throws: MultipartError.truncated) { try self.parse(body) }
    }

    @Test(arguments: ["preamble\r\n--xYz--", "--xYzq", "--xYz \r\n", "--xYz\n\n"])
    func refusesWhatIsNotAFormFromABrowser(body: String) {
        #expect(throws: MultipartError.malformed) { try self.parse(body + String(repeating: " ", count: 20)) }
    }

    @Test(arguments: [
        ("Content-Type: a/b", MultipartError.badDisposition),
        ("Content-Disposition: form-data", .badDisposition),
        ("Content-Disposition: form-data; name=", .badDisposition),
        ("Content-Disposition: form-data; name=\"\"", .badDisposition),
        ("Content-Disposition: form-data; name=\"a", .badDisposition),
        ("Content-Disposition: form-data; name=\"a\"; name=\"b\"", .badDisposition),
        ("Content-Disposition: form-data; name=\"a\" b", .badDisposition),
        ("Content-Disposition: attachment; name=\"a\"", .badDisposition),
        ("Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b", .badDisposition),
        ("Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64", .unsupportedEncoding),
        ("no colon", .malformed),
    ])
    func refusesABadPartHeader(header: String, error: MultipartError) {
        #expect(throws: error) { try self.parse("--xYz\r\n\(header)\r\n\r\nx\r\n--xYz--") }
    }

    @Test func boundsEverything() {
        var limits = MultipartLimits()
        limits.headerBytes = 10
        #expect(throws: MultipartError.headerTooLarge) { try self.parse(Self.body, limits: limits) }
        #expect(throws: MultipartError.headerTooLarge) { try self.parse(Self.body, piece: 1, limits: limits) }
        limits = MultipartLimits()
        limits.parts = 2
        #expect(throws: MultipartError.tooManyParts) { try self.parse(Self.body, limits: limits) }
        limits = MultipartLimits()
        limits.files = 1
        #expect(throws: FormError.tooManyFields) { try self.parse(Self.body, limits: limits) }
        limits = MultipartLimits()
        limits.fileBytes = 4
        #expect(throws: FormError.tooLarge) { try self.parse(Self.body, limits: limits) }
        limits = MultipartLimits()
        limits.form.valueBytes = 4
        #expect(throws: FormError.tooLarge) { try self.parse(Self.body, limits: limits) }
        limits = MultipartLimits()
        limits.bytes = 100
        #expect(throws: FormError.tooLarge) { try self.parse(Self.body, limits: limits) }
    }

    @Test(arguments: ["", String(repeating: "a", count: 71), "a ", "ü"])
    func refusesABadBoundary(boundary: String) {
        #expect(throws: MultipartError.badBoundary) {
            try MultipartParser(boundary: boundary, maximumParts: 1, maximumHeader: 100)
        }
    }

    /// Whatever is changed in a form, reading it in one piece and in small ones comes to the same end.
    ///
    /// Which of two faults comes first may differ: a piece is parsed whole before its fields are looked at.
    @Test func readsDamagedFormsTheSameHoweverTheyCome() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            var bytes = Array(Self.body.utf8)
            for _ in 0...(random.next() % 4) {
                let index = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 3 {
                case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: index)
                default: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
                }
            }
            let text = bytes
            #expect(self.outcome(text, piece: .max) == self.outcome(text, piece: 1 + Int(random.next() % 9)))
        }
    }

    /// Nil where it is refused.
    private func outcome(_ bytes: [UInt8], piece: Int) -> MultipartForm? {
        do {
            var builder = try MultipartForm.Builder(boundary: "xYz", limits: MultipartLimits(), repeating: [])
            var rest = bytes[...]
            while !rest.isEmpty {
                try builder.feed(rest.prefix(piece))
                rest = rest.dropFirst(piece)
            }
            return try builder.finish()
        } catch {
            return nil
        }
    }
}
