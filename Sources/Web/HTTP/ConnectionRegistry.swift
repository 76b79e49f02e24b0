internal import NIOCore
internal import Synchronization

/// Numbers for the metrics.
package struct ConnectionCounters: Sendable, Equatable {
    package var open: Int
    /// Closed at once: there were as many as there may be.
    package var refused: Int
    /// Closed at once: their address had as many as one may have.
    package var refusedByAddress: Int

    package init(open: Int = 0, refused: Int = 0, refusedByAddress: Int = 0) {
        self.open = open
        self.refused = refused
        self.refusedByAddress = refusedByAddress
    }
}

/// Every open connection, counted in all and by client address.
final class ConnectionRegistry: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var counts: [String: Int] = [:]
        var isShut = false
        var tally = ConnectionCounters()
    }

    private let limits: TransportLimits
    private let trustedProxies: [TrustedProxy]
    private let state = Mutex(State())

    init(limits: TransportLimits, trustedProxies: [TrustedProxy]) {
        self.limits = limits
        self.trustedProxies = trustedProxies
    }

    /// Whether the connection may stay; one that may is held until `release`.
    func admit(_ channel: any Channel) -> Bool {
        let key = self.key(channel)
        return self.state.withLock { state in
            guard !state.isShut, state.channels.count < self.limits.connections else {
                state.tally.refused += 1
                return false
            }
            if let key {
                let count = state.counts[key, default: 0]
                guard count < self.limits.connectionsPerAddress else {
                    state.tally.refusedByAddress += 1
                    return false
                }
                state.counts[key] = count + 1
            }
            state.channels[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    /// Forgets a connection that was admitted.
    func release(_ channel: any Channel, address: SocketAddress?) {
        let key = self.key(address)
        self.state.withLock { state in
            guard state.channels.removeValue(forKey: ObjectIdentifier(channel)) != nil else { return }
            if let key, let count = state.counts[key] {
                state.counts[key] = count > 1 ? count - 1 : nil
            }
        }
    }

    /// Closes what is still open and lets nobody in, for a shutdown that has waited long enough.
    func closeAll() {
        let channels = self.state.withLock { state in
            state.isShut = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.close(promise: nil) }
    }

    var count: Int { self.state.withLock { $0.channels.count } }

    var tally: ConnectionCounters {
        self.state.withLock { state in
            var tally = state.tally
            tally.open = state.channels.count
            return tally
        }
    }

    private func key(_ channel: any Channel) -> String? { self.key(channel.remoteAddress) }

    /// nil for a trusted proxy, which speaks for many, and for a local socket.
    private func key(_ address: SocketAddress?) -> String? {
        guard let address = IPAddress(address), !self.trustedProxies.contains(where: { $0.contains(address) }) else {
            return nil
        }
        return address.key
    }
}
