internal import NIOCore
internal import Synchronization

/// Numbers for the metrics.
package struct ConnectionCounters: Sendable, Equatable {
    package var open: Int
    /// Closed at once: there were as many as there may be.
    package var refused: Int
    /// Closed at once: their address or network had as many as one may have.
    package var refusedByAddress: Int

    package init(open: Int = 0, refused: Int = 0, refusedByAddress: Int = 0) {
        self.open = open
        self.refused = refused
        self.refusedByAddress = refusedByAddress
    }
}

/// Every open connection, counted in all, by client address and by network.
final class ConnectionRegistry: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var addresses: [String: Int] = [:]
        var networks: [String: Int] = [:]
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
        let address = self.counted(channel.remoteAddress)
        return self.state.withLock { state in
            guard !state.isShut, state.channels.count < self.limits.connections else {
                state.tally.refused += 1
                return false
            }
            if let address {
                let (own, near) = (
                    state.addresses[address.key, default: 0], state.networks[address.network, default: 0]
                )
                let isFull = state.channels.count >= self.limits.connections * 3 / 4
                guard own < self.limits.connectionsPerAddress,
                    near < (isFull ? self.limits.fewConnections : self.limits.connectionsPerNetwork)
                else {
                    state.tally.refusedByAddress += 1
                    return false
                }
                state.addresses[address.key] = own + 1
                state.networks[address.network] = near + 1
            }
            state.channels[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    /// Forgets a connection that was admitted.
    func release(_ channel: any Channel, address: SocketAddress?) {
        let address = self.counted(address)
        self.state.withLock { state in
            guard state.channels.removeValue(forKey: ObjectIdentifier(channel)) != nil, let address else { return }
            Self.lower(&state.addresses[address.key])
            Self.lower(&state.networks[address.network])
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

    private static func lower(_ count: inout Int?) { count = count.flatMap { $0 > 1 ? $0 - 1 : nil } }

    /// nil for a trusted proxy, which speaks for many, and for a local socket.
    private func counted(_ address: SocketAddress?) -> IPAddress? {
        guard let address = IPAddress(address), !self.trustedProxies.contains(where: { $0.contains(address) }) else {
            return nil
        }
        return address
    }
}
