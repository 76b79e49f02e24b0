import Foundation
import Glibc
import Model
import Synchronization

@testable import Vault
@testable import VaultStorage

/// Sits between a server and its database and does to them what networks and machines do.
final class PostgresProxy: Sendable {
    /// What happens to connections.
    enum Fault: Equatable {
        case none
        /// Nothing passes any more, silently.
        case hang
        /// The connection ends at the COMMIT of a transaction that has sent this text: before it is passed on, or when
        /// it was done and the answer is on its way.
        case cutBeforeCommit(of: String)
        case cutAfterCommit(of: String)
    }

    private let folder = NSTemporaryDirectory() + "pgproxy-" + String(PassID.random().description.prefix(8))
    private let target: String
    private let listener: Int32
    private let state = Mutex(Fault.none)

    init(to cluster: PostgresCluster) throws {
        target = "\(cluster.folder)/.s.PGSQL.5432"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        listener = Self.socket()
        guard Self.with("\(folder)/.s.PGSQL.5432", { [listener] in bind(listener, $0, $1) }) == 0,
            listen(listener, 64) == 0
        else { throw VaultError(.storageFailed, "the proxy can't listen") }
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                if client >= 0 {
                    join(client)
                } else if ![EINTR, ECONNABORTED, EMFILE].contains(errno) {
                    break
                }
            }
            _ = Glibc.close(listener)
        }
    }

    /// The way through here to a database.
    func address(of database: PostgresAddress) throws -> PostgresAddress {
        try PostgresAddress("postgres://tests@/\(database.name)?host=\(folder)")
    }

    var fault: Fault {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func join(_ client: Int32) {
        let server = Self.socket()
        guard Self.with(target, { connect(server, $0, $1) }) == 0 else {
            _ = Glibc.close(client)
            return
        }
        let isCut = Flag()
        let seen = Mutex("")
        let ways = Ways(client, server)
        relay(from: client, to: server, ways) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let isOver = text.contains("COMMIT")
            defer { if isOver { seen.withLock { $0 = "" } } else { seen.withLock { $0 += text } } }
            guard isOver else { return true }
            return self.state.withLock { fault in
                switch fault {
                case .cutBeforeCommit(let sent) where seen.withLock({ $0.contains(sent) }):
                    fault = .none
                    return false
                case .cutAfterCommit(let sent) where seen.withLock({ $0.contains(sent) }):
                    fault = .none
                    isCut.raise()
                    return true
                default: return true
                }
            }
        }
        relay(from: server, to: client, ways) { _ in !isCut.isRaised }
    }

    /// Passes bytes on until one side ends, or `permits` says no: then both end.
    private func relay(
        from: Int32, to: Int32, _ ways: Ways, _ permits: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        Thread.detachNewThread { [self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = read(from, &buffer, buffer.count), count > 0 {
                let bytes = Array(buffer.prefix(count))
                // Whoever hangs stays so: the connection is of no use afterwards either.
                guard fault != .hang else { return }
                guard permits(bytes), send(to, bytes) else { break }
            }
            for end in [from, to] { shutdown(end, Int32(SHUT_RDWR)) }
            ways.end()
        }
    }

    /// Two ends, and the two ways between them: whoever ends the last one closes both.
    private final class Ways: Sendable {
        private let ends: [Int32]
        private let open = Mutex(2)

        init(_ ends: Int32...) { self.ends = ends }

        func end() {
            let isLast = open.withLock { open in
                open -= 1
                return open == 0
            }
            if isLast { for end in ends { _ = Glibc.close(end) } }
        }
    }

    private func send(_ to: Int32, _ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(to, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private static func socket() -> Int32 { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }

    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// Raised once, from any thread.
final class Flag: Sendable {
    private let state = Mutex(false)
    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
}
