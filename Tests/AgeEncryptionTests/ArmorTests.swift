import Testing

@testable import AgeEncryption

@Suite("Text armor is strict where the format is", .timeLimit(.minutes(3)))
struct ArmorTests {
    private static func armored(_ body: String, leading: String = "", trailing: String = "\n") -> [UInt8] {
        Array(
            "\(leading)-----BEGIN AGE ENCRYPTED FILE-----\n\(body)-----END AGE ENCRYPTED FILE-----\(trailing)".utf8)
    }

    private static func decode(_ text: [UInt8], step: Int = .max) throws(AgeError) -> [UInt8] {
        var decoder = ArmorDecoder()
        var output: [UInt8] = []
        var rest = text[...]
        while !rest.isEmpty {
            try decoder.decode(rest.prefix(step), into: &output)
            rest = rest.dropFirst(step)
        }
        try decoder.finish(into: &output)
        return output
    }

    private static let line = String(repeating: "QUFB", count: 16)

    @Test("what is allowed")
    func allowed() throws {
        for text in [
            Self.armored("QUFB\n"), Self.armored("QUFB\n", trailing: ""), Self.armored("QUFB\n", trailing: "\n \t\r\n"),
            Self.armored("QUFB\n", leading: "\n \n\t\n"), Self.armored("\(Self.line)\nQUFB\n"),
            Self.armored("\(Self.line)\n"), Self.armored("\(Self.line)\nQQ==\n"), Self.armored(""),
            Array(String(decoding: Self.armored("QUFB\n"), as: UTF8.self).replacing("\n", with: "\r\n").utf8),
        ] {
            let whole = try Self.decode(text)
            #expect(whole.allSatisfy { $0 == 65 })
            #expect(try Self.decode(text, step: 1) == whole)
        }
    }

    @Test(
        "what is not allowed",
        arguments: [
            armored("\nQUFB\n"), armored("QUFB\n\n"), armored("QUF\n"), armored("QQ\n"), armored("QUF=\nQUFB\n"),
            armored("QR==\n"), armored("QUFB\nQUFB\n"), armored(" QUFB\n"), armored("QUFB \n"), armored("QU FB\n"),
            armored("\(line)Q\n"), armored("\(line)QUFB\n"), armored("\(String(line.dropLast(4)))\n\(line)\n"),
            armored("QUFB\n=twTO\n"), armored("Version: 1\n\nQUFB\n"), armored("Q*FB\n"), armored("Q\rFB\n"),
            armored("QUFB\n", leading: "x\n"), armored("QUFB\n", leading: " "), armored("QUFB\n", trailing: "\nx"),
            armored("QUFB\n", trailing: "x\n"), armored("QUFB\n", trailing: " \n"),
            armored("QUFB\n", leading: String(repeating: "\n", count: 1025)),
            armored("QUFB\n", trailing: "\n" + String(repeating: " ", count: 1024)),
            armored("\(line)\n\n"), armored("QQ=\n=\n"),
        ])
    func refused(text: [UInt8]) {
        #expect(throws: AgeError(.malformedArmor, "")) { try Self.decode(text) }
        #expect(throws: AgeError(.malformedArmor, "")) { try Self.decode(text, step: 1) }
    }

    @Test("other labels and other cases are no age armor")
    func labels() {
        for label in ["AGE ENCRYPTED FILe", "PGP MESSAGE", "AGE ENCRYPTED  FILE"] {
            let text = Array("-----BEGIN \(label)-----\nQUFB\n-----END \(label)-----\n".utf8)
            #expect(throws: AgeError(.malformedArmor, "")) { try Self.decode(text) }
        }
    }

    @Test("a missing end line is a cut")
    func cut() {
        #expect(throws: AgeError(.truncated, "")) {
            try Self.decode(Array("-----BEGIN AGE ENCRYPTED FILE-----\nQUFB\n".utf8))
        }
    }

    @Test("a line that never ends is not kept")
    func endless() {
        var decoder = ArmorDecoder()
        var output: [UInt8] = []
        #expect(throws: AgeError(.malformedArmor, "")) {
            try decoder.decode(Self.armored(String(repeating: "A", count: 5000))[...], into: &output)
        }
    }
}
