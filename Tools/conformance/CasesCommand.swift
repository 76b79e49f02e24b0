import ArgumentParser
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
        let folder = try CaseFolder(catalogue: catalogue, cases: cases)
        let (release, check) = (folder.release, try check(folder.release))
        let (outcomes, unreadable) = folder.outcomes { path, bytes in
            let file = try CaseFile(json: bytes, name: path, catalogue: release.catalogue)
            CaseFolder.tell(file.remarks, of: path)
            return Outcome(name: path, differences: check.differences(in: file))
        }
        try report(outcomes)
        try CaseFolder.finish(unreadable: unreadable, isAgreeing: outcomes.allSatisfy(\.agrees))
    }

    private func check(_ release: CatalogueRelease) throws -> CaseCheck {
        do { return try CaseCheck(catalogue: release.catalogue, schedules: release.schedules) } catch {
            CaseFolder.tell("\(error)")
            throw ExitCode(2)
        }
    }

    private func report(_ outcomes: [Outcome]) throws {
        let agreeing = outcomes.count { $0.agrees }
        if json {
            print(try CaseFolder.json(Report(agree: agreeing, total: outcomes.count, cases: outcomes)))
        } else {
            for outcome in outcomes {
                for difference in outcome.differences { print("\(outcome.name): \(difference)") }
            }
            print("agree \(agreeing) of \(outcomes.count)")
        }
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
