internal import NIOCore
internal import NIOHTTP1

/// Sits behind the HTTP decoder and refuses bodies that a proxy before us may have seen end elsewhere.
///
/// The decoder takes any list of codings that ends with `chunked`, and `chunked` in HTTP/1.0, which doesn't know it
/// (RFC 9112, 6.1).
final class FramingGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isRefused else { return }
        if case .head(let head) = self.unwrapInboundIn(data), !Self.isPlain(head) {
            self.isRefused = true
            context.fireErrorCaught(HTTPParserError.unknown)
            return
        }
        context.fireChannelRead(data)
    }

    /// Whether the body's end can be read in one way alone.
    private static func isPlain(_ head: HTTPRequestHead) -> Bool {
        let codings = head.headers["Transfer-Encoding"]
        guard !codings.isEmpty else { return true }
        return codings.count == 1 && codings[0].lowercased() == "chunked" && head.version == .http1_1
    }
}

@available(*, unavailable)
extension FramingGuard: Sendable {}
