package import Fairness
import HTTPTypes
import Hummingbird
package import HummingbirdCore
import NIOCore

extension Services {
    /// Larger bodies are counted until they are written; what is smaller a connection holds anyway.
    package static let uncountedBody = 64 << 10

    /// What has to be free before an answer is made that may be long: more than twice the longest page.
    private static let roomToBegin = 4 << 20

    /// Refuses whoever has, unread, all that they may: what isn't made takes neither time nor memory.
    func requireRoomToSend(to who: Requester) throws(ShareRefusal) {
        _ = try opened.enterNow(who, units: Self.roomToBegin, places: 0)
    }

    /// Counts a body for whoever it is sent to, from now until it is written or its connection has ended: whoever reads
    /// slowly would hold it for hours.
    ///
    /// Pages, and paper: of a full pass they have 1.6 MB at most (`FullPassTests`), of which an account's share is forty, and
    /// their templates write them at once. What is longer is sent ``inPieces(for:isSignedIn:cursor:on:_:)``.
    ///
    /// - Parameter isSignedIn: All others have a room together besides.
    /// - Throws: ``ShareRefusal`` where there is no room; then the body is let go.
    package func counted(_ response: Response, for who: Requester, isSignedIn: Bool) throws(ShareRefusal) -> Response {
        guard let length = response.body.contentLength, length > Self.uncountedBody else { return response }
        var held = [try opened.enterNow(who, units: length, places: 0)]
        if !isSignedIn { held.append(try openedByStrangers.enterNow(who, units: length, places: 0)) }
        let body = response.body
        var response = response
        response.body = ResponseBody(contentLength: length) { [held] writer in
            try await body.write(PiecewiseWriter(writer: writer))
            withExtendedLifetime(held) {}
        }
        return response
    }
}

extension Services {
    /// A body that is made while it is sent: what is held of it, and counted, is a piece and what it takes to go on.
    ///
    /// - Parameters:
    ///   - cursor: bytes of what it takes to go on.
    ///   - threads: where it is made.
    ///   - make: hands one piece after the other over; each is let go before the next is made.
    /// - Throws: ``ShareRefusal`` where there is no room to begin.
    package func inPieces(
        for who: Requester, isSignedIn: Bool, cursor: Int = 0, on threads: FairThreadPool,
        _ make: @escaping @Sendable (_ send: ([UInt8]) async throws -> Void) async throws -> Void
    ) throws(ShareRefusal) -> ResponseBody {
        var held = [try opened.enterNow(who, units: cursor, places: 0)]
        if !isSignedIn { held.append(try openedByStrangers.enterNow(who, units: cursor, places: 0)) }
        return ResponseBody { [held] writer in
            try await threads.run(for: who) {
                var pieces = PiecewiseWriter(writer: writer)
                try await make { piece in
                    var rooms: [FairSemaphore.Permit] = []
                    for place in held { rooms.append(try await place.roomForNext(piece.count)) }
                    try await pieces.write(ByteBuffer(bytes: piece))
                    withExtendedLifetime(rooms) {}
                }
                try await pieces.finish(nil)
            }
            withExtendedLifetime(held) {}
        }
    }
}

extension FairSemaphore.Permit {
    /// How long what is sent in pieces waits for room for its next one.
    private static let patience = Duration.seconds(30)

    /// Room for a piece, until what this returns goes: what the one before took has been given back.
    package func roomForNext(_ bytes: Int) async throws -> FairSemaphore.Permit {
        if let room = try? enterNow(for: bytes) { return room }
        return try await withTimeLimit(Self.patience) { try await self.wait(for: bytes) }
    }
}

/// Writes what a connection takes at a time, so that a body is held by whoever counts it, and by no buffer behind.
private struct PiecewiseWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter

    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while rest.readableBytes > 0,
            let piece = rest.readSlice(length: min(rest.readableBytes, Services.uncountedBody))
        {
            try await writer.write(piece)
        }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { try await writer.finish(trailingHeaders) }
}
