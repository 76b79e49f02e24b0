package import NIOCore

/// An IPv4 or IPv6 address; IPv4 is held in its IPv6 form (::ffff:0:0/96), so that both spellings are equal.
package struct IPAddress: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    package init?(_ text: String) {
        guard text.utf8.count <= 45, let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
        self.init(address)
    }

    package init?(_ address: SocketAddress?) {
        // The address's offset in sockaddr_in and sockaddr_in6, which is the same on every system we run on.
        switch address {
        case .v4(let address):
            self.high = 0
            self.low = withUnsafeBytes(of: address.address) { bytes in
                0xffff_0000_0000 | UInt64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
            }
        case .v6(let address):
            (self.high, self.low) = withUnsafeBytes(of: address.address) { bytes in
                (
                    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
                )
            }
        default:
            return nil
        }
    }

    /// An address that leads back to the same machine: 127.0.0.0/8 and ::1.
    package var isLoopback: Bool {
        self.isIPv4 ? self.low >> 24 & 0xff == 127 : self.high == 0 && self.low == 1
    }

    /// Whether a host's name or address leads back to the same machine.
    package static func isLoopback(host: String) -> Bool { host == "localhost" || Self(host)?.isLoopback == true }

    package var isIPv4: Bool { self.high == 0 && self.low >> 32 == 0xffff }

    /// What strangers have many addresses in: the /24 of an IPv4 address, the /56 of an IPv6 one.
    package var network: String {
        isIPv4 ? "\(IPAddress(high: 0, low: low & ~0xff).key)/24" : "\(IPAddress(high: high & ~0xff, low: 0).key)/56"
    }

    /// What limits count by and lists of sessions show: the address itself for IPv4, its /64 for IPv6, which is what
    /// one subscriber holds: `192.0.2.1`, `2001:db8:1:2::`.
    package var key: String {
        let number = self.isIPv4 ? self.low << 32 : self.high
        let parts = stride(from: 0, to: 64, by: 8).map { number >> (56 - $0) & 0xff }
        if self.isIPv4 { return parts.prefix(4).map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 8, by: 2).map { String(parts[$0] << 8 | parts[$0 + 1], radix: 16) }
        return groups.joined(separator: ":") + "::"
    }
}

/// A proxy, or a network of them, whose X-Forwarded-For and X-Forwarded-Proto are believed.
package struct TrustedProxy: Hashable, Sendable {
    private let address: IPAddress
    private let prefix: Int

    /// Reads `10.0.0.1`, `10.0.0.0/8`, `::1` or `fd00::/8`.
    package init(_ text: String) throws {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(String(first)) else {
            throw TransportError.badProxy(text)
        }
        let longest = address.isIPv4 ? 32 : 128
        var prefix = longest
        if parts.count == 2 {
            guard let length = Int(typed: parts[1], in: 0...longest) else {
                throw TransportError.badProxy(text)
            }
            prefix = length
        }
        self.address = address
        self.prefix = prefix + 128 - longest
    }

    package func contains(_ other: IPAddress) -> Bool {
        let highBits = min(self.prefix, 64)
        let lowBits = max(self.prefix - 64, 0)
        return Self.equal(self.address.high, other.high, bits: highBits)
            && Self.equal(self.address.low, other.low, bits: lowBits)
    }

    /// Smart shift: 64 bits off leave nothing to compare.
    private static func equal(_ left: UInt64, _ right: UInt64, bits: Int) -> Bool {
        left >> (64 - bits) == right >> (64 - bits)
    }
}
