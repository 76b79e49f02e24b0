import Foundation
import PassArchive
import Seeded
import Testing

/// `VACCINAPP_FUZZ` sets the number of inputs: 1000000 is the long form.
@Suite("Hostile documents are refused and nothing else happens", .timeLimit(.minutes(LongForm.minutes)))
struct ArchiveFuzzTests {
    private static let count =
        ProcessInfo.processInfo.environment["VACCINAPP_FUZZ"].flatMap { Int($0, radix: 10) } ?? 3000

    @Test("mutated documents, bundles and tables")
    func mutated() throws {
        var random = RandomPasses(seed: 41)
        var generator = SeededGenerator(seed: 42)
        let document = DocumentTests.document(Fixtures.passes)
        let bundle = PatientSummary.write(
            Fixtures.passes[0], codes: .none, at: Date(timeIntervalSince1970: 0), using: &generator)
        let table = TableExport.write(Fixtures.passes[0])
        var read = 0
        for round in 0..<Self.count {
            var bytes = [document, bundle, table][round % 3]
            for _ in 0...random.number(0...3) { mutate(&bytes, using: &random) }
            switch round % 3 {
            case 0: read += (try? ArchiveReader.read(bytes)) == nil ? 0 : 1
            case 1: read += (try? FHIRReader.read(bytes, codes: .none)) == nil ? 0 : 1
            default:
                guard let table = try? VaccinationTable(bytes) else { continue }
                let result = try TableImport(table, mapping: table.suggestedMapping, codes: .none, species: "person")
                #expect(result.rejectionTable().count >= 13)
                read += 1
            }
        }
        #expect(read > 0 && read < Self.count)
    }

    private func mutate(_ bytes: inout [UInt8], using random: inout RandomPasses) {
        guard !bytes.isEmpty else { return bytes.append(0x7B) }
        let index = random.number(0...bytes.count - 1)
        switch random.number(0...7) {
        case 0: bytes[index] = UInt8(random.number(0...255))
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(UInt8(random.number(0...255)), at: index)
        case 3: bytes.removeSubrange(index...)
        case 4: bytes.insert(contentsOf: bytes[index...].prefix(100), at: index)
        case 5:
            bytes.insert(
                contentsOf: ["{", "[", "\"", "\\ud800", "99999999999999999999", "null,"][random.number(0...5)].utf8,
                at: index)
        case 6: bytes.removeSubrange(index..<min(index + 20, bytes.count))
        default: bytes[index] ^= 1 << UInt8(random.number(0...7))
        }
    }
}
