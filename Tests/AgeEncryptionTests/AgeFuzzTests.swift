import AgeEncryption
import Foundation
import Seeded
import Testing

/// `VACCINAPP_FUZZ` sets the number of inputs: 1000000 is the long form.
@Suite("Hostile files are refused and nothing else happens", .timeLimit(.minutes(LongForm.minutes)))
struct AgeFuzzTests {
    private static let count =
        ProcessInfo.processInfo.environment["VACCINAPP_FUZZ"].flatMap { Int($0, radix: 10) } ?? 4000

    @Test("mutated files never open to something else")
    func mutated() throws {
        var generator = SeededGenerator(seed: 2026)
        let content = AgeSamples.content(64)
        let seeds = try [false, true].map { try AgeSamples.seal(content, isArmored: $0) } + [KeptFiles.forKey]
        var opened = 0
        for round in 0..<Self.count {
            var file = seeds[round % seeds.count]
            for _ in 0...Int.random(in: 0..<4, using: &generator) { mutate(&file, using: &generator) }
            var released: [UInt8] = []
            do {
                try AgeSamples.open(
                    file, limits: AgeLimits(workFactor: 4, fileBytes: 1 << 16),
                    step: Int.random(in: 1...300, using: &generator),
                    released: &released)
                opened += 1
                #expect(released == content)
            } catch {
                #expect(released.isEmpty)
            }
        }
        #expect(opened < Self.count / 10)
    }

    private func mutate(_ file: inout [UInt8], using generator: inout SeededGenerator) {
        guard !file.isEmpty else { return file.append(0) }
        let index = Int.random(in: 0..<file.count, using: &generator)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: file[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: file.remove(at: index)
        case 2: file.insert(UInt8.random(in: 0...255, using: &generator), at: index)
        case 3: file.removeSubrange(index...)
        case 4: file.insert(contentsOf: file[index...].prefix(80), at: index)
        case 5: file.insert(contentsOf: "\n-> scrypt 9\n".utf8, at: index)
        default: file[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
    }
}
