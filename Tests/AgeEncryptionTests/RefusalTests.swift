import AgeEncryption
import Testing

@Suite("A file that can't be opened says why", .timeLimit(.minutes(3)))
struct RefusalTests {
    @Test("wrong passphrase")
    func wrongPassphrase() throws {
        let file = try AgeSamples.seal([1, 2, 3])
        #expect(AgeSamples.refusal(of: file, passphrase: "not it") == .wrongPassphrase)
        #expect(AgeSamples.refusal(of: file, passphrase: AgeSamples.passphrase + " ") == .wrongPassphrase)
    }

    @Test("a passphrase nobody can mean")
    func unusablePassphrase() {
        #expect(throws: AgeError(.unusablePassphrase, "")) { try AgePassphrase("") }
        #expect(throws: AgeError(.unusablePassphrase, "")) { try AgePassphrase(String(repeating: "a", count: 1025)) }
        #expect(throws: Never.self) { try AgePassphrase(String(repeating: "a", count: 1024)) }
    }

    @Test("a file for a key, as age 1.1.1 wrote it")
    func foreign() {
        #expect(AgeSamples.refusal(of: KeptFiles.forKey) == .foreignRecipient)
    }

    @Test("a work factor over the limit, before any work is done", arguments: [21, 22, 30, 31, 63, 64, 99_999_999_999])
    func workFactor(_ factor: Int) throws {
        let file = try AgeSamples.seal([1])
        let changed = HeaderSamples.replacing(" 1\n", with: " \(factor)\n", in: file)
        #expect(AgeSamples.refusal(of: changed) == .workFactorTooHigh)
    }

    @Test("a work factor over what the caller accepts")
    func callerLimit() throws {
        let file = try AgeSamples.seal([1], workFactor: 4)
        #expect(AgeSamples.refusal(of: file, limits: AgeLimits(workFactor: 3)) == .workFactorTooHigh)
        #expect(AgeSamples.refusal(of: file, limits: AgeLimits(workFactor: 4)) == nil)
        var generator = SystemRandomNumberGenerator()
        #expect(throws: AgeError(.workFactorTooHigh, "")) { try ScryptParameters(workFactor: 21, using: &generator) }
        #expect(throws: AgeError(.workFactorTooHigh, "")) { try ScryptParameters(workFactor: 0, using: &generator) }
    }

    @Test("a file over the limit")
    func tooLarge() throws {
        let file = try AgeSamples.seal(AgeSamples.content(5000))
        #expect(AgeSamples.refusal(of: file, limits: AgeLimits(fileBytes: file.count - 1)) == .tooLarge)
        #expect(AgeSamples.refusal(of: file, limits: AgeLimits(fileBytes: file.count)) == nil)
    }

    @Test("no age file", arguments: ["", "hello", "age", "PK\u{3}\u{4}", "{}", "age-encryption.orx/v1\n", " \n \n"])
    func notAnAgeFile(_ text: String) {
        let expected: AgeError.Code = text == "age" ? .truncated : .notAnAgeFile
        #expect(AgeSamples.refusal(of: Array(text.utf8)) == expected)
    }

    @Test("a long file without line ends is refused before it is stored")
    func endless() {
        var reader = AgeReader()
        var output: [UInt8] = []
        #expect(throws: AgeError(.notAnAgeFile, "")) {
            try reader.read([UInt8](repeating: 65, count: 100), into: &output)
        }
    }

    @Test("a newer version of the format")
    func version() throws {
        let file = try AgeSamples.seal([1])
        #expect(
            AgeSamples.refusal(of: HeaderSamples.replacing("org/v1\n", with: "org/v2\n", in: file))
                == .unsupportedVersion)
    }

    @Test("bytes after the end", arguments: [10, 65536, 65520])
    func trailing(count: Int) throws {
        let file = try AgeSamples.seal(AgeSamples.content(count))
        let refusal = AgeSamples.refusal(of: file + [0])
        #expect(refusal == (count == 65536 ? .trailingData : .cutOrChanged))
    }

    @Test("two chunks in the other order")
    func swapped() throws {
        let file = try AgeSamples.seal(AgeSamples.content(3 * 65536))
        let start = file.count - 3 * 65552
        let swapped =
            file[..<start] + file[(start + 65552)..<(start + 131_104)] + file[start..<(start + 65552)]
            + file[(start + 131_104)...]
        #expect(AgeSamples.refusal(of: Array(swapped)) == .changed)
    }

    @Test("cut anywhere, armored or not", arguments: [false, true])
    func cut(isArmored: Bool) throws {
        let file = try AgeSamples.seal(AgeSamples.content(100), isArmored: isArmored)
        let whole = isArmored ? file.count - 1 : file.count  // the line feed at the very end is free
        for count in 1..<whole {
            let refusal = AgeSamples.refusal(of: Array(file[..<count]))
            #expect(
                [.truncated, .cutOrChanged, .malformedArmor].contains(refusal), "cut to \(count) of \(file.count)")
        }
    }

    @Test("cut between two chunks")
    func cutBetweenChunks() throws {
        let content = AgeSamples.content(65536 * 2)
        let file = try AgeSamples.seal(content)
        var released: [UInt8] = []
        #expect(throws: AgeError(.truncated, "")) {
            try AgeSamples.open(Array(file[..<(file.count - 65552)]), released: &released)
        }
        #expect(released == Array(content[..<65536]))
    }

    @Test("changed in any one bit, armored or not", arguments: [false, true])
    func flipped(isArmored: Bool) throws {
        let file = try AgeSamples.seal(AgeSamples.content(40), isArmored: isArmored)
        for index in file.indices {
            for bit in 0..<8 {
                var changed = file
                changed[index] ^= 1 << UInt8(bit)
                #expect(AgeSamples.refusal(of: changed) != nil, "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test("a changed header that still parses")
    func headerChanged() throws {
        let file = try AgeSamples.seal([1])
        let macLine = try #require(HeaderSamples.range(of: "\n--- ", in: file))
        var changed = file
        changed[macLine.upperBound] = changed[macLine.upperBound] == 65 ? 66 : 65
        #expect(AgeSamples.refusal(of: changed) == .headerChanged)
    }

    @Test("no reason repeats what the file or the passphrase held")
    func discreet() throws {
        let secret = "SECRETSECRET"
        let file = HeaderSamples.replacing(" 1\n", with: " \(secret)\n", in: try AgeSamples.seal([1]))
        let error = #expect(throws: AgeError.self) { try AgeSamples.open(file, passphrase: secret) }
        #expect(error?.description.contains(secret) == false)
    }
}
