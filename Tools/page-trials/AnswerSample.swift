import Answers
import CivilDates
import Foundation
import Immunization
import Lists
import Model
import Vault
import Web

/// Invented adults with twelve vaccinations each, no two like each other, to measure answers alone with.
struct AnswerSample: Sendable {
    private let release: CatalogueRelease
    private let records: [HealthRecord]
    private let day: CalendarDate

    /// Which vaccine, against which disease, at which age.
    private static let doses = [
        ("measles", "priorix", 1), ("measles", "priorix", 2), ("polio", "infanrix-hexa", 3),
        ("tetanus", "boostrix", 12), ("polio", "boostrix-polio", 17), ("hepatitis-b", "engerix-b-erwachsene", 18),
        ("hepatitis-a", "havrix-1440", 19), ("hepatitis-a", "havrix-1440", 20), ("tetanus", "boostrix", 22),
        ("tbe", "fsme-immun-erwachsene", 23), ("tbe", "fsme-immun-erwachsene", 24), ("influenza", "influvac", 25),
    ]

    /// - Parameters:
    ///   - resources: The folder with the catalogue.
    ///   - now: The moment at which they are judged.
    init(resources: URL, count: Int, now: Date = Date()) throws {
        day = CalendarDate(now, in: .gmt)
        release = try CatalogueStore.release(in: resources.appending(path: "Catalogue"))
        records = try (0..<count).map { try Self.record($0, at: now) }
    }

    private static func record(_ number: Int, at now: Date) throws -> HealthRecord {
        let year = 1960 + number * 7 % 40
        let pass = try PassRecord(
            Pass(
                kind: "person", name: "Ada Sample", birthDate: PartialDate("\(year)-01-01"),
                sex: number.isMultiple(of: 2) ? .female : .male), createdAt: now)
        let vaccinations = try doses.enumerated().map { index, dose in
            let (month, day) = ((number + index * 5) % 12 + 1, (number * 3 + index) % 27 + 2)
            let date = PartialDate("\(year + dose.2)-\(two(month))-\(two(day))") ?? .firstOfRecords
            return try VaccinationRecord(
                passID: pass.id, Vaccination(target: dose.0, vaccine: dose.1, date: date), createdAt: now,
                updatedAt: now)
        }
        return HealthRecord(pass: pass, vaccinations: vaccinations)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Makes each one's answer, and tells how much processor time each took, in milliseconds.
    func times() throws -> [Double] {
        try records.map { record in
            let start = clock()
            let answer = try record.answer(release, on: day)
            let end = clock()
            // POSIX counts it in microseconds.
            return answer.lines.isEmpty ? .infinity : Double(end - start) / 1_000
        }
    }
}
