import Foundation
import HealthCertificate
import Immunization
import Model
import PassArchive
import Scanning
import Situation
import Testing

@testable import IntakePages
@testable import People
@testable import Vault
@testable import Web
@testable import WebApp

/// What programs call things, and where a page shows it.
struct RawValues {
    /// Those that are looked for: words, and what is more than a word.
    private let words: Set<String>
    private let others: [String]

    /// Values that pages show by right, each with its reason; words of a language are known from its messages.
    private static let excepted = ["pass": "in the command that opens an export, which writes pass.json"]

    /// - Parameters:
    ///   - language: What are words in it, as its messages and the catalogue's texts have them, tells nobody that a
    ///     program speaks: 'dog' in English.
    ///   - isForAdmins: whether an admin's messages are such words too.
    init(_ release: CatalogueRelease, _ language: String, isForAdmins: Bool = false) throws {
        let catalogue = release.catalogue
        let codes = catalogue.vaccines.flatMap(\.codes).map(\.value) + catalogue.targets.flatMap(\.codes).map(\.value)
        let all = Self.choices + Self.names + Self.ids(release) + codes.filter { $0.count > 4 }
        // Numbers and single letters are on every page for themselves.
        let told = all.filter { $0.count > 2 && $0.contains(where: \.isLetter) }
        let values = Set(told).subtracting(try Self.words(language, isForAdmins)).subtracting(Self.excepted.keys)
        words = values.filter { Self.words(in: $0) == [$0] }
        others = values.subtracting(words).sorted()
    }

    /// Which of them somebody sees on a page, in their order.
    func found(in page: String) -> [String] {
        let text = VisibleText.of(page)
        let bytes = Data(text.utf8)
        return (words.intersection(Self.words(in: text)) + others.filter { bytes.range(of: Data($0.utf8)) != nil })
            .sorted()
    }

    /// Every case of what can be chosen or happens, as programs write it.
    private static var choices: [String] {
        func raw<Value: RawRepresentable<String> & CaseIterable>(_ type: Value.Type) -> [String] {
            type.allCases.map(\.rawValue)
        }
        func cases(_ type: any MessageCode.Type) -> [String] {
            type.allCases.map { "\($0)" }.flatMap { [$0, $0.hyphenated] }
        }
        return Message.codes.flatMap(cases) + raw(RecordedSex.self) + raw(DoseSource.self) + raw(Rating.self)
            + raw(PassFacts.Kind.self) + raw(AccessEvent.Code.self) + raw(BinItem.Kind.self) + raw(Vaccine.Status.self)
            + raw(DoseEvaluation.Status.self) + raw(SeriesForecast.Status.self) + raw(ReviewState.self)
            + raw(ScanField.Band.self) + raw(ReadingKind.self) + raw(ReaderAnswer.Place.self) + raw(ScanFault.self)
            + raw(FHIRImport.Remark.Kind.self) + raw(TableImport.Reason.self)
            + raw(Evidence.self) + raw(Verdict.self) + raw(HealthClaims.Kind.self) + raw(Acceptance.Answer.self)
            + raw(ReminderMail.Kind.self) + raw(PauseForm.Length.self) + raw(JobResult.self) + notices
            + ["expected", "yes", "true", "false"]
    }

    /// What addresses say of what was done.
    private static var notices: [String] {
        Message.allCases.map(\.rawValue).filter { $0.hasPrefix("done.") }.map { String($0.dropFirst("done.".count)) }
    }

    /// The fields of records, and what can be chosen for them.
    private static var names: [String] {
        func of<Record: FieldList>(_ type: Record.Type) -> [String] {
            type.fields.flatMap { field in
                if case .choice(let words) = field.kind { [field.name] + words } else { [field.name] }
            }
        }
        return of(Vaccination.self) + of(Pass.self) + of(Fact.self)
    }

    private static func ids(_ release: CatalogueRelease) -> [String] {
        let catalogue = release.catalogue
        let observations = catalogue.observations.flatMap { one in
            [one.id] + one.degrees.flatMap { [$0.id, "\(one.id)/\($0.id)"] }
        }
        let series = release.schedules.flatMap { schedule in
            [schedule.id] + schedule.groups.map(\.id) + schedule.series.map(\.id)
        }
        return catalogue.species.flatMap { [$0.id, $0.recordType] } + catalogue.targets.map(\.id)
            + (catalogue.vaccines + catalogue.kinds).map(\.id) + catalogue.manufacturers.map(\.id)
            + catalogue.regions.map(\.id) + observations + series
    }

    /// The words of a language: of its messages, those of operators only for their pages, and of the catalogue's texts.
    private static func words(_ language: String, _ isForAdmins: Bool) throws -> Set<String> {
        let words = try Said.language(language)
        var texts = try catalogueTexts(language)
        for id in words.ids where isForAdmins || !id.hasPrefix("admin.") {
            for piece in words.phrase(id)?.forms.values.flatMap(\.self) ?? [] {
                if case .text(let text) = piece { texts.append(text) }
            }
        }
        return Set(texts.flatMap { Self.words(in: $0) })
    }

    /// What the catalogue's files say in a language.
    private static func catalogueTexts(_ language: String) throws -> [String] {
        func texts(_ value: Any) -> [String] {
            if let list = value as? [Any] { return list.flatMap(texts) }
            guard let object = value as? [String: Any] else { return [] }
            return object.flatMap { name, value -> [String] in
                guard name == language else { return texts(value) }
                return [value as? String].compactMap(\.self) + (value as? [String] ?? [])
            }
        }
        let root = RoutesDocument.root
        let files = FileManager.default.enumerator(
            at: root.appending(path: "Catalogue"), includingPropertiesForKeys: nil)
        let all = (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "json" }
        return try all.flatMap { texts(try JSONSerialization.jsonObject(with: try Data(contentsOf: $0))) }
    }

    private static func words(in text: String) -> [String] {
        text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.map(String.init)
    }
}

/// What somebody sees of a page, or is read to.
private enum VisibleText {
    static func of(_ page: String) -> String {
        var text = page
        let hidden = [
            #"<head>[\s\S]*?</head>"#, #"<(script|style|svg)\b[\s\S]*?</\1>"#, #"<select hidden[\s\S]*?</select>"#,
        ]
        for pattern in hidden { text = replaced(text, pattern, " ") }
        let fields = text.matches(of: /<input\b[^>]*>/).map { String($0.output) }.filter {
            !$0.contains(/type="(hidden|radio|checkbox|submit|file|password)"/)
        }
        let typed = fields.compactMap { $0.firstMatch(of: /\bvalue="([^"]*)"/)?.1 }
        let told = text.matches(of: /\b(?:alt|title|aria-label|placeholder)="([^"]*)"/).map(\.1)
        text = replaced(text, #"</?(strong|b|em|i|a|span|bdi|abbr)\b[^>]*>"#, "")
        text = replaced(text, #"<[^>]*>"#, " ")
        return unescaped(([text] + (typed + told).map(String.init)).joined(separator: "\n"))
    }

    private static func replaced(_ text: String, _ pattern: String, _ other: String) -> String {
        text.replacingOccurrences(of: pattern, with: other, options: .regularExpression)
    }

    private static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(text) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
