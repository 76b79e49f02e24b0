internal import ByteCoding
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Sits in each connection between the HTTP decoder and Hummingbird, and keeps what Hummingbird leaves open.
///
/// It counts connections by address, gives request bodies and readers of responses a deadline, answers
/// `Expect: 100-continue`, says 431 and 400 to what doesn't parse, and closes a connection whose request was
/// answered before its body had arrived, instead of reading that body to its end, or asked for another protocol.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: TransportLimits
    private let registry: ConnectionRegistry
    private let decoding: DecoderGuard
    private var admittedAddress: SocketAddress??

    private var body: Incoming?
    /// Whether a request asked for another protocol, of which this server speaks none: what follows it nobody takes apart.
    private var isLast = false
    /// Whether it is the client's turn: bytes were asked for and haven't come.
    private var awaitsBytes = false
    private var response: ResponseTransfer?
    private var outstandingWrites = 0
    private var requestsInProgress = 0
    /// Whether bytes were asked for that are left with the client until it has fewer requests here.
    private var holdsBack = false
    private var responseBegun = false
    private var closesAfterResponse = false
    private var isRefused = false
    private var check: Scheduled<Void>?
    private var checkDeadline = NIODeadline.distantFuture

    /// A body on its way in: how much of it there is, and what came in the seconds that are looked at.
    private struct Incoming {
        var start = NIODeadline.now()
        var fresh = 0
        var bytes = 0
    }

    init(limits: TransportLimits, registry: ConnectionRegistry) {
        self.limits = limits
        self.registry = registry
        self.decoding = DecoderGuard(limit: limits.undecodedBytes)
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        // What one look at the socket brings is taken apart whole, however many requests it is.
        let options = context.channel.syncOptions
        try? options?.setOption(.maxMessagesPerRead, value: 1)
        try? options?.setOption(
            .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 1_024, initial: 4_096, maximum: 16_384))
        self.addGuards(context.pipeline.syncOperations)
        if context.channel.isActive { self.admit(context: context) }
    }

    /// Before the decoder, where all bytes are seen, and behind it, where a request's version and codings can still be.
    private func addGuards(_ pipeline: ChannelPipeline.SynchronousOperations) {
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
        try? pipeline.addHandler(self.decoding, position: .before(decoder))
        try? pipeline.addHandler(FramingGuard(), position: .after(decoder))
    }

    func channelActive(context: ChannelHandlerContext) {
        if self.admit(context: context) { context.fireChannelActive() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.release(context: context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.release(context: context)
    }

    @discardableResult
    private func admit(context: ChannelHandlerContext) -> Bool {
        guard self.admittedAddress == nil else { return true }
        guard self.registry.admit(context.channel) else {
            context.close(promise: nil)
            return false
        }
        self.admittedAddress = .some(context.channel.remoteAddress)
        return true
    }

    /// The address is kept from before, since a closed channel no longer tells it.
    private func release(context: ChannelHandlerContext) {
        self.check?.cancel()
        self.check = nil
        guard let address = self.admittedAddress else { return }
        self.admittedAddress = nil
        self.registry.release(context.channel, address: address)
    }

    // MARK: Requests

    /// A client that sends one request after the other without waiting for answers has its next ones wait where they are.
    func read(context: ChannelHandlerContext) {
        self.holdsBack = (self.requestsInProgress > self.limits.requestsAtOnce || self.isOver) && !self.isRefused
        guard !self.holdsBack else { return }
        self.awaitsBytes = true
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        self.awaitsBytes = false
        self.decoding.reset()
        guard !self.isRefused, !self.isOver else { return }
        switch self.unwrapInboundIn(data) {
        case .head(let head):
            // Many are compared with words of ours before anybody knows who asks.
            guard head.headerFields.allSatisfy({ $0.value.hasFewMarksInARow }) else {
                return self.refuse(.badRequest, context: context)
            }
            self.requestsInProgress += 1
            self.body = Incoming()
            self.isLast = head.asksForAnotherProtocol
            self.scheduleCheck(context: context)
            self.answerExpectation(of: head, context: context)
        case .body(let buffer):
            self.body?.bytes += buffer.readableBytes
            self.body?.fresh += buffer.readableBytes
            if let body, body.bytes > self.limits.bodyBytes {
                return self.refuse(.contentTooLarge, context: context)
            }
        case .end:
            self.body = nil
            if self.isLast { self.decoding.shut() }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if self.isRefused { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed, self.isRefused || self.awaitsAnswerAlone {
            return context.close(promise: nil)
        }
        if event is ChannelShouldQuiesceEvent { self.endSoon(context: context) }
        context.fireUserInboundEventTriggered(event)
    }

    /// The server ends: what is half sent doesn't keep it for as long as what is being answered may.
    private func endSoon(context: ChannelHandlerContext) {
        guard self.body != nil else { return }
        _ = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(self.limits.shutdownBody)) {
            if self.body != nil { self.refuse(.serviceUnavailable, context: context) }
        }
    }

    /// Whether the last request is here whole.
    private var isOver: Bool { self.isLast && self.body == nil }

    /// Whether a client that says no more only waits for an answer that isn't there yet: most that do so have gone.
    private var awaitsAnswerAlone: Bool { self.requestsInProgress > 0 && self.body == nil && !self.responseBegun }

    /// Says 100 (RFC 9110, 10.1.1).
    ///
    /// Only when no earlier request is being answered, or it would get into that answer.
    private func answerExpectation(of head: HTTPRequest, context: ChannelHandlerContext) {
        guard let expectation = head.headerFields[.expect], expectation.lowercased() == "100-continue",
            self.requestsInProgress == 1,
            Int(typed: head.headerFields[.contentLength] ?? "0", in: 0...self.limits.bodyBytes) != nil
        else { return }
        context.writeAndFlush(self.wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let unanswered = self.requestsInProgress - (self.body == nil ? 0 : 1)
        switch error {
        case HTTPParserError.headerOverflow where unanswered == 0:
            self.refuse(.requestHeaderFieldsTooLarge, context: context)
        case is HTTPParserError where unanswered == 0:
            self.refuse(.badRequest, context: context)
        default:
            context.fireErrorCaught(error)
        }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !self.isRefused else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        let promise = promise ?? context.eventLoop.makePromise()
        let part = self.unwrapOutboundIn(data)
        if case .head(let head) = part, head.status.kind != .informational { self.begin(head) }
        self.follow(promise, context: context)
        switch part {
        case .head(var head) where head.status.kind != .informational:
            self.responseBegun = true
            if self.body != nil || (self.isLast && self.requestsInProgress == 1) {
                self.closesAfterResponse = true
                head.headerFields[.connection] = "close"
            }
            context.write(self.wrapOutboundOut(.head(head)), promise: promise)
        case .head:
            context.write(data, promise: promise)
        case .body(let buffer):
            self.response?.hand(buffer.readableBytes, self.limits)
            context.write(data, promise: promise)
        case .end:
            self.responseBegun = false
            self.requestsInProgress -= 1
            if self.holdsBack { self.read(context: context) }
            if self.closesAfterResponse {
                self.isRefused = true
                self.linger(after: promise, context: context)
            }
            context.write(data, promise: promise)
        }
    }

    /// A response that follows one whose reader is still waited for gives that reader no more time.
    private func begin(_ head: HTTPResponse) {
        let length = head.headerFields[.contentLength].flatMap { Int(typed: $0, in: 0...(1 << 40)) }
        let rate = self.limits.slowestReader(ofResponseWith: length ?? 0)
        if self.outstandingWrites > 0, let response {
            self.response?.rate = max(response.rate, rate)
        } else {
            self.response = ResponseTransfer(rate: rate)
        }
    }

    /// A write counts against the reader from here until the kernel has taken it.
    private func follow(_ promise: EventLoopPromise<Void>, context: ChannelHandlerContext) {
        var response = self.response ?? ResponseTransfer(rate: self.limits.slowestReader(ofResponseWith: 0))
        response.begin(at: .now())
        self.response = response
        if self.outstandingWrites == 0 { self.scheduleCheck(context: context) }
        self.outstandingWrites += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.outstandingWrites -= 1
            if self.outstandingWrites == 0 { self.response?.end(at: .now()) }
        }
    }

    // MARK: Deadlines

    private func scheduleCheck(context: ChannelHandlerContext) {
        guard let deadline = self.nextDeadline, self.check == nil || deadline < self.checkDeadline else { return }
        self.check?.cancel()
        self.checkDeadline = deadline
        self.check = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.check = nil
            self.closeIfSlow(context: context)
        }
    }

    private func closeIfSlow(context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        if let responseDeadline, responseDeadline <= now {
            context.close(promise: nil)
        } else if !self.isRefused, self.isBodySlow(now) {
            self.refuse(.requestTimeout, context: context)
        } else {
            self.scheduleCheck(context: context)
        }
    }

    /// Whether too little came in the last seconds; begins the next ones where enough did.
    private func isBodySlow(_ now: NIODeadline) -> Bool {
        guard let body, let bodyDeadline, bodyDeadline <= now else { return false }
        if self.awaitsBytes, body.fresh < self.limits.bytesWanted(ofBodyWith: body.bytes) { return true }
        self.body?.start = now
        self.body?.fresh = 0
        return false
    }

    private var bodyDeadline: NIODeadline? { self.body.map { $0.start + TimeAmount(self.limits.bodyWindow) } }

    private var responseDeadline: NIODeadline? {
        self.response?.deadline(grace: self.limits.responseGrace)
    }

    private var nextDeadline: NIODeadline? {
        let body = self.isRefused ? nil : self.bodyDeadline
        guard let body, let response = self.responseDeadline else { return body ?? self.responseDeadline }
        return min(body, response)
    }

    // MARK: Refusals

    /// Answers in the application's place, and listens no more.
    private func refuse(_ status: HTTPResponse.Status, context: ChannelHandlerContext) {
        guard !self.isRefused else { return }
        self.isRefused = true
        guard !self.responseBegun else { return context.close(promise: nil) }
        let promise: EventLoopPromise<Void> = context.eventLoop.makePromise()
        self.follow(promise, context: context)
        self.linger(after: promise, context: context)
        let head = HTTPResponse(status: status, headerFields: [.connection: "close", .contentLength: "0"])
        context.write(self.wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: promise)
    }

    /// Closes our direction once the answer is out, drops what still comes in, then closes the connection.
    ///
    /// Closing at once would reset it while the client still sends, and the reset could overtake the answer
    /// (RFC 9112, 9.6).
    private func linger(after promise: EventLoopPromise<Void>, context: ChannelHandlerContext) {
        self.decoding.shut()
        promise.futureResult.assumeIsolated().whenComplete { _ in
            context.close(mode: .output, promise: nil)
            context.read()
            _ = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(self.limits.lingering)) {
                context.close(promise: nil)
            }
        }
    }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
