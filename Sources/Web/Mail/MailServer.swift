import Foundation
import NIOCore
import NIOPosix
package import NIOSSL

/// Why a message couldn't be handed over.
enum MailFault: Error, Sendable, Equatable {
    /// The server can't be reached, hangs, says what nobody understands, or wants it later.
    case later
    /// It doesn't take this address: a permanent answer to RCPT.
    case refused
    /// It offers no TLS, and isn't on this machine.
    case insecure
}

/// A server that takes messages for others: submission with TLS (RFC 6409, RFC 8314).
package struct MailServer: Sendable {
    package enum Security: Sendable { case tls, startTLS }

    /// What this server calls itself: a host's name, as some servers ask for one.
    package let name: String
    package let host: String
    package let port: Int
    package let security: Security
    package let user: String
    package let password: String
    /// Who the messages are from.
    package let sender: MailAddress
    /// Certificates of authorities; nil for the system's.
    package var authorities: [NIOSSLCertificate]?

    package init(
        name: String, host: String, port: Int, security: Security, user: String, password: String, sender: MailAddress,
        authorities: [NIOSSLCertificate]? = nil
    ) {
        self.name = name
        self.host = host
        self.port = port
        self.security = security
        self.user = user
        self.password = password
        self.sender = sender
        self.authorities = authorities
    }

    /// How long handing over one message may take.
    private static let patience = Duration.seconds(60)
    /// The most lines of an answer.
    private static let mostLines = 100

    private var isLocal: Bool { IPAddress.isLoopback(host: host) }

    /// - Parameter message: with header, its lines ended by CR and LF.
    func send(_ message: String, to recipient: MailAddress) async throws(MailFault) {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await talk(message, recipient) }
                group.addTask {
                    try await Task.sleep(for: Self.patience)
                    throw MailFault.later
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch {
            throw error as? MailFault ?? .later
        }
    }

    private func talk(_ message: String, _ recipient: MailAddress) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(10))
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if security == .tls { try channel.pipeline.syncOperations.addHandler(tls()) }
                    try channel.pipeline.syncOperations.addHandler(MailLines())
                    return try NIOAsyncChannel<MailLines.Line, ByteBuffer>(
                        wrappingChannelSynchronously: channel)
                }
            }
        try await channel.executeThenClose { inbound, outbound in
            var lines = inbound.makeAsyncIterator()
            var handshakes = 0
            func reply() async throws -> (code: Int, lines: [String]) {
                var texts: [String] = []
                while let line = try await lines.next() {
                    guard line.handshakes == handshakes else { continue }
                    let text = String(buffer: line.bytes)
                    guard texts.count < Self.mostLines, let code = Int(typed: text.prefix(3), in: 100...999) else {
                        throw MailFault.later
                    }
                    texts.append(String(text.dropFirst(4)))
                    if text.dropFirst(3).first != "-" { return (code, texts) }
                }
                throw MailFault.later
            }
            func say(_ line: String, expecting wanted: Int) async throws -> [String] {
                try await outbound.write(ByteBuffer(string: line + "\r\n"))
                let answer = try await reply()
                guard answer.code == wanted else { throw MailFault.later }
                return answer.lines
            }
            guard try await reply().code == 220 else { throw MailFault.later }
            var offers = try await say("EHLO \(name)", expecting: 250)
            if security == .startTLS {
                if offers.contains(where: { $0.uppercased() == "STARTTLS" }) {
                    _ = try await say("STARTTLS", expecting: 220)
                    let pipeline = channel.channel
                    try await pipeline.eventLoop.submit {
                        try pipeline.pipeline.syncOperations.handler(type: MailLines.self).beginAnew()
                        try pipeline.pipeline.syncOperations.addHandler(tls(), position: .first)
                    }.get()
                    handshakes += 1
                    offers = try await say("EHLO \(name)", expecting: 250)
                } else if !isLocal {
                    throw MailFault.insecure
                }
            }
            if !user.isEmpty {
                let secret = Data("\0\(user)\0\(password)".utf8).base64EncodedString()
                _ = try await say("AUTH PLAIN \(secret)", expecting: 235)
            }
            _ = try await say("MAIL FROM:<\(sender.text)>", expecting: 250)
            try await outbound.write(ByteBuffer(string: "RCPT TO:<\(recipient.text)>\r\n"))
            let taken = try await reply()
            guard taken.code == 250 || taken.code == 251 else {
                throw (550...559).contains(taken.code) ? MailFault.refused : MailFault.later
            }
            _ = try await say("DATA", expecting: 354)
            // A line with a full stop alone would end it (RFC 5321, section 4.5.2).
            let stuffed = message.replacing("\r\n.", with: "\r\n..")
            _ = try await say("\(stuffed.hasPrefix(".") ? "." : "")\(stuffed)\r\n.", expecting: 250)
            try? await outbound.write(ByteBuffer(string: "QUIT\r\n"))
        }
    }

    private func tls() throws -> NIOSSLClientHandler {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let authorities { configuration.trustRoots = .certificates(authorities) }
        let name = IPAddress(host) == nil ? host : nil
        return try NIOSSLClientHandler(context: NIOSSLContext(configuration: configuration), serverHostname: name)
    }
}
