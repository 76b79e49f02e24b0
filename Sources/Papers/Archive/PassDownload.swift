import Fairness
import HTTPTypes
import Hummingbird
import HummingbirdCore
import IntakePages
import Model
import PassArchive
import Vault
import Web

/// A pass in a format of others while it is sent, some doses at a time: never whole in memory.
struct PassDownload: Sendable {
    /// Doses that are read, written and sent at once.
    private static let atOnce = 25
    /// Bytes that are held of each dose from the beginning to the end: its id, its source, what others call it.
    private static let perDose = 64

    let pass: PassRecord
    /// - Parameter pass: with all its doses.
    let writer: @Sendable (_ pass: ArchivedPass) -> any PassWriter

    /// - Throws: ``ShareRefusal`` where there is no room to begin.
    func body(for member: SignedInRequest) throws(ShareRefusal) -> ResponseBody {
        try member.services.inPieces(
            for: member.claimant, isSignedIn: true, cursor: RecordLimits.ofPass * Self.perDose,
            on: member.services.longThreads
        ) { send in
            let (writer, doses) = try await begin(member, send)
            for start in stride(from: 0, to: doses.count, by: Self.atOnce) {
                let next = doses[start..<min(start + Self.atOnce, doses.count)]
                let records = try await member.vault.read { records in
                    try next.map { try records.vaccination($0.id) }
                }
                var output: [UInt8] = []
                for (number, (record, dose)) in zip(records, next).enumerated() {
                    // What breaks off is seen to be incomplete; what leaves a dose out isn't.
                    guard let record else { throw HTTPProblem.notFound }
                    var archived = ArchivedVaccination(record)
                    archived.source = dose.source
                    writer.write(archived, number: start + number, into: &output)
                }
                try await send(output)
            }
            var output: [UInt8] = []
            writer.finish(into: &output)
            try await send(output)
        }
    }

    /// Sends what comes before the doses, which needs a look at all of them; gives which ones there are.
    private func begin(
        _ member: SignedInRequest, _ send: ([UInt8]) async throws -> Void
    ) async throws -> (any PassWriter, [(id: VaccinationID, source: DoseSource)]) {
        let (writer, doses, output) = try await first(member)
        try await send(output)
        return (writer, doses)
    }

    private func first(
        _ member: SignedInRequest
    ) async throws -> (any PassWriter, [(id: VaccinationID, source: DoseSource)], [UInt8]) {
        let (judge, catalogue) = (CertificateJudge(member.services), member.catalogue)
        let archive = try await member.vault.read { [pass] records in
            try AccountArchive([pass], in: records, judge: judge, catalogue: catalogue)
        }
        let archived = try archive.passes.first.found()
        let writer = writer(archived)
        var output: [UInt8] = []
        writer.begin(archived, into: &output)
        let doses = archived.vaccinations.compactMap { dose in
            dose.id.flatMap { VaccinationID($0) }.map { (id: $0, source: dose.source) }
        }
        return (writer, doses, output)
    }
}
