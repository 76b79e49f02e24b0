internal import NIOCore
internal import NIOHTTP1

/// Sits behind the HTTP decoder and refuses bodies that a proxy before us may have seen end elsewhere, and targets that name
/// another host than `Host`.
///
/// The decoder takes any list of codings that ends with `chunked`, and `chunked` in HTTP/1.0, which doesn't know it
/// (RFC 9112, 6.1). Behind it nobody sees any more that a target had a host of its own; whom a proxy asks is in `Host` too, so
/// that nobody needs that form here, although RFC 9112, 3.2.2 has servers take it.
final class FramingGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isRefused else { return }
        if case .head(let head) = self.unwrapInboundIn(data), !(Self.isPlain(head) && head.uri.utf8.first == 0x2F) {
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
