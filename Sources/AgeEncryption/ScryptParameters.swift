/// What a passphrase is stretched with: a salt and a work factor.
///
/// See the scrypt recipient type, <https://age-encryption.org/v1#the-scrypt-recipient-type>.
public struct ScryptParameters: Sendable, Hashable {
    /// The length of a salt in bytes.
    public static let saltBytes = 16
    /// The work factor of the files that we write: N = 2^18, 256 MiB, about a second.
    public static let defaultWorkFactor = 18

    /// 16 random bytes, new in each file.
    public let salt: [UInt8]
    /// The base-2 logarithm of scrypt's N, 1 to 30.
    public let workFactor: Int

    /// Draws a salt from `generator` for a new file.
    ///
    /// Throws `workFactorTooHigh` unless `workFactor` is within 1 and 20, which is what readers accept.
    public init(
        workFactor: Int = ScryptParameters.defaultWorkFactor, using generator: inout some RandomNumberGenerator
    ) throws(AgeError) {
        guard (1...AgeLimits().workFactor).contains(workFactor) else {
            throw AgeError(.workFactorTooHigh, "A work factor must be within 1 and \(AgeLimits().workFactor).")
        }
        salt = generator.bytes(Self.saltBytes)
        self.workFactor = workFactor
    }

    /// Takes what a header says; the caller has checked it.
    init(salt: [UInt8], workFactor: Int) {
        self.salt = salt
        self.workFactor = workFactor
    }

    /// The memory that the derivation takes, in bytes: 128 · N · r with r = 8.
    public var memoryBytes: Int { Self.memoryBytes(workFactor) }

    static func memoryBytes(_ workFactor: Int) -> Int { 1 << (workFactor + 10) }
}

extension RandomNumberGenerator {
    /// As many random bytes as asked for.
    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let word = next()
            for shift in stride(from: 0, to: 64, by: 8) where bytes.count < count {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }
}
