internal import NIOCore

/// What one connection may cost, so that no client can hold the server up for others.
///
/// A body has to come at a rate in every few seconds, whatever came before, and the faster the more of it there is: so a
/// slow phone gets through with a large photo, and a client that sends much and then a byte now and then does not. A
/// response's deadline is a rate with a head start.
package struct TransportLimits: Sendable {

    package init() {
    }

    /// How long a connection may be silent before, between and inside request heads.
    var idleTimeout: Duration = .seconds(10)
    /// All header fields of a request together, in bytes; a single field may be as long.
    var headerBytes = 32 * 1024
    /// Bytes in which there is no whole head, no piece of a body and no end: more than the longest head, with the white space
    /// in it, which isn't among its fields.
    var undecodedBytes: Int { self.headerBytes + 8 * 1024 }
    /// Header fields of a request, in number.
    var headerFields = 100
    /// A request body in bytes, on whatever route; routes set smaller bounds.
    package var bodyBytes = 64 * 1024 * 1024
    /// Requests of a connection that wait for their answers before more are read.
    var requestsAtOnce = 8
    /// Open connections in all.
    package var connections = 4096
    /// Open connections of one client address (IPv4 address, or IPv6 /64); proxies that are trusted are not counted.
    var connectionsPerAddress = 64
    /// Open connections of one network (IPv4 /24, or IPv6 /56), whatever addresses it has.
    var connectionsPerNetwork = 512
    /// Open connections of a network that still gets more of the last quarter of all.
    var fewConnections = 16
    /// The seconds over which a request body's rate is looked at.
    var bodyWindow: Duration = .seconds(10)
    /// Slowest request body, in bytes a second.
    var bodyRate = 4 * 1024
    /// The seconds in which a request body has to bring as much as it holds already: what holds much room lets go soon.
    var bodyDoubling = 600
    /// Head start of a reader of a response, before its rate counts.
    var responseGrace: Duration = .seconds(10)
    /// Slowest reader of a response, in bytes a second.
    var responseRate = 4 * 1024
    /// The seconds in which a response has to be taken, however long it is: what holds much room lets go soon.
    var responseTime = 600
    /// How long requests in progress may go on after a signal to stop.
    package var shutdown: Duration = .seconds(10)
    /// How long, of that, a request's body may still take to arrive.
    var shutdownBody: Duration = .seconds(1)
    /// How long a connection that was refused is still drained, so that its client can read why.
    var lingering: Duration = .seconds(1)

    /// What of a request body has to come in its window, with so much of it there.
    func bytesWanted(ofBodyWith bytes: Int) -> Int {
        let rate = max(self.bodyRate, bytes / max(self.bodyDoubling, 1))
        let (seconds, rest) = self.bodyWindow.components
        return rate * Int(seconds) + rate * Int(rest / 1_000_000_000_000_000) / 1_000
    }

    /// The slowest reader of a response of so many bytes, in bytes a second.
    func slowestReader(ofResponseWith bytes: Int) -> Int {
        max(self.responseRate, bytes / max(self.responseTime, 1), 1)
    }
}

/// A response on its way out: how much of it was handed over, and how long its reader has been waited for.
struct ResponseTransfer {
    /// The slowest that its reader may be, in bytes a second.
    var rate: Int
    private(set) var bytes = 0
    private var start: NIODeadline?
    private var waited = TimeAmount.zero

    init(rate: Int) { self.rate = rate }

    /// So much more was written: what comes in pieces, of a length that nobody knew, has to be taken in the same time.
    mutating func hand(_ more: Int, _ limits: TransportLimits) {
        self.bytes += more
        self.rate = max(self.rate, limits.slowestReader(ofResponseWith: self.bytes))
    }

    /// The reader's turn begins: something was written.
    mutating func begin(at now: NIODeadline) { self.start = self.start ?? now }

    /// The kernel has taken all that was written; what the server does next isn't its reader's time.
    mutating func end(at now: NIODeadline) {
        if let start { self.waited = self.waited + (now - start) }
        self.start = nil
    }

    /// When its reader is too slow; nil while it isn't its turn.
    func deadline(grace: Duration) -> NIODeadline? {
        self.start.map {
            $0 - self.waited + TimeAmount(grace) + .milliseconds(Int64(self.bytes) * 1000 / Int64(self.rate))
        }
    }
}
