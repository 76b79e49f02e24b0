import CivilDates
import Foundation
import Model
import PassArchive
import Seeded

/// Passes that nobody has, with everything in them that a text field takes.
struct RandomPasses {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private static let pieces = [
        "a", "Z", "ü", "ß", "é", "e\u{301}", "日本", "🐶", "👩‍👧", " ", ",", ";", "\t", "\"", "'", "=", "+1", "-", "@", "\\",
        "/",
        "\n", "\r\n", "\r", "<b>", "&amp;", "{", "}", "0", "9", "\u{1}", "\u{7F}", "\u{2028}", "ﬁ", "\"\u{301}",
        "<\u{338}",
    ]

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    mutating func text() -> String {
        (0...number(0...6)).map { _ in Self.pieces[number(0...Self.pieces.count - 1)] }.joined() + "x"
    }

    mutating func maybe<Value>(_ value: (inout RandomPasses) -> Value) -> Value? {
        number(0...1) == 0 ? nil : value(&self)
    }

    mutating func id() -> String {
        String((0..<26).map { _ in "0123456789abcdefghjkmnpqrstvwxyz".randomElement(using: &generator) ?? "0" })
    }

    mutating func date() -> PartialDate? {
        let month = number(0...3) == 0 ? nil : number(1...12)
        return PartialDate(
            year: number(1900...2030), month: month, day: month == nil ? nil : maybe { $0.number(1...28) })
    }

    mutating func time() -> Date { Date(timeIntervalSince1970: Double(number(0...2_000_000_000))) }

    mutating func vaccination() -> ArchivedVaccination? {
        guard let date = date() else { return nil }
        return ArchivedVaccination(
            id: id(),
            Vaccination(
                target: ["tetanus", "measles", "tbe", "rabies"][number(0...3)], vaccine: maybe { $0.id() },
                vaccineName: maybe { $0.text() }, date: date, batch: maybe { $0.text() },
                administeredBy: maybe { $0.text() }, country: maybe { _ in "DE" },
                site: maybe { Vaccination.sites[$0.number(0...4)] },
                route: maybe { Vaccination.routes[$0.number(0...4)] },
                batchExpiry: maybe { $0.date() } ?? nil, validUntil: maybe { $0.date() } ?? nil,
                reduced: maybe { _ in "yes" }, note: maybe { $0.text() },
                doseNumber: maybe { $0.number(1...99) }, seriesDoses: maybe { $0.number(1...99) },
                source: [.hand, .scan, .record][number(0...2)]),
            createdAt: maybe { $0.time() }, updatedAt: maybe { $0.time() })
    }

    mutating func pass() -> ArchivedPass {
        let vaccinations = (0..<number(0...6)).compactMap { _ in vaccination() }
        let certificates = (0..<number(0...3)).map { _ in
            ArchivedCertificate(
                id: id(), vaccination: vaccinations.first?.id, text: "HC1:" + text(), addedAt: maybe { $0.time() })
        }
        let attachments = (0..<number(0...2)).map { _ in
            ArchivedAttachment(
                id: id(), vaccination: vaccinations.last?.id, name: text(), mediaType: "image/png",
                content: (0..<number(0...200)).map { _ in UInt8(number(0...255)) })
        }
        let facts = (0..<number(0...3)).map { _ in
            ArchivedFact(id: id(), Fact(kind: "condition", value: text(), from: maybe { $0.date() } ?? nil))
        }
        return ArchivedPass(
            id: id(),
            Pass(
                kind: ["person", "dog", "cat", "ferret"][number(0...3)], name: text(),
                birthDate: maybe { $0.date() } ?? nil, sex: RecordedSex.allCases[number(0...3)]),
            createdAt: maybe { $0.time() }, facts: facts, vaccinations: vaccinations, certificates: certificates,
            attachments: attachments)
    }
}
