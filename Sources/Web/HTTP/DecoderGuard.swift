internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Sits before the HTTP decoder and bounds what goes into it while nothing comes out.
///
/// The decoder keeps white space before a field's value for as long as it comes, without counting it, and whatever follows a
/// request that asks for another protocol.
final class DecoderGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let limit: Int
    private var bytes = 0
    private var isShut = false

    /// - Parameter limit: the bytes after which nothing more is taken; a read before that is taken whole.
    init(limit: Int) { self.limit = limit }

    /// The decoder has let go of what it held.
    func reset() { self.bytes = 0 }

    /// From now on all that comes is dropped.
    func shut() { self.isShut = true }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isShut else { return }
        guard self.bytes <= self.limit else {
            self.isShut = true
            return context.fireErrorCaught(HTTPParserError.headerOverflow)
        }
        self.bytes += self.unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }
}

@available(*, unavailable)
extension DecoderGuard: Sendable {}

extension HTTPRequest {
    /// Whether the decoder may take what follows it for something else than requests.
    var asksForAnotherProtocol: Bool {
        guard self.method != .connect else { return true }
        return self.headerFields[.upgrade] != nil
            && self.headerFields[values: .connection].contains { $0.lowercased().contains("upgrade") }
    }
}
