import CivilDates
import Foundation
import HealthCertificate
import Model
import Seeded
import Vault

@testable import IntakePages
@testable import WebApp

/// Passes that nobody has, with everything in them that the vault keeps.
struct RandomRecords {
    private var generator: SeededGenerator
    private let certificates: [String]

    /// - Parameter certificates: Texts that are given out once each.
    init(seed: UInt64, certificates: [String]) {
        (generator, self.certificates) = (SeededGenerator(seed: seed), certificates)
    }

    private static let pieces = [
        "a", "Z", "ü", "ß", "é", "日本", "🐶", "👩‍👧", " ", ",", ";", "\"", "'", "=", "+1", "-", "@", "\\", "/", "<b>",
        "&amp;",
        "{", "}", "0", "\u{2028}", "ﬁ", "\"\u{301}", "<\u{338}", "e\u{301}",
    ]

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(generator.next() % UInt64(range.count))
    }

    private mutating func text(lines: Bool = false) -> String {
        let breaks = ["\n", "\t", "\r\n"]
        return (0...number(0...6)).map { _ in
            lines && number(0...3) == 0 ? breaks[number(0...2)] : Self.pieces[number(0...Self.pieces.count - 1)]
        }.joined() + "x"
    }

    private mutating func maybe<Value>(_ value: (inout RandomRecords) throws -> Value) rethrows -> Value? {
        number(0...1) == 0 ? nil : try value(&self)
    }

    private mutating func date() -> String {
        let (year, month, day) = (number(1900...2025), number(1...12), number(1...28))
        return switch number(0...3) {
        case 0: "\(year)"
        case 1: String(format: "%d-%02d", year, month)
        default: String(format: "%d-%02d-%02d", year, month, day)
        }
    }

    private mutating func time() -> Date { Date(timeIntervalSince1970: Double(number(0...1_790_000_000))) }

    /// Fills about half of the fields, with what their kinds allow.
    private mutating func fill<Record: FieldList>(_ fields: [Field<Record>], of record: inout Record) {
        for field in fields where number(0...1) == 0 {
            let value: FieldValue? =
                switch field.kind {
                case .text(_, let lines): .text(text(lines: lines))
                case .number(let range): .number(number(range))
                case .country: .text("DE")
                case .date: PartialDate(date()).map(FieldValue.date)
                case .choice(let words): .text(words[number(0...words.count - 1)])
                }
            field.set(value, in: &record)
        }
    }

    /// Puts a pass with all that it may hold into a vault.
    ///
    /// - Parameter index: tells passes apart that would be taken for the same holder's.
    mutating func insertPass(_ index: Int, into records: Records) throws {
        var holder = Pass(kind: ["person", "dog", "cat", "ferret"][number(0...3)], name: "\(text()) \(index)")
        fill(Pass.known, of: &holder)
        let pass = try PassRecord(holder, createdAt: time())
        try records.insert(pass)
        var vaccinations: [VaccinationID] = []
        for _ in 0..<number(0...6) {
            let known = [("measles", "priorix"), ("tbe", "encepur-erwachsene"), ("covid-19", "comirnaty")][
                number(0...2)]
            var dose = Vaccination(
                target: known.0, vaccine: maybe { _ in known.1 }, date: PartialDate(date()) ?? .firstOfRecords)
            fill(
                [Vaccination.vaccineName] + Vaccination.details + [Vaccination.doseNumber, Vaccination.seriesDoses],
                of: &dose)
            // What is proven comes with certificates of its own.
            dose.source = [.hand, .scan, .record][number(0...2)]
            dose.sourceDate = PartialDate(date())
            let vaccination = try VaccinationRecord(passID: pass.id, dose, createdAt: time(), updatedAt: time())
            try records.insert(vaccination)
            vaccinations.append(vaccination.id)
        }
        for _ in 0..<number(0...3) {
            try records.insert(
                FactRecord(
                    passID: pass.id,
                    Fact(
                        kind: ["observation", "journey", text()][number(0...2)], value: text(),
                        from: maybe { $0.date() }.flatMap { PartialDate($0) },
                        to: maybe { $0.date() }.flatMap { PartialDate($0) })))
        }
        guard certificates.indices.contains(index) else { return }
        let content = try SignedCertificate(text: certificates[index])
        try records.insert(
            Certificate(
                passID: pass.id, vaccinationID: vaccinations.first, text: content.text, identity: content.identity,
                eventDate: content.eventDate, issuedAt: content.issuedAt, expiresAt: content.expiresAt, addedAt: time())
        )
    }
}
