import AgeEncryption
import Foundation
import Seeded

/// Cheap files for tests: work factor 1, everything from a seed.
enum AgeSamples {
    static let passphrase = "gentle river stone lantern copper meadow"

    static func content(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        while bytes.count < count {
            withUnsafeBytes(of: generator.next()) { bytes += $0 }
        }
        return Array(bytes.prefix(count))
    }

    static func seal(
        _ content: [UInt8], passphrase: String = passphrase, workFactor: Int = 1, isArmored: Bool = false,
        seed: UInt64 = 1
    ) throws -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        let parameters = try ScryptParameters(workFactor: workFactor, using: &generator)
        let key = try PassphraseKey.derive(from: AgePassphrase(passphrase), parameters)
        var writer = AgeWriter(key: key, isArmored: isArmored, using: &generator)
        var file: [UInt8] = []
        writer.write(content, into: &file)
        writer.finish(into: &file)
        return file
    }

    /// Opens a file given in pieces of `step` bytes; what came out before an error is in `released`.
    static func open(
        _ file: [UInt8], passphrase: String = passphrase, limits: AgeLimits = AgeLimits(), step: Int = .max,
        released: inout [UInt8]
    ) throws(AgeError) {
        var reader = AgeReader(limits: limits)
        var rest = file[...]
        while !rest.isEmpty {
            let part = rest.prefix(step)
            rest = rest.dropFirst(part.count)
            try reader.read(part, into: &released)
            try unlock(&reader, passphrase, released: &released)
        }
        try reader.finish(into: &released)
    }

    static func open(
        _ file: [UInt8], passphrase: String = passphrase, limits: AgeLimits = AgeLimits(), step: Int = .max
    ) throws(AgeError) -> [UInt8] {
        var released: [UInt8] = []
        try open(file, passphrase: passphrase, limits: limits, step: step, released: &released)
        return released
    }

    private static func unlock(
        _ reader: inout AgeReader, _ passphrase: String, released: inout [UInt8]
    ) throws(AgeError) {
        guard reader.isLocked, let challenge = reader.challenge else { return }
        try reader.unlock(with: PassphraseKey.derive(from: AgePassphrase(passphrase), challenge))
        try reader.read([], into: &released)
    }

    /// The code of the refusal, nil when the file opens.
    static func refusal(
        of file: [UInt8], passphrase: String = passphrase, limits: AgeLimits = AgeLimits()
    ) -> AgeError.Code? {
        do {
            _ = try open(file, passphrase: passphrase, limits: limits)
            return nil
        } catch {
            return error.code
        }
    }
}
