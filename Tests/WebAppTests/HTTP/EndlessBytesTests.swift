import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import Web
@testable import WebApp

/// What comes without an end is neither kept nor read on.
@Suite("Bytes without an end", .timeLimit(.minutes(3)))
struct EndlessBytesTests {
    /// How something begins, how it goes on for ever, and what it is answered.
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let begin: String
        let piece: String
        let status: Int

        init(_ name: String, _ begin: String, _ piece: String = "a", times: Int = 65_536, status: Int) {
            (self.testDescription, self.begin, self.status) = (name, begin, status)
            self.piece = String(repeating: piece, count: times)
        }
    }

    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n"
    private static let post = "POST /echo HTTP/1.1\r\nHost: a\r\n"
    private static let upgrade = "Connection: Upgrade\r\nUpgrade: x\r\n"

    static let shapes = [
        Shape("another protocol", get + upgrade + "\r\n", status: 200),
        Shape("in other letters", get + "upgrade: h2c\r\nConnection: keep-alive, uPGRADE\r\n\r\n", status: 200),
        Shape("with a body", post + upgrade + "Content-Length: 2\r\n\r\n{}", status: 200),
        Shape("after another request", get + "\r\n" + get + upgrade + "\r\n", status: 200),
        Shape("with requests after it", get + upgrade + "\r\n", get + "\r\n", times: 1_000, status: 200),
        Shape("a tunnel", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", status: 400),
        Shape("spaces before a value", get + "X:", " ", status: 431),
        Shape("few spaces at a time", get + "X:", " ", times: 100, status: 431),
        Shape("tabs before a value", get + "X:", "\t", status: 431),
        Shape("spaces after a value", get + "X: a", " ", status: 431),
        Shape("spaces before a length", get + "Content-Length:", " ", status: 431),
        Shape(
            "spaces before a trailer", post + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX:", " ", status: 431),
        Shape("empty lines", "", "\r\n", status: 431),
    ]

    @Test(arguments: shapes)
    func endTheirConnection(shape: Shape) async throws {
        // Far more than lies in the buffers of both systems.
        let most = 64 << 20
        try await withServer { port, transport in
            let (sent, answer) = try await RawConnection.open(port: port).flood(shape.begin, shape.piece, most: most)
            #expect(sent < most / 2, "\(sent)")
            #expect(answer.hasPrefix("HTTP/1.1 \(shape.status) "), "\(answer.prefix(60))")
            #expect(answer.contains("Connection: close\r\n"))
            try await eventually { transport.openConnections == 0 }
        }
    }

    /// Only asking for it with `Connection` is asking.
    @Test func aNameOfAProtocolIsNoQuestion() async throws {
        try await withServer { port, _ in
            let answer = try await RawConnection.open(port: port)
                .exchange(Self.get + "Upgrade: x\r\n\r\n" + Self.get + "Connection: close\r\n\r\n")
            #expect(answer.components(separatedBy: "HTTP/1.1 200 OK\r\n").count == 3)
        }
    }

    /// What reached the decoder.
    private final class Tally: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        var bytes = 0

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            self.bytes += self.unwrapInboundIn(data).readableBytes
        }
    }

    @Test(arguments: [1, 100, 16_384])
    func theDecoderGetsNoMoreThanAHeadAndARead(piece: Int) throws {
        let limit = TransportLimits().undecodedBytes
        let (decoding, tally) = (DecoderGuard(limit: limit), Tally())
        let channel = EmbeddedChannel(handlers: [decoding, tally])
        let buffer = ByteBuffer(repeating: 0x20, count: piece)
        // What comes out makes room for as much again.
        while tally.bytes <= limit { try channel.writeInbound(buffer) }
        decoding.reset()
        tally.bytes = 0
        while tally.bytes <= limit { try channel.writeInbound(buffer) }
        #expect(throws: HTTPParserError.headerOverflow) { try channel.writeInbound(buffer) }
        for _ in 0..<100 { try channel.writeInbound(buffer) }
        #expect(tally.bytes <= limit + piece)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }
}

extension RawConnection {
    /// Sends a beginning and then the same piece again and again, until the server closes or `most` bytes are sent.
    fileprivate func flood(_ begin: String, _ piece: String, most: Int) async throws -> (sent: Int, answer: String) {
        try await self.channel.executeThenClose { inbound, outbound -> (sent: Int, answer: String) in
            async let sent = Self.send(begin, piece, most, outbound)
            var answer = ""
            do {
                for try await buffer in inbound { answer += String(buffer: buffer) }
            } catch {
                // It has closed while more was on its way.
            }
            return (await sent, answer)
        }
    }

    private static func send(
        _ begin: String, _ piece: String, _ most: Int, _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async -> Int {
        var sent = 0
        do {
            try await outbound.write(ByteBuffer(string: begin))
            while sent < most {
                try await outbound.write(ByteBuffer(string: piece))
                sent += piece.utf8.count
            }
        } catch {
            // It has closed.
        }
        return sent
    }
}
