import Foundation
import Model
import PassArchive
import Testing
import Vault

@testable import IntakePages
@testable import Lists
@testable import Web
@testable import WebApp

/// Over the whole bridge: out of one account's vault, into another one's.
@Suite("What leaves one account arrives in another", .timeLimit(.minutes(5)))
struct RoundTripTests {
    @Test(
        "1,000 random passes are equal in a new account, and a second import changes nothing", .timeLimit(.minutes(5)))
    func document() async throws {
        try await TestApp.open { app, client in
            for round in 0..<10 {
                let (from, to) = (Person(client), Person(client))
                try await from.register("from\(round)")
                try await to.register("to\(round)")
                let sent = try await Self.fill(from, app, round: round, count: RecordLimits.passes)
                var text: [UInt8] = []
                var writer = ArchiveWriter(
                    createdAt: TestApp.now, generator: "test", settings: sent.settings, into: &text)
                let sender = try await from.vault(app)
                for pass in sent.passes { writer.write(try await Self.withContents(pass, sender), into: &text) }
                writer.finish(into: &text)
                var contents = try ArchiveReader.read(text)
                let vault = try await to.vault(app)
                try await Self.stage(&contents, in: vault)
                let first = try await Self.store(contents, in: vault, app)
                #expect(first.plan.conflictCount == 0 && first.refusals.allSatisfy(\.isEmpty))
                let arrived = try await ArchiveFixtures.archive(to, app)
                #expect(arrived.settings == sent.settings)
                #expect(Self.sorted(arrived.passes) == Self.sorted(sent.passes))
                #expect(arrived.passes.flatMap(\.attachments).count > 15)
                for attachment in arrived.passes.flatMap(\.attachments) {
                    let id = try #require(attachment.id.flatMap { AttachmentID($0) })
                    #expect(try await vault.content(of: id) == sender.content(of: id))
                }
                let second = try await Self.store(contents, in: vault, app)
                #expect(second.isEmpty)
                #expect(try await ArchiveFixtures.archive(to, app).passes == arrived.passes)
            }
        }
    }

    @Test("The same 1,000 through FHIR and tables, for what these can hold", .timeLimit(.minutes(5)))
    func otherFormats() async throws {
        try await TestApp.open { app, client in
            var sent: [ArchivedPass] = []
            for round in 10..<20 {
                let from = Person(client)
                try await from.register("from\(round)")
                sent += try await Self.fill(from, app, round: round, count: RecordLimits.passes).passes
            }
            let codes = ClinicalCodes(app.services.catalogue.current)
            var generator = SystemRandomNumberGenerator()
            for (index, pass) in sent.enumerated() {
                let to = Person(client)
                if index < 20 { try await to.register("to\(index)") }
                let bundle = PatientSummary.write(pass, codes: codes, at: TestApp.now, using: &generator)
                let read = try FHIRReader.read(bundle, codes: codes)
                #expect(read.findings.filter(\.problem.isRejection).isEmpty)
                #expect(read.passes.map(Self.forFHIR) == [Self.forFHIR(pass)])
                let table = try VaccinationTable(TableExport.write(pass), separator: .comma)
                let result = try TableImport(table, mapping: table.suggestedMapping, codes: codes, species: pass.kind)
                #expect(result.rejections.isEmpty)
                #expect(result.vaccinations.map(Self.forTable) == pass.vaccinations.map(Self.forTable))
                guard index < 20 else { continue }
                let vault = try await to.vault(app)
                _ = try await Self.store(ArchiveContents(passes: read.passes), in: vault, app)
                let arrived = try await ArchiveFixtures.archive(to, app).passes
                #expect(Self.sorted(arrived.map(Self.forFHIR)) == Self.sorted([Self.forFHIR(pass)]))
                #expect(try await Self.store(ArchiveContents(passes: read.passes), in: vault, app).isEmpty)
            }
        }
    }

    private static func fill(_ person: Person, _ app: TestApp, round: Int, count: Int) async throws -> AccountArchive {
        let texts = try (0..<20).map {
            try app.issuer.vaccination(
                given: "A", family: "B", birth: "1987-04-12", identifier: "URN:UVCI:01DE/\(round)/\($0)#A")
        }
        try await person.vault(app).write { records in
            var random = RandomRecords(seed: UInt64(round) + 1, certificates: texts)
            for index in 0..<count { try random.insertPass(index, into: records) }
            try records.setSetting(SettingKey.homeCountry, to: "AT")
        }
        try await attach(person, app, round: round)
        return try await ArchiveFixtures.archive(person, app)
    }

    /// Gives every fifth pass a scan, some of a vaccination.
    private static func attach(_ person: Person, _ app: TestApp, round: Int) async throws {
        let vault = try await person.vault(app)
        let passes = try await vault.read { records in
            try records.passes().map { ($0, try records.vaccinations(of: $0.id).first?.id) }
        }
        for (index, (pass, vaccination)) in passes.enumerated() where index.isMultiple(of: 5) {
            let content = AttachmentPagesTests.jpeg + [UInt8](repeating: UInt8(index), count: 1 + round * 700 + index)
            let attachment = try Attachment(
                passID: pass.id, vaccinationID: index.isMultiple(of: 2) ? vaccination : nil,
                name: "Impfbuch – \(index).jpg", mediaType: "image/jpeg",
                addedAt: Date(timeIntervalSince1970: Double(index) * 1_000_000))
            let sealed = try await vault.seal(content)
            try await vault.write { records in try records.insert(attachment, content: sealed) }
        }
    }

    private static func withContents(_ pass: ArchivedPass, _ vault: Vault) async throws -> ArchivedPass {
        var pass = pass
        for index in pass.attachments.indices {
            let id = try #require(pass.attachments[index].id.flatMap { AttachmentID($0) })
            pass.attachments[index].content = ArchivedContent(try #require(try await vault.content(of: id)))
        }
        return pass
    }

    /// Has the attachments' contents wait in the vault, as an import does.
    private static func stage(_ contents: inout ArchiveContents, in vault: Vault) async throws {
        let (staged, files) = try await AttachmentStaging(taking: &contents).seal(in: vault)
        AttachmentStaging.mark(&contents, with: staged)
        try await vault.write { records in
            let draft = try records.keep("{}", from: .file, at: TestApp.now)
            for file in files { try records.stage(file, for: draft.id) }
        }
    }

    /// Imports as the pages do, every choice left as it is suggested.
    private static func store(_ contents: ArchiveContents, in vault: Vault, _ app: TestApp) async throws
        -> ArchivePreview
    {
        let services = app.services
        let intake = ArchiveIntake(latestDay: TestApp.today, localization: services.localization)
        let (catalogue, judge) = (services.catalogue.current, CertificateJudge(services))
        return try await vault.write { records in
            let preview = try ArchivePreview(
                contents, destinations: [], intake: intake, catalogue: catalogue,
                beside: ArchivePreview.Present(in: records))
            let changes = try ArchiveChanges(preview, ImportChoices(), judge: judge, catalogue: catalogue)
            var store = try ArchiveStore(changes, in: records, today: TestApp.today)
            try store.store()
            return preview
        }
    }

    /// Entries of the same day have no order of their own.
    private static func sorted(_ passes: [ArchivedPass]) -> [ArchivedPass] {
        passes.map { pass in
            var pass = pass
            pass.vaccinations.sort { ($0.id ?? "") < ($1.id ?? "") }
            pass.facts.sort { ($0.id ?? "") < ($1.id ?? "") }
            return pass
        }.sorted { ($0.id ?? "") < ($1.id ?? "") }
    }

    private static func forFHIR(_ pass: ArchivedPass) -> ArchivedPass {
        var pass = pass
        (pass.createdAt, pass.facts, pass.certificates, pass.attachments) = (nil, [], [], [])
        for index in pass.vaccinations.indices {
            (pass.vaccinations[index].createdAt, pass.vaccinations[index].updatedAt) = (nil, nil)
        }
        return pass
    }

    private static func forTable(_ vaccination: ArchivedVaccination) -> ArchivedVaccination {
        var vaccination = vaccination
        (vaccination.id, vaccination.createdAt, vaccination.updatedAt) = (nil, nil, nil)
        return vaccination
    }
}
