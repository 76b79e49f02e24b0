import NIOCore
import NIOPosix
import Synchronization

/// A lock round a value, for what tests share between tasks.
final class NIOLockedBox<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { self.value.withLock { body(&$0) } }
}

/// A connection that speaks whatever bytes a test likes.
struct RawConnection {
    let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// - Parameter address: one of the loopback's, from which it comes.
    static func open(port: Int, from address: String = "127.0.0.1") async throws -> RawConnection {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(to: SocketAddress(ipAddress: address, port: 0))
            .channelOption(.socketOption(.so_rcvbuf), value: 16 * 1024)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return RawConnection(channel: channel)
    }

    /// Writes each text, after the one before has been taken, then reads until the server closes.
    func exchange(_ texts: String...) async throws -> String {
        try await self.channel.executeThenClose { inbound, outbound in
            var answer = ""
            do {
                for text in texts { try await outbound.write(ByteBuffer(string: text)) }
            } catch is ChannelError {
                // The server has closed before it could be asked; what it said can still be read.
            }
            do {
                for try await buffer in inbound { answer += String(buffer: buffer) }
            } catch is IOError {
                answer += "<reset>"
            }
            return answer
        }
    }

    /// Sends and leaves the connection open.
    func sendOnly(_ text: String) async throws {
        try await self.channel.channel.writeAndFlush(ByteBuffer(string: text))
    }

    /// Runs `body` with the connection's two directions.
    func talk<Value: Sendable>(
        _ body: (inout Inbound, NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws -> Value
    ) async throws -> Value {
        try await self.channel.executeThenClose { inbound, outbound in
            var iterator = inbound.makeAsyncIterator()
            return try await body(&iterator, outbound)
        }
    }

    typealias Inbound = NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
}

extension RawConnection.Inbound {
    /// Reads until `text` has come; nil when the connection ends before.
    mutating func read(until text: String) async throws -> String? {
        var seen = ""
        while !seen.contains(text) {
            guard let buffer = try await self.next() else { return nil }
            seen += String(buffer: buffer)
        }
        return seen
    }
}
