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
        var reader = AgeReader(limits: limits)
        var content: [UInt8] = []
        try reader.read(file, into: &content)
        if let challenge = reader.challenge {
            try reader.unlock(with: try await gate.derive(from: passphrase, challenge))
            try reader.read([], into: &content)
        }
        try reader.finish(into: &content)
        return content
    }
}
