import HTTPTypes
import Hummingbird
internal import NIOCore
internal import NIOHTTP1

/// Fills pages up to steps, so that those who see only how long an encrypted answer is learn little from it.
///
/// What fills is a comment behind the page. Pages are never compressed: then their length would tell of their text.
struct Padding: Sendable {
    /// Forms that try a name: each answer to them has the same length, also one that only leads on.
    static let formsWithNames: Set<String> = [
        Links.login(), Links.passkeyLogin(), Links.loginCode(), Links.passkeyLoginCode(), Links.register(),
        Links.recover(),
    ]

    /// The length of those answers, in bytes.
    static let even = 16_384

    /// Up to where steps are small, and both kinds of them, in bytes.
    private static let (small, smallStep, step) = (16_384, 1_024, 4_096)

    /// Makes a page as long as its step, with its head; what is no page stays as it is.
    func apply(to response: inout Response, of request: Request) {
        let triesName = request.method == .post && Self.formsWithNames.contains(request.uri.path)
        if triesName, !response.headers.contains(.contentType) {
            response.headers[.contentType] = "text/html; charset=utf-8"
        }
        guard response.headers[.contentType]?.hasPrefix("text/html") == true,
            let length = response.body.contentLength
        else { return }
        let head = Self.length(ofHead: response)
        let gap = Self.gap(behind: length, head: head, atLeast: triesName ? Self.even : 0)
        guard gap > 0 else { return }
        let body = response.body
        response.body = ResponseBody(contentLength: length + gap) { writer in
            try await body.write(TrailingWriter(writer: writer, missing: length, end: Self.filler(gap)))
        }
    }

    /// How many bytes are missing to the next step.
    private static func gap(behind length: Int, head: Int, atLeast least: Int) -> Int {
        var total = max(least, next(head + length))
        while true {
            // The number of digits of the body's length counts too.
            let body = (1...9).map { total - head - $0 }.first { $0 + String($0).utf8.count == total - head }
            if let body, body == length || body >= length + shortest { return body - length }
            total = next(total + 1)
        }
    }

    private static func next(_ length: Int) -> Int {
        let step = length <= small ? smallStep : step
        return (length + step - 1) / step * step
    }

    /// The bytes of the status line and of all fields, but for the digits of the body's length.
    private static func length(ofHead response: Response) -> Int {
        // As it is sent: NIO has its own words for a status.
        let line = "HTTP/1.1 \(HTTPResponseStatus(statusCode: response.status.code))\r\n"
        return response.headers.reduce(line.utf8.count + "content-length: \r\n\r\n".utf8.count) { sum, field in
            guard field.name != .contentLength else { return sum }
            return sum + field.name.rawName.utf8.count + field.value.utf8.count + ": \r\n".utf8.count
        }
    }

    private static let shortest = "<!---->".utf8.count

    /// A comment of that length.
    private static func filler(_ length: Int) -> ByteBuffer {
        var filler = ByteBuffer(staticString: "<!--")
        filler.writeRepeatingByte(UInt8(ascii: " "), count: length - shortest)
        filler.writeStaticString("-->")
        return filler
    }
}

/// Writes something more at the end, together with the last that comes before.
private struct TrailingWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter
    /// Bytes that are yet to come before it.
    var missing: Int
    /// Nil once it is written.
    var end: ByteBuffer?

    mutating func write(_ buffer: ByteBuffer) async throws {
        missing -= buffer.readableBytes
        guard missing <= 0, var rest = end else { return try await writer.write(buffer) }
        var last = buffer
        last.writeBuffer(&rest)
        end = nil
        try await writer.write(last)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        if let end { try await writer.write(end) }
        try await writer.finish(trailingHeaders)
    }
}
