import ByteCoding
import Foundation
import Model
import VaultStorage

/// Which sessions have shown of late who has them, by the password or a passkey, and which passkey that was.
extension Records {
    private static let proofsKey = "session-proofs"
    /// Seconds for which it counts.
    static let proofSeconds: TimeInterval = 900
    /// So many sessions are remembered; as many as have a line with their device.
    private static let mostProofs = 200
    private static let proofLength = 40

    /// Notes that a session's owner has shown who they are.
    ///
    /// - Parameter passkey: by which; nil for the password, after which the session's passkey is still known.
    func noteProof(of session: SessionID, passkey: PasskeyID? = nil, at time: Date) throws {
        let known = try passkey ?? self.passkey(usedBy: session)
        let seconds = Int64(time.timeIntervalSince1970, clampedTo: 0...1 << 40)
        let proof = session.bytes + seconds.bigEndianBytes + (known?.bytes ?? [UInt8](repeating: 0, count: 16))
        let others = try proofs().filter { !$0.starts(with: session.bytes) }
        try setSecret(Self.proofsKey, to: (others + [proof]).suffix(Self.mostProofs).flatMap { $0 })
    }

    func forgetProofs(except kept: [SessionID]) throws {
        let left = try proofs().filter { proof in kept.contains { proof.starts(with: $0.bytes) } }
        try setSecret(Self.proofsKey, to: left.isEmpty ? nil : left.flatMap { $0 })
    }

    /// Whether the session's owner has shown in the last 15 minutes who they are.
    func isProven(_ session: SessionID, at time: Date) throws -> Bool {
        guard let proof = try proof(of: session), let then = Int64(bigEndianBytes: proof[16..<24]) else { return false }
        let passed = time.timeIntervalSince1970 - TimeInterval(then)
        return passed > -1 && passed < Self.proofSeconds
    }

    /// The passkey that the session was last shown.
    package func passkey(usedBy session: SessionID) throws -> PasskeyID? {
        guard let bytes = try proof(of: session)?.suffix(16), bytes.contains(where: { $0 != 0 }) else { return nil }
        return PasskeyID(bytes: bytes)
    }

    private func proof(of session: SessionID) throws -> [UInt8]? {
        try proofs().first { $0.starts(with: session.bytes) }
    }

    private func proofs() throws -> [[UInt8]] {
        let bytes = try secret(Self.proofsKey) ?? []
        return stride(from: 0, to: bytes.count, by: Self.proofLength).map {
            Array(bytes[$0..<min($0 + Self.proofLength, bytes.count)])
        }.filter { $0.count == Self.proofLength }
    }
}
