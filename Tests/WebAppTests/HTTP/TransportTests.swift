import Foundation
import NIOCore
import TestSupport
import Testing

@testable import Web
@testable import WebApp

@Suite("The transport, on a socket", .timeLimit(.minutes(10)))
struct TransportTests {
    private static let head = "GET / HTTP/1.1\r\nHost: localhost\r\n"

    private func answer(_ texts: String, limits: TransportLimits = TransportLimits()) async throws -> String {
        let answer = NIOLockedBox("")
        try await withServer(limits: limits) { port, _ in
            let text = try await RawConnection.open(port: port).exchange(texts)
            answer.withLock { $0 = text }
        }
        return answer.withLock { $0 }
    }

    @Test func answersARequest() async throws {
        let answer = try await self.answer(Self.head + "Connection: close\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("\r\n\r\nhello"))
        #expect(answer.contains("Content-Security-Policy: default-src 'none'"))
    }

    @Test func closesAConnectionWhoseHeadNeverEnds() async throws {
        var limits = TransportLimits()
        limits.idleTimeout = .milliseconds(200)
        #expect(try await self.answer("GET / HTTP/1.1\r\nHost: a\r\n", limits: limits) == "")
    }

    @Test func closesAConnectionThatSaysNothing() async throws {
        var limits = TransportLimits()
        limits.idleTimeout = .milliseconds(200)
        #expect(try await self.answer("", limits: limits) == "")
    }

    @Test func answers408ToABodyThatIsTooSlow() async throws {
        var limits = TransportLimits()
        limits.bodyWindow = .milliseconds(200)
        let request = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc"
        let answer = try await self.answer(request, limits: limits)
        #expect(answer.hasPrefix("HTTP/1.1 408 "))
    }

    @Test func answers408ToABodyThatBeginsFastAndThenTrickles() async throws {
        var limits = TransportLimits()
        (limits.bodyWindow, limits.bodyRate) = (.milliseconds(100), 20)
        let request =
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n" + String(repeating: "x", count: 1000)
        let answer = try await self.answer(request, limits: limits)
        #expect(answer.hasPrefix("HTTP/1.1 408 "))
    }

    @Test func wantsMoreOfABodyTheMoreOfItThereIs() {
        let limits = TransportLimits()
        #expect(limits.bytesWanted(ofBodyWith: 0) == 40 * 1024)
        #expect(limits.bytesWanted(ofBodyWith: 2_000_000) == 40 * 1024, "a slow phone's photo")
        #expect(limits.bytesWanted(ofBodyWith: 60_000_000) == 1_000_000)
    }

    @Test func closesAConnectionWhoseReaderIsTooSlow() async throws {
        var limits = TransportLimits()
        limits.responseGrace = .milliseconds(200)
        limits.idleTimeout = .seconds(3_600)
        limits.responseRate = 1 << 30
        try await withServer(limits: limits) { port, transport in
            try await RawConnection.open(port: port).talk { _, outbound in
                try await eventually { transport.openConnections == 1 }
                try await outbound.write(ByteBuffer(string: "GET /large/67108864 HTTP/1.1\r\nHost: a\r\n\r\n"))
                try await eventually { transport.openConnections == 0 }
            }
        }
    }

    /// What is made while it is sent says no length ahead.
    @Test func wantsWhatComesInPiecesTakenInTheSameTime() {
        let (limits, start) = (TransportLimits(), NIODeadline.uptimeNanoseconds(1 << 40))
        var transfer = ResponseTransfer(rate: limits.slowestReader(ofResponseWith: 0))
        for _ in 0..<60 {
            transfer.begin(at: start)
            transfer.hand(1_000_000, limits)
        }
        #expect(transfer.rate == 100_000)
        #expect(transfer.deadline(grace: .seconds(10)) == start + .seconds(610))
    }

    @Test func closesAConnectionWhoseReaderTakesTooLongForSoLongAnAnswer() async throws {
        var limits = TransportLimits()
        limits.responseGrace = .milliseconds(200)
        limits.idleTimeout = .seconds(3_600)
        limits.responseTime = 1
        try await withServer(limits: limits) { port, transport in
            try await RawConnection.open(port: port).talk { _, outbound in
                try await eventually { transport.openConnections == 1 }
                try await outbound.write(ByteBuffer(string: "GET /large/67108864 HTTP/1.1\r\nHost: a\r\n\r\n"))
                try await eventually { transport.openConnections == 0 }
            }
        }
    }

    @Test func wantsALongAnswerTakenInTenMinutes() {
        let limits = TransportLimits()
        #expect(limits.slowestReader(ofResponseWith: 64 << 10) == 4 << 10)
        #expect(limits.slowestReader(ofResponseWith: 60_000_000) == 100_000)
        let start = NIODeadline.uptimeNanoseconds(1 << 40)
        var (slow, transfer) = (limits, ResponseTransfer(rate: 1_000))
        slow.responseRate = 1_000
        #expect(transfer.deadline(grace: .seconds(10)) == nil)
        // A piece after another, each taken after six seconds and made in a minute: one head start for all of them.
        for piece in 0..<3 {
            let now = start + .seconds(66) * Int64(piece)
            transfer.begin(at: now)
            transfer.hand(1_000, slow)
            let left = TimeAmount.seconds(10 + Int64(piece + 1) - 6 * Int64(piece))
            #expect(transfer.deadline(grace: .seconds(10)) == now + left)
            transfer.begin(at: now + .seconds(1))
            transfer.end(at: now + .seconds(6))
        }
    }

    @Test func letsAReaderTakeALargeResponse() async throws {
        try await withServer { port, _ in
            let answer = try await RawConnection.open(port: port)
                .exchange("GET /large/4000000 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(answer.utf8.count > 4_000_000)
        }
    }

    /// Fields are compared before anybody knows who asks: many marks in a row would take for ever.
    @Test(arguments: ["Accept-Language: ", "X-Forwarded-For: ", "Expect: ", "Cookie: language="])
    func answers400ToAFieldThatIsNoText(field: String) async throws {
        let marks = "a" + String(repeating: "\u{301}\u{323}", count: 3_000)
        #expect(try await self.answer(Self.head + field + marks + "\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
    }

    /// More are read as answers go out; others' requests go between.
    @Test func answersAThousandRequestsThatCameAtOnce() async throws {
        let requests = String(repeating: Self.head + "\r\n", count: 999) + Self.head + "Connection: close\r\n\r\n"
        let answer = try await self.answer(requests)
        #expect(answer.components(separatedBy: "HTTP/1.1 200 OK\r\n").count == 1_001)
    }

    @Test func answers431ToTooManyFields() async throws {
        let fields = (0..<101).map { "X-\($0): 1\r\n" }.joined()
        let answer = try await self.answer(Self.head + fields + "\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 431 "))
    }

    @Test func answers431ToAHugeField() async throws {
        let field = "X-A: \(String(repeating: "a", count: 40_000))\r\n"
        let answer = try await self.answer(Self.head + field + "\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 431 "))
    }

    @Test func answers414ToALongTarget() async throws {
        let target = "/" + String(repeating: "a", count: 9_000)
        let answer = try await self.answer("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 414 "))
    }

    @Test(arguments: [
        "Content-Length: 3\r\nContent-Length: 4\r\n",
        "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: -1\r\n",
        "Content-Length: 3, 4\r\n",
        "Content-Length: 99999999999999999999999\r\n",
        "Transfer-Encoding: chunked, identity\r\n",
        "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked, chunked\r\n",
        "Transfer-Encoding: \u{B}chunked\r\n",
        "Transfer-Encoding : chunked\r\n",
        " folded: yes\r\n",
    ])
    func answers400ToFramingThatCanBeReadTwoWays(fields: String) async throws {
        let answer = try await self.answer("POST /echo HTTP/1.1\r\nHost: a\r\n\(fields)\r\nabc\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer.prefix(60))")
        #expect(!answer.contains("abc"))
    }

    @Test(arguments: ["1.0", "1.1"])
    func takesChunksInHTTP11Alone(version: String) async throws {
        let answer = try await self.answer(
            "POST /echo HTTP/\(version)\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: Chunked\r\n\r\n"
                + "3\r\nabc\r\n0\r\n\r\n")
        #expect(answer.contains(" \(version == "1.0" ? 400 : 200) ") && answer.contains("abc") == (version == "1.1"))
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n",
        "GET /a.txt%00.html HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET /static/..%2f..%2fetc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET /static/../../etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET /\u{7f} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET http://evil.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "POST http://a/echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1\r\n\r\n1",
        "nonsense\r\n\r\n",
    ])
    func answers400ToAHeadThatIsNotPlain(request: String) async throws {
        #expect(try await self.answer(request).hasPrefix("HTTP/1.1 400 "))
    }

    @Test func answersExpectContinue() async throws {
        try await withServer { port, _ in
            try await RawConnection.open(port: port).talk { inbound, outbound in
                let head = "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
                try await outbound.write(ByteBuffer(string: head))
                #expect(try await inbound.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
                try await outbound.write(ByteBuffer(string: "abc"))
                #expect(try await inbound.read(until: "abc")?.hasPrefix("HTTP/1.1 200 ") == true)
            }
        }
    }

    @Test func answersRequestsInARow() async throws {
        let answer = try await self.answer(
            "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc" + Self.head + "Connection: close\r\n\r\n")
        #expect(answer.split(separator: "HTTP/1.1 200 OK").count == 2)
    }

    @Test func answersEarlyAndClosesWithoutReadingTheRest() async throws {
        let answer = try await self.answer(
            "POST /deaf HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nabc")
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.contains("Connection: close\r\n"))
    }

    @Test func drainsWhatComesAfterAnEarlyAnswerSoThatItIsRead() async throws {
        var limits = TransportLimits()
        limits.lingering = .seconds(60)
        let head = "POST /deaf HTTP/1.1\r\nHost: a\r\nContent-Length: 8000000\r\n\r\n"
        let answer = try await self.answer(head + String(repeating: "x", count: 8_000_000), limits: limits)
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
        #expect(answer.hasSuffix("problem: bodyTooLarge"))
    }

    @Test func answers413ToABodyPastTheTransportsBound() async throws {
        var limits = TransportLimits()
        limits.bodyBytes = 1000
        let body = String(repeating: "5\r\nabcde\r\n", count: 300)
        let answer = try await self.answer(
            "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)", limits: limits)
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
    }

    @Test func refusesConnectionsPastTheAddressesShare() async throws {
        var limits = TransportLimits()
        limits.connectionsPerAddress = 2
        try await withServer(limits: limits) { port, transport in
            let first = try await RawConnection.open(port: port)
            let second = try await RawConnection.open(port: port)
            try await eventually { transport.openConnections == 2 }
            try await Self.expectRefused(port, from: "127.0.0.1")
            #expect(try await first.exchange(Self.head + "Connection: close\r\n\r\n").contains("hello"))
            try await eventually { transport.openConnections == 1 }
            let third = try await RawConnection.open(port: port)
            #expect(try await third.exchange(Self.head + "Connection: close\r\n\r\n").contains("hello"))
            #expect(try await second.exchange(Self.head + "Connection: close\r\n\r\n").contains("hello"))
        }
    }

    @Test func refusesConnectionsPastTheNetworksShare() async throws {
        var limits = TransportLimits()
        (limits.connectionsPerAddress, limits.connectionsPerNetwork) = (2, 3)
        try await withServer(limits: limits) { port, transport in
            var open: [RawConnection] = []
            for address in ["127.0.0.1", "127.0.0.2", "127.0.0.3"] {
                open.append(try await RawConnection.open(port: port, from: address))
            }
            try await eventually { transport.openConnections == 3 }
            try await Self.expectRefused(port, from: "127.0.0.4")
            let other = try await RawConnection.open(port: port, from: "127.0.1.1")
            #expect(try await other.exchange(Self.head + "Connection: close\r\n\r\n").contains("hello"))
            #expect(try await open[0].exchange(Self.head + "Connection: close\r\n\r\n").contains("hello"))
            try await eventually { transport.openConnections == 2 }
            open[0] = try await RawConnection.open(port: port, from: "127.0.0.4")
            for connection in open {
                #expect(try await connection.exchange(Self.head + "Connection: close\r\n\r\n").contains("hello"))
            }
        }
    }

    @Test func keepsTheLastConnectionsForNetworksWithFew() async throws {
        var limits = TransportLimits()
        (limits.connections, limits.fewConnections) = (8, 2)
        try await withServer(limits: limits) { port, transport in
            var open: [RawConnection] = []
            for number in 0..<6 { open.append(try await RawConnection.open(port: port, from: "127.0.0.\(number + 1)")) }
            try await eventually { transport.openConnections == 6 }
            try await Self.expectRefused(port, from: "127.0.0.9")
            let other = try await RawConnection.open(port: port, from: "127.0.1.1")
            #expect(try await other.exchange(Self.head + "Connection: close\r\n\r\n").contains("hello"))
            for connection in open {
                #expect(try await connection.exchange(Self.head + "Connection: close\r\n\r\n").contains("hello"))
            }
        }
    }

    private static func expectRefused(_ port: Int, from address: String) async throws {
        let answer = try? await RawConnection.open(port: port, from: address).exchange(head + "\r\n")
        #expect(answer == nil || answer == "" || answer == "<reset>")
    }

    @Test func doesNotCountATrustedProxysConnections() async throws {
        var limits = TransportLimits()
        limits.connectionsPerAddress = 1
        let proxy = try TrustedProxy("127.0.0.0/8")
        try await withServer(limits: limits, trustedProxies: [proxy]) { port, transport in
            let first = try await RawConnection.open(port: port)
            let second = try await RawConnection.open(port: port)
            for connection in [first, second] {
                #expect(try await connection.exchange(Self.head + "Connection: close\r\n\r\n").contains("hello"))
            }
            try await eventually { transport.openConnections == 0 }
        }
    }

    @Test func refusesConnectionsPastTheBoundForAll() async throws {
        var limits = TransportLimits()
        limits.connections = 1
        try await withServer(limits: limits) { port, transport in
            let first = try await RawConnection.open(port: port)
            try await eventually { transport.openConnections == 1 }
            try await Self.expectRefused(port, from: "127.0.0.1")
            #expect(try await first.exchange(Self.head + "Connection: close\r\n\r\n").contains("hello"))
        }
    }

    /// So that nobody works on for somebody who has gone.
    @Test func closesAConnectionWhoseClientWentBeforeTheAnswer() async throws {
        try await withServer { port, transport in
            let gone = try await RawConnection.open(port: port)
            try await gone.talk { _, outbound in
                try await outbound.write(ByteBuffer(string: "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"))
                try await eventually { transport.openConnections == 1 }
            }
            try await eventually { transport.openConnections == 0 }
        }
    }

    @Test func endsAShutdownThatRequestsHoldUp() async throws {
        var limits = TransportLimits()
        limits.shutdown = .milliseconds(200)
        // Were it not for that, the server would wait for the body an hour.
        limits.bodyWindow = .seconds(3600)
        limits.idleTimeout = .seconds(3600)
        let open = NIOLockedBox<[RawConnection]>([])
        try await withServer(limits: limits) { port, transport in
            let connection = try await RawConnection.open(port: port)
            open.withLock { $0.append(connection) }
            try await connection.sendOnly("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc")
            try await eventually { transport.openConnections == 1 }
        }
        _ = try? await open.withLock { $0 }.first?.exchange()
    }
}
