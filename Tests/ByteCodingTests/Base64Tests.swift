import ByteCoding
import Foundation
import Testing

@Suite("Base64", .timeLimit(.minutes(3)))
struct Base64Tests {
    private static func random(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255) } }

    @Test("what Foundation writes is what we write, and is read again", arguments: 0..<70)
    func agreesWithFoundation(count: Int) {
        let bytes = Self.random(count)
        let standard = Data(bytes).base64EncodedString()
        #expect(Base64.encode(bytes) == standard && Base64.decode(standard) == bytes)
        let unpadded = standard.replacing("=", with: "")
        #expect(Base64.encode(bytes, as: .unpadded) == unpadded && Base64.decode(unpadded, as: .unpadded) == bytes)
        let url = unpadded.replacing("+", with: "-").replacing("/", with: "_")
        #expect(Base64URL.encode(bytes) == url && Base64URL.decode(url) == bytes)
        #expect(
            Base64.lines(bytes)
                == Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed]))
        for text in [standard, unpadded, url, " \(url)\r\n"] { #expect(Base64.decodeLoosely(text) == bytes) }
    }

    @Test(
        "each byte string has one text",
        arguments: [
            "A", "AA", "AAA", "AB==", "AAB=", "AA=A", "AA= =", "AAAA=", "AA==AA==", "A===", "AA-_", "AAA\n", "AAÄ=",
        ])
    func refuses(text: String) { #expect(Base64.decode(text) == nil) }

    @Test("without padding none is taken", arguments: ["AA==", "A", "AB", "AAB", "AA+/", "AA AA"])
    func refusesForAddresses(text: String) { #expect(Base64URL.decode(text) == nil) }

    @Test("whole lines are read and written at once, up to one that isn't whole")
    func lines() {
        let bytes = Self.random(48 * 3)
        var text: [UInt8] = []
        bytes.withUnsafeBytes { Base64.encodeLines($0, of: 48, into: &text) }
        #expect(String(decoding: text, as: UTF8.self) == Base64.lines(bytes) + "\n")
        var read: [UInt8] = []
        #expect(text.withUnsafeBytes { Base64.decodeLines($0, of: 64, into: &read) } == 3 && read == bytes)
        text[65 + 10] = UInt8(ascii: "*")
        read = []
        #expect(text.withUnsafeBytes { Base64.decodeLines($0, of: 64, into: &read) } == 1)
        #expect(read == Array(bytes.prefix(48)))
    }
}
