import Testing

@testable import Codes

@Suite("Drawing QR codes", .timeLimit(.minutes(3)))
struct QRCodeTests {
    /// As long as a vaccination certificate, and of its 45 characters.
    private static let certificate =
        "HC1:" + String(repeating: "6BFOXN%TS3DH.V0ETD65NL-AH*R6I/+$K", count: 17).prefix(552)

    @Test func `a certificate of 556 characters is version 18 in alphanumeric mode`() throws {
        #expect(Self.certificate.count == 556)
        #expect(try QRCode(text: Self.certificate).side == 17 + 4 * 18)
    }

    @Test func `lower case is kept by leaving the alphanumeric mode`() throws {
        let upper = try QRCode(text: String(repeating: "A", count: 200))
        let lower = try QRCode(text: String(repeating: "a", count: 200))
        #expect(lower.side > upper.side)
    }

    @Test func `the finder patterns stand in three corners`() throws {
        let code = try QRCode(text: "HC1:TEST")
        for (left, top) in [(0, 0), (code.side - 7, 0), (0, code.side - 7)] {
            for row in 0..<7 {
                for column in 0..<7 {
                    let ring = max(abs(column - 3), abs(row - 3))
                    #expect(code.isDark(column: left + column, row: top + row) == (ring != 2))
                }
            }
        }
    }

    @Test func `modules outside the code are light`() throws {
        let code = try QRCode(text: "HC1:TEST")
        #expect(!code.isDark(column: -1, row: 0))
        #expect(!code.isDark(column: code.side, row: 0))
        #expect(!code.isDark(column: 0, row: Int.max))
    }

    @Test(arguments: [("", CodesError.Code.unusableText), ("a\0b", .unusableText)])
    func `an empty text and one with NUL are refused`(text: String, code: CodesError.Code) {
        #expect { try QRCode(text: text) } throws: { ($0 as? CodesError)?.code == code }
    }

    @Test func `the longest texts fit, one character more is too long`() throws {
        #expect(try QRCode(text: String(repeating: "A", count: 2_420)).side == 177)
        #expect(try QRCode(text: String(repeating: "a", count: 1_663)).side == 177)
        for text in [String(repeating: "A", count: 2_421), String(repeating: "a", count: 1_664)] {
            #expect { try QRCode(text: text) } throws: { ($0 as? CodesError)?.code == .textTooLong }
        }
        let megabyte = String(repeating: "A", count: 1 << 20)
        #expect { try QRCode(text: megabyte) } throws: { ($0 as? CodesError)?.code == .textTooLong }
    }

    @Test func `the SVG's path covers exactly the dark modules, shifted by the quiet zone`() throws {
        let code = try QRCode(text: Self.certificate)
        let edge = code.side + 8
        let svg = code.svg(title: "x")
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(edge) \(edge)\""))
        let path = try #require(svg.split(separator: " d=\"").last?.split(separator: "\"").first)
        var covered = Set<[Int]>()
        for rectangle in path.split(separator: "M") {
            let numbers = rectangle.split { !$0.isNumber }.compactMap { Int($0, radix: 10) }
            try #require(numbers.count == 5 && numbers[3] == 1 && numbers[2] == numbers[4])
            for column in numbers[0]..<numbers[0] + numbers[2] {
                #expect(covered.insert([column - 4, numbers[1] - 4]).inserted)
            }
        }
        for row in 0..<code.side {
            for column in 0..<code.side {
                #expect(covered.contains([column, row]) == code.isDark(column: column, row: row))
            }
        }
    }

    @Test func `the SVG has one path, a title, and no style`() throws {
        let svg = try QRCode(text: "HC1:TEST").svg(title: "Zertifikat")
        #expect(svg.split(separator: "<path").count == 2)
        #expect(svg.contains("<title>Zertifikat</title>"))
        #expect(svg.contains("shape-rendering=\"crispEdges\""))
        #expect(!svg.contains("style"))
    }

    @Test func `the title is escaped, and rid of what XML can't hold`() throws {
        let svg = try QRCode(text: "HC1:TEST").svg(title: "</title><script>\"&'\u{1}\u{FFFF}\u{0}x\ny")
        #expect(svg.contains("<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;&#39;x y</title>"))
    }

    @Test(arguments: [(0, 1), (1, 1), (8, 8), (1_000, 32)])
    func `the PNG's header tells its size, and its scale is bounded`(asked: Int, drawn: Int) throws {
        let code = try QRCode(text: "HC1:TEST")
        let edge = (code.side + 8) * drawn
        let png = try code.png(scale: asked)
        #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10])
        #expect(Array(png[16..<20]) == [0, 0, UInt8(edge >> 8), UInt8(edge & 255)])
        #expect(Array(png[16..<20]) == Array(png[20..<24]))
        #expect(png[24] == 1)
    }

    @Test func `a certificate's PNG is small`() throws {
        #expect(try QRCode(text: Self.certificate).png().count < 16_000)
    }
}
