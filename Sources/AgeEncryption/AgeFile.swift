/// A whole age file in memory, for content that is small.
public enum AgeFile {
    /// Seals `content` with a passphrase.
    public static func seal(
        _ content: [UInt8], with passphrase: AgePassphrase, workFactor: Int = ScryptParameters.defaultWorkFactor,
        isArmored: Bool = false, through gate: ScryptGate, using generator: inout some RandomNumberGenerator
    ) async throws(AgeError) -> [UInt8] {
        let parameters = try ScryptParameters(workFactor: workFactor, using: &generator)
        let key = try await gate.derive(from: passphrase, parameters)
        var writer = AgeWriter(key: key, isArmored: isArmored, using: &generator)
        var file: [UInt8] = []
        writer.write(content, into: &file)
        writer.finish(into: &file)
        return file
    }

    /// Opens a file; throws every code of ``AgeError/Code`` that reading can meet.
    public static func open(
        _ file: [UInt8], with passphrase: AgePassphrase, limits: AgeLimits = AgeLimits(), through gate: ScryptGate
    ) async throws(AgeError) -> [UInt8] {
        try await open(file, limits: limits) { (challenge) async throws(AgeError) in
            try await gate.derive(from: passphrase, challenge)
        }
    }

    /// Opens a file with a key that is asked for once its header was read: until then no more of it is copied than a piece,
    /// and after that its content once.
    package static func open(
        _ file: [UInt8], limits: AgeLimits, key: (ScryptParameters) async throws(AgeError) -> PassphraseKey
    ) async throws(AgeError) -> [UInt8] {
        try limits.require(fileBytes: file.count)
        var reader = AgeReader(limits: limits)
        var content: [UInt8] = []
        for start in stride(from: 0, to: file.count, by: piece) {
            try reader.read(file[start..<min(start + piece, file.count)], into: &content)
            guard reader.isLocked, let challenge = reader.challenge else { continue }
            try reader.unlock(with: try await key(challenge))
            content.reserveCapacity(file.count)
        }
        try reader.finish(into: &content)
        return content
    }

    /// Bytes that are read at once, in which a header's end mostly is.
    private static let piece = 64 << 10
}
