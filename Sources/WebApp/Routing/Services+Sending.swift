import Fairness
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

extension Services {
    /// Larger bodies are counted until they are written; what is smaller a connection holds anyway.
    static let uncountedBody = 64 << 10

    /// What has to be free before an answer is made that may be long.
    private static let roomToBegin = 8 << 20

    /// Refuses whoever has, unread, all that they may: what isn't made takes neither time nor memory.
    func requireRoomToSend(to who: Claimant) throws(ShareRefusal) {
        _ = try opened.enterNow(who, units: Self.roomToBegin, places: 0)
    }

    /// Counts a body for whoever it is sent to, from now until it is written or its connection has ended: whoever reads
    /// slowly would hold it for hours.
    ///
    /// - Parameter isSignedIn: All others have a room together besides.
    /// - Throws: ``ShareRefusal`` where there is no room; then the body is let go.
    func counted(_ response: Response, for who: Claimant, isSignedIn: Bool) throws(ShareRefusal) -> Response {
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
