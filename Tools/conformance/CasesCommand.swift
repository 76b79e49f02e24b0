import ArgumentParser
import Foundation
import Immunization
import ImmunizationCases

/// `conformance cases`: patients on a day, written from the recommendations, against a catalogue's schedules.
struct CasesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cases",
        abstract: "Cases that a clinician wrote, judged by a catalogue's schedules.",
        discussion: """
            CATALOGUE is a folder like Catalogue, CASES a folder of cases in the form that \
            Tests/ImmunizationTests/Cases/README.md tells, with all folders in it. A line for each difference. \
            Exit status: 0 every case agrees; 1 one doesn't; 2 a file can't be read.
            """
    )

    @Argument(help: "The folder of the catalogue, with its schedules.") var catalogue: String
    @Argument(help: "The folder of the cases.") var cases: String
    @Flag(help: "Print one JSON object instead of lines.") var json = false

    func run() throws {
        let (check, catalogue) = try reading { try loadCatalogue() }
        let folder = DataFiles(folder: cases)
        var (outcomes, unreadable): ([Outcome], [any Error]) = ([], [])
        for path in try reading({ try folder.files(endingWith: ".json") }) {
            do {
                let file = try CaseFile(json: try Self.bytes(of: path, in: folder), name: path, catalogue: catalogue)
                for remark in file.remarks { Self.tell("\(path): \(remark); judged without it") }
                outcomes.append(Outcome(name: path, differences: check.differences(in: file)))
            } catch {
                unreadable.append(error)
            }
        }
        try report(outcomes)
        for error in unreadable { Self.tell("\(error)") }
        if !unreadable.isEmpty { throw ExitCode(2) }
        if outcomes.contains(where: { !$0.agrees }) { throw ExitCode.failure }
    }

    private func loadCatalogue() throws -> (CaseCheck, Catalogue) {
        let folder = DataFiles(folder: catalogue)
        var files: [String: [UInt8]] = [:]
        for path in try folder.files(endingWith: ".json") { files[path] = try Self.bytes(of: path, in: folder) }
        let release = try CatalogueRelease(files: files)
        return (try CaseCheck(catalogue: release.catalogue, schedules: release.schedules), release.catalogue)
    }

    private func report(_ outcomes: [Outcome]) throws {
        let agreeing = outcomes.count { $0.agrees }
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let whole = Report(agree: agreeing, total: outcomes.count, cases: outcomes)
            print(String(decoding: try encoder.encode(whole), as: UTF8.self))
        } else {
            for outcome in outcomes {
                for difference in outcome.differences { print("\(outcome.name): \(difference)") }
            }
            print("agree \(agreeing) of \(outcomes.count)")
        }
    }

    /// What a whole run needs: without it there is nothing to report.
    private func reading<Value>(_ read: () throws -> Value) throws -> Value {
        do { return try read() } catch {
            Self.tell("\(error)")
            throw ExitCode(2)
        }
    }

    private static func bytes(of path: String, in folder: DataFiles) throws -> [UInt8] {
        do { return try folder.bytes(of: path) } catch {
            throw DataFault(file: path, .unreadable)
        }
    }

    private static func tell(_ line: String) {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}

extension CasesCommand {
    /// What came of one case.
    private struct Outcome: Encodable {
        let name: String
        let differences: [String]
        var agrees: Bool { differences.isEmpty }

        enum CodingKeys: String, CodingKey {
            case name = "case"
            case agrees, differences
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(agrees, forKey: .agrees)
            try container.encode(differences, forKey: .differences)
        }
    }

    /// What came of all.
    private struct Report: Encodable {
        let agree: Int
        let total: Int
        let cases: [Outcome]
    }
}
