import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Web
@testable import WebApp

@Suite("Notices", .timeLimit(.minutes(3)))
struct FlashTests {
    private static let messages = Message.allCases.filter { $0.rawValue.hasPrefix("done.") }

    private func notice(at path: String) -> Message? {
        let head = HTTPRequest(method: .get, scheme: "https", authority: "a", path: path)
        return Flash(Request(head: head, body: RequestBody(buffer: ByteBuffer())))?.message
    }

    @Test(arguments: Self.messages) func aNoticeIsFoundByItsAddress(_ message: Message) {
        #expect(notice(at: Flash(message).on("/passes")) == message)
    }

    @Test(arguments: ["", "home.title", "family.title", "done.pass-saved", "pass-saved.", "%3Cb%3E"])
    func nothingElseInAnAddressIsANotice(_ name: String) {
        #expect(notice(at: "/passes?done=\(name)") == nil)
    }

    /// Nothing fills its gaps.
    @Test func aNoticeHasNoGaps() throws {
        let words = try Said.language("en")
        for message in Self.messages {
            #expect(words.phrase(message.rawValue)?.gaps == [], "\(message)")
        }
    }
}
