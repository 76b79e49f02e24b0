import AgeEncryption
import Seeded
import Testing

@Suite("An age file opens to what was sealed", .timeLimit(.minutes(3)))
struct RoundTripTests {
    @Test(
        "in every size around a chunk",
        arguments: [0, 1, 47, 48, 49, 1000, 65535, 65536, 65537, 131071, 131072, 131073, 300_000], [false, true])
    func sizes(count: Int, isArmored: Bool) throws {
        let content = AgeSamples.content(count)
        let file = try AgeSamples.seal(content, isArmored: isArmored)
        for step in [Int.max, 65536, 1021] {
            #expect(try AgeSamples.open(file, step: step) == content)
        }
    }

    @Test("when it comes one byte at a time, armored or not", arguments: [false, true])
    func bytewise(isArmored: Bool) throws {
        let content = AgeSamples.content(500)
        #expect(try AgeSamples.open(AgeSamples.seal(content, isArmored: isArmored), step: 1) == content)
    }

    @Test("however the writer was given its content")
    func writerChunking() throws {
        let content = AgeSamples.content(200_000)
        let whole = try AgeSamples.seal(content)
        for step in [1 << 10, 65535, 65536, 65537] {
            var generator = SeededGenerator(seed: 1)
            let parameters = try ScryptParameters(workFactor: 1, using: &generator)
            let key = try PassphraseKey.derive(from: AgePassphrase(AgeSamples.passphrase), parameters)
            var writer = AgeWriter(key: key, using: &generator)
            var file: [UInt8] = []
            for start in stride(from: 0, to: content.count, by: step) {
                writer.write(content[start..<min(start + step, content.count)], into: &file)
            }
            writer.finish(into: &file)
            #expect(file == whole)
        }
    }

    @Test("with a passphrase that was typed in another normal form")
    func normalForm() throws {
        let file = try AgeSamples.seal([1, 2, 3], passphrase: "gr\u{FC}n")
        #expect(try AgeSamples.open(file, passphrase: "gru\u{308}n") == [1, 2, 3])
    }

    @Test("and no two files are alike")
    func fresh() throws {
        let files = try (1...8).map { try AgeSamples.seal([1], seed: $0) }
        #expect(Set(files).count == 8)
    }

    @Test("in the asynchronous form, too")
    func asynchronous() async throws {
        let gate = ScryptGate()
        var generator = SystemRandomNumberGenerator()
        let passphrase = try AgePassphrase("pass")
        let file = try await AgeFile.seal(
            [9, 8], with: passphrase, workFactor: 2, isArmored: true, through: gate, using: &generator)
        #expect(try await AgeFile.open(file, with: passphrase, through: gate) == [9, 8])
    }
}
