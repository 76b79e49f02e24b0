import AgeEncryption
package import BoundedJSON
import CivilDates
import Fairness
package import Foundation
package import Immunization
import Lists
import Model
import PassArchive
import Web

/// What an import of a file would bring, in English, for the command line; nothing is stored.
package struct ArchiveReading {
    /// Why a file can't be imported: the sentence that the import's page has for it.
    package struct Unreadable: Error, Equatable {
        package let reason: String
    }

    private var passes: [(pass: ArchivedPass, codings: [[FHIRCoding]], asked: [Int: AskedDose])] = []
    private var leftOut: [(what: String, why: String)] = []
    private let catalogue: Catalogue
    private let words: Localizer
    private let intake: ArchiveIntake
    private let finder: VaccineFinder
    private let codes: ClinicalCodes
    /// What texts may mean that nobody knows, each looked for once.
    private var guesses: [String: AskedDose] = [:]

    /// Whether a file is sealed with a passphrase.
    package static func needsPassphrase(_ file: [UInt8]) -> Bool { ArchiveImportFile.isSealed(file) }

    /// Reads a file as the import does: an export, FHIR in JSON or XML, health cards, a table.
    ///
    /// - Parameter resources: the folder that holds the program's `Localization`; found by itself where it is empty.
    /// - Throws: ``Unreadable``.
    package init(
        _ file: [UInt8], passphrase: String, catalogue: Catalogue, resources: String, now: Date
    ) async throws {
        let localization = try Localization(directory: try Resources.locate(resources).appending(path: "Localization"))
        (words, self.catalogue) = (localization.fallback, catalogue)
        intake = ArchiveIntake(latestDay: .latest(at: now), localization: localization)
        finder = VaccineFinder(catalogue)
        codes = ClinicalCodes(finder)
        let reader = ArchiveImportFile(scrypt: ScryptGate(memoryBytes: 1 << 30), finder: finder, who: .alone)
        do {
            try read(reader.content(of: try await reader.open(file, passphrase: passphrase)), file)
        } catch let fault as ArchiveFault {
            throw Unreadable(reason: words(fault) + ".")
        }
    }

    private mutating func read(_ content: ArchiveImportFile.Content, _ file: [UInt8]) throws {
        switch content {
        case .table: try readTable(file)
        case .passes(let contents, let findings, _, let codings, let asked):
            guard !contents.passes.isEmpty || !findings.isEmpty else { throw ArchiveFault.nothingInIt }
            for (number, incoming) in contents.passes.enumerated() {
                take(
                    incoming, codings.indices.contains(number) ? codings[number] : [],
                    asked.filter { $0.pass == number })
            }
            for finding in findings { leaveOut(finding.text(words)) }
        }
    }

    /// A table as it seems to be; whose doses it holds is asked for on the import's page only.
    private mutating func readTable(_ file: [UInt8]) throws {
        do throws(ArchiveError) {
            let table = try VaccinationTable(file)
            let read = try TableImport(
                table, mapping: table.suggestedMapping, codes: codes, species: Pass.person)
            take(ArchivedPass(Pass(kind: Pass.person, name: ""), vaccinations: read.vaccinations), [], read.asked)
            for line in read.rejections {
                leftOut.append((what: "\(words.text("archive.preview.line")) \(line.line)", why: words(line.reason)))
            }
        } catch {
            throw ArchiveFault(error)
        }
    }

    private mutating func take(_ incoming: ArchivedPass, _ codings: [[FHIRCoding]], _ asked: [AskedDose]) {
        let texts = ImportEntryText(incoming.kind, catalogue, words)
        var kept = incoming
        var keptCodings: [[FHIRCoding]] = []
        let asked = Dictionary(asked.filter { $0.question != nil }.map { ($0.dose, $0) }) { first, _ in first }
        var open: [Int: AskedDose] = [:]
        kept.vaccinations = []
        for (number, vaccination) in incoming.vaccinations.enumerated() {
            switch intake.accept(vaccination) {
            case .success(let accepted):
                let who = VaccineFinder.Who(incoming.kind, birth: incoming.birthDate, on: accepted.date)
                open[kept.vaccinations.count] = asked[number].map { guessed($0, for: who) }
                kept.vaccinations.append(accepted)
                keptCodings.append(codings.indices.contains(number) ? codings[number] : own(accepted))
            case .failure(let reason):
                leftOut.append((what: texts.text(.vaccination(vaccination)), why: words(reason)))
            }
        }
        passes.append((kept, keptCodings, open))
    }

    /// With what it may mean, of so many texts as the import's page asks about.
    private mutating func guessed(_ dose: AskedDose, for who: VaccineFinder.Who) -> AskedDose {
        guard dose.question == .whichVaccine else { return dose }
        if let known = guesses[dose.text] { return known }
        guard guesses.count < ImportQuestions.most else { return dose }
        let guessed = dose.guessed(finder, for: who)
        guesses[dose.text] = guessed
        return guessed
    }

    /// The catalogue's codes, where the file has none but our own.
    private func own(_ vaccination: ArchivedVaccination) -> [FHIRCoding] {
        vaccination.vaccine.map(codes.codingsOfVaccine) ?? []
    }

    /// 'Entry 3: why': what of the file it is about, and why.
    private mutating func leaveOut(_ text: String) {
        guard let colon = text.firstRange(of: ": ") else { return leftOut.append((what: "", why: text)) }
        leftOut.append((what: String(text[..<colon.lowerBound]), why: String(text[colon.upperBound...])))
    }

    /// `{"passes": […], "leftOut": […]}`, as `archive read --json` prints it.
    package var json: JSONValue {
        [
            "passes": .array(passes.map { json($0.pass, $0.codings, $0.asked) }),
            "leftOut": .array(leftOut.map { ["what": .string($0.what), "why": .string($0.why)] }),
        ]
    }

    private func json(
        _ pass: ArchivedPass, _ codings: [[FHIRCoding]], _ asked: [Int: AskedDose]
    ) -> JSONValue {
        [
            "name": pass.name.isEmpty ? .null : .string(pass.name),
            "birthDate": JSONValue(pass.birthDate?.description) ?? .null,
            "vaccinations": .array(
                zip(pass.vaccinations, codings).enumerated().map { json($1.0, $1.1, asked[$0]) }),
            "facts": .array(
                pass.facts.map { fact in
                    [
                        "kind": .string(fact.kind), "value": .string(fact.value),
                        "from": JSONValue(fact.from?.description), "to": JSONValue(fact.to?.description),
                    ]
                }),
        ]
    }

    private func json(
        _ vaccination: ArchivedVaccination, _ codings: [FHIRCoding], _ asked: AskedDose?
    ) -> JSONValue {
        let all = catalogue.targets(of: vaccination.content)
        let targets = asked == nil ? all : all.filter { catalogue.target($0) != nil }
        let questions = asked.map { asked -> [JSONValue] in
            let choices = asked.choices.map { JSONValue.string($0) }
            return [["kind": JSONValue(asked.question?.rawValue) ?? .null, "choices": .array(choices)]]
        }
        let name =
            asked?.text ?? vaccination.vaccineName
            ?? vaccination.vaccine.flatMap { catalogue.vaccine($0)?.name[words.code] }
        return [
            "date": .string(vaccination.date.description),
            "vaccine": JSONValue(asked == nil ? vaccination.vaccine : nil) ?? .null,
            "name": JSONValue(name) ?? .null,
            "targets": .array(targets.map { .string($0) }), "questions": .array(questions ?? []),
            "codes": .array(codings.map { ["system": .string($0.system), "code": .string($0.code)] }),
            "batch": JSONValue(vaccination.batch) ?? .null, "source": .string(vaccination.source.rawValue),
            "reduced": vaccination.reduced == nil ? nil : true,
        ]
    }
}
