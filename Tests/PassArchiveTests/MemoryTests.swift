import AgeEncryption
import Foundation
import Model
import PassArchive
import Seeded
import Testing

@Suite("An export streams", .timeLimit(.minutes(3)))
struct MemoryTests {
    @Test("20 MB of attachments take less than 30 MB of memory")
    func bounded() async {
        // In a process of its own: the other tests use memory at the same time.
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            var generator = SeededGenerator(seed: 1)
            let parameters = try ScryptParameters(workFactor: 1, using: &generator)
            let key = try PassphraseKey.derive(from: AgePassphrase("p"), parameters)
            let before = try Self.peakMemory()
            var sealed = AgeWriter(key: key, isArmored: true, using: &generator)
            var (text, file) = ([UInt8](), [UInt8]())
            var written = 0
            func send() {
                sealed.write(text, into: &file)
                written += file.count
                text.removeAll(keepingCapacity: true)
                file.removeAll(keepingCapacity: true)
            }
            var writer = ArchiveWriter(createdAt: Date(timeIntervalSince1970: 0), generator: "t", into: &text)
            writer.beginPass(ArchivedPass(Pass(kind: "person", name: "A")), into: &text)
            for number in 0..<4 {
                let photo = ArchivedAttachment(name: "\(number).jpg", mediaType: "image/jpeg")
                writer.beginAttachment(photo, into: &text)
                for _ in 0..<80 {
                    writer.writeContent([UInt8](repeating: UInt8(number), count: 64 << 10), into: &text)
                    send()
                }
                writer.endAttachment(into: &text)
            }
            writer.endPass(into: &text)
            writer.finish(into: &text)
            send()
            sealed.finish(into: &file)
            let used = try Self.peakMemory() - before
            print("a 20 MB export took \(used >> 10) KiB more")
            #expect(written > 30 << 20)
            #expect(used < 30 << 20)
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        for line in output.split(separator: "\n") where line.contains("20 MB") { print(line) }
    }

    /// The most that the process has had in memory, in bytes.
    private static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return Int(line?.split(separator: " ").dropFirst().first ?? "", radix: 10).map { $0 << 10 } ?? 0
    }
}
