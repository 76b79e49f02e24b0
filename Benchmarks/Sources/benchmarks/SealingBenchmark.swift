import AgeEncryption
import ArgumentParser
import Crypto

/// Seal and open 20 MB with age, against the bare AEAD on chunks of the same size.
struct SealingBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sealing",
        abstract: "Seal and open an export of 20 MB; 1 x is ChaCha20-Poly1305 of swift-crypto on the same chunks."
    )

    func run() throws {
        let content = [UInt8](repeating: 0x5A, count: 20 << 20)
        let chunks = stride(from: 0, to: content.count, by: 64 << 10).map {
            Array(content[$0..<min($0 + (64 << 10), content.count)])
        }
        let bareKey = SymmetricKey(size: .bits256)
        let bare = try Stopwatch.microseconds(rounds: 5, calls: 1) {
            for chunk in chunks { _ = try ChaChaPoly.seal(chunk, using: bareKey).ciphertext }
        }
        print("20 MB in chunks of 64 KiB")
        Stopwatch.print("bare ChaCha20-Poly1305", bare, ratio: 1)
        var generator = SystemRandomNumberGenerator()
        let parameters = try ScryptParameters(workFactor: 1, using: &generator)
        let key = try PassphraseKey.derive(from: AgePassphrase("benchmark"), parameters)
        for isArmored in [false, true] {
            let form = isArmored ? "armored" : "binary"
            let seal = Stopwatch.microseconds(rounds: 5, calls: 1) {
                _ = Self.seal(chunks, key: key, isArmored: isArmored)
            }
            Stopwatch.print("seal, \(form)", seal, ratio: seal / bare)
            let file = Self.seal(chunks, key: key, isArmored: isArmored)
            let open = try Stopwatch.microseconds(rounds: 5, calls: 1) { try Self.open(file, key: key) }
            Stopwatch.print("open, \(form)", open, ratio: open / bare)
        }
        let usual = try ScryptParameters(using: &generator)
        let derive = try Stopwatch.microseconds(rounds: 3, calls: 1) {
            _ = try PassphraseKey.derive(from: AgePassphrase("benchmark"), usual)
        }
        Stopwatch.print("passphrase, work factor 18", derive, ratio: derive / bare)
    }

    private static func seal(_ chunks: [[UInt8]], key: PassphraseKey, isArmored: Bool) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        var writer = AgeWriter(key: key, isArmored: isArmored, using: &generator)
        var file: [UInt8] = []
        file.reserveCapacity(32 << 20)
        for chunk in chunks { writer.write(chunk, into: &file) }
        writer.finish(into: &file)
        return file
    }

    private static func open(_ file: [UInt8], key: PassphraseKey) throws {
        var reader = AgeReader()
        var content: [UInt8] = []
        content.reserveCapacity(32 << 20)
        for start in stride(from: 0, to: file.count, by: 64 << 10) {
            try reader.read(file[start..<min(start + (64 << 10), file.count)], into: &content)
            if reader.isLocked, reader.challenge != nil { try reader.unlock(with: key) }
        }
        try reader.finish(into: &content)
    }
}
