import Foundation
import TestSupport
import Testing

/// What a process still holds of a vault that it closed.
@Suite(.enabled(if: Trials.executable != nil, "skipped: vault-trials is not built"), .timeLimit(.minutes(3)))
struct MemoryTests {
    let app = TestVaults()

    /// What Swift can't wipe is what it freed; with the C library told to overwrite that, next to nothing is left.
    @Test func aClosedVaultLeavesNothingInMemory() async throws {
        let input = Pipe()
        let process = try ChildProcess(
            [try #require(Trials.executable), "hold", app.path],
            environment: ["GLIBC_TUNABLES": "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0"],
            input: input.fileHandleForReading.fileDescriptor)
        var end: Int32?
        try await eventually {
            end = try process.end(within: .zero)
            return end != nil || process.said.hasSuffix("closed\n")
        }
        try #require(end == nil, "it holds what it has until nobody feeds it any more")
        defer {
            process.kill()
            _ = try? process.end()
            withExtendedLifetime(input) {}
        }
        let names = process.said.split(separator: "\n").filter { $0.hasSuffix("-yranac") }.map { String($0.reversed()) }
        #expect(names.count == 50)
        let known = Set(names)
        var found: Set<String> = []
        var bytesRead = 0
        try eachPart(ofMemoryOf: process.id) { part in
            bytesRead += part.count
            found.formUnion(self.canaries(in: part).filter { known.contains($0) })
        }
        #expect(bytesRead > 1_000_000)
        // A name or two may be on a thread's stack.
        #expect(found.count <= 2, "\(found.count) of \(names.count) names")
    }

    /// The names of the test's kind in a piece of memory.
    private func canaries(in part: Data) -> [String] {
        let (mark, length) = (Data("canary-".utf8), 33)
        var found: [String] = []
        var start = part.startIndex
        while let hit = part.range(of: mark, in: start..<part.endIndex) {
            let end = min(hit.lowerBound + length, part.endIndex)
            found.append(String(decoding: part[hit.lowerBound..<end], as: UTF8.self))
            start = hit.upperBound
        }
        return found
    }

    /// Every readable part of a process's memory.
    private func eachPart(ofMemoryOf id: Int32, _ body: (Data) -> Void) throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(id)/mem"))
        for line in try String(contentsOfFile: "/proc/\(id)/maps", encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: " ")
            let range = parts[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard range.count == 2, parts[1].hasPrefix("r"), range[1] - range[0] < 1 << 28, !line.contains("[v") else {
                continue
            }
            try file.seek(toOffset: range[0])
            // Guard pages can't be read; whatever can be, is.
            if let part = try? file.read(upToCount: Int(range[1] - range[0])) { body(part) }
        }
    }
}
