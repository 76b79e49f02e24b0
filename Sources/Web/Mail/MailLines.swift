import NIOCore
import NIOExtras

/// Splits what a mail server says into lines, each with how many handshakes came before it.
///
/// What was sent before a handshake, by whoever could, isn't taken for what comes after it
/// (RFC 3207, section 4.2: <https://www.rfc-editor.org/rfc/rfc3207#section-4.2>).
final class MailLines: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = Line

    struct Line: Sendable {
        let bytes: ByteBuffer
        let handshakes: Int
    }

    /// The longest line of an answer, with its end, and as much again (RFC 5321, section 4.5.3.1.5).
    private static let longest = 2_048

    private var handshakes = 0
    private var splitter = MailLines.newSplitter()

    private static func newSplitter() -> NIOSingleStepByteToMessageProcessor<LineBasedFrameDecoder> {
        NIOSingleStepByteToMessageProcessor(LineBasedFrameDecoder(), maximumBufferSize: longest)
    }

    /// Forgets what isn't a whole line yet; those that follow come after another handshake.
    func beginAnew() {
        handshakes += 1
        splitter = Self.newSplitter()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do {
            try splitter.process(buffer: unwrapInboundIn(data)) { line in
                context.fireChannelRead(wrapInboundOut(Line(bytes: line, handshakes: handshakes)))
            }
        } catch {
            context.fireErrorCaught(error)
            context.close(promise: nil)
        }
    }
}
