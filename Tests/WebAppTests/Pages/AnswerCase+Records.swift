import Answers
import CivilDates
import Foundation
import Immunization
import ImmunizationCases
import Model
import Vault

@testable import Web
@testable import WebApp

extension AnswerCase {
    /// The cases of the reference data, beside the repository or where `VACCINAPP_TEST_DATA` says.
    ///
    /// None where it isn't there, which is said aloud.
    static func all(_ release: CatalogueRelease) throws -> [AnswerCase] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"].map { URL(filePath: $0) }
        let folder = (named ?? root.appending(path: "../shared/data")).appending(path: "answers").standardized
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            print("skipped: no reference data at \(folder.path)")
            return []
        }
        let check = AnswerCheck(release)
        return try names.filter { $0.hasSuffix(".json") }.sorted().map { name in
            try check.read([UInt8](try Data(contentsOf: folder.appending(path: name))), name: name)
        }
    }

    /// The settings of the account that such a person has.
    var places: Places {
        let patient = dossier.patient
        return Places(
            home: patient.home.first { $0.utf8.count == 2 },
            region: patient.home.filter { $0.utf8.count > 2 }.max { $0.utf8.count < $1.utf8.count },
            travel: patient.trips.filter { $0.departure == nil }.flatMap(\.destinations).sorted())
    }

    /// Whether something is dated that no form asks the day of.
    func isDated(_ catalogue: Catalogue) -> Bool {
        dossier.patient.observations.contains { told in
            let isAsked = catalogue.observations.first { $0.id == told.code }?.isDated ?? false
            return !isAsked && (told.date != nil || told.until != nil)
        }
    }

    /// Enters the record as forms would.
    func enter(in records: Records, _ catalogue: Catalogue) throws -> PassRecord {
        let patient = dossier.patient
        let pass = try PassRecord(
            Pass(
                kind: patient.species, name: name, birthDate: PartialDate(patient.birthDate),
                sex: RecordedSex(rawValue: patient.sex.rawValue) ?? .unknown), createdAt: TestApp.now)
        try records.insert(pass)
        for dose in patient.doses {
            let targets = dose.vaccine.flatMap(catalogue.vaccine)?.targets ?? dose.antigens
            let vaccination = Vaccination(
                target: targets.first ?? "", vaccine: dose.vaccine, date: dose.date,
                validUntil: dose.validUntil.map { PartialDate($0) })
            try records.insert(
                try VaccinationRecord(
                    passID: pass.id, vaccination, createdAt: TestApp.now, updatedAt: TestApp.now))
        }
        for fact in facts { try records.insert(try FactRecord(passID: pass.id, fact)) }
        return pass
    }

    private var facts: [Fact] {
        let patient = dossier.patient
        var facts = patient.observations.map { observation in
            PassFacts.Kind.observation.fact(
                [observation.code, observation.degree].compactMap(\.self).joined(separator: "/"),
                from: observation.date, to: observation.until)
        }
        if let start = patient.pregnancyStart {
            facts.append(PassFacts.Kind.dueDate.fact("expected", from: start.adding(CalendarPeriod(weeks: 40))))
        }
        if let weeks = patient.gestationWeeks {
            facts.append(PassFacts.Kind.gestationWeeks.fact(String(weeks)))
        }
        if let day = dossier.completeSince { facts.append(PassFacts.Kind.recordComplete.fact("yes", from: day)) }
        facts += dossier.told.map { PassFacts.Kind.told.fact("\($0.key)/\($0.value.rawValue)", from: day) }
        for trip in patient.trips where trip.departure != nil {
            facts += trip.destinations.sorted().map { place in
                let country = String(place.prefix { $0 != "-" })
                let value = JourneyValue(
                    country: country, region: country == place ? nil : place, style: trip.style,
                    isWithAnimals: trip.isWithAnimals)
                return PassFacts.Kind.journey.fact(value.text, from: trip.departure, to: trip.returning)
            }
        }
        return facts
    }
}
