import Foundation
import Immunization
import Testing

@testable import WebApp

@Suite("Words for faults of catalogue files")
struct FaultWordsTests {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let english: Words
    private let german: Words

    init() throws {
        let localization = try Localization(directory: Self.root.appending(path: "Localization"))
        english = try #require(localization.words("en"))
        german = try #require(localization.words("de"))
    }

    @Test func englishPagesSayWhatTheCommandLineSays() {
        for sentence in FaultSentence.all {
            let gaps = FaultSentence.gaps(in: sentence.text, of: sentence.text) ?? [:]
            #expect(english.text("admin.fault.\(sentence.id)", gaps) == sentence.text)
        }
        let fault = DataFault(
            file: "a.json", line: 3, path: "vaccines[2].kind", reason: "is a kind that does not exist")
        #expect(english.fault(fault) == fault.description)
    }

    @Test(arguments: [
        (
            DataFault(file: "a.json", line: 3, path: "vaccines[2]", reason: "lacks \u{201C}kind\u{201D}"),
            "a.json, Zeile 3, vaccines[2]: „kind“ fehlt"
        ),
        (
            DataFault(file: "a.json", line: 1, path: "", reason: "is larger than 4194304 bytes"),
            "a.json, Zeile 1: ist größer als 4194304 Byte"
        ),
        (
            DataFault(file: "b.json", line: 0, path: "", reason: "there is a schedule of this id already"),
            "Datei b.json: einen Impfkalender mit dieser Kennung gibt es schon"
        ),
        (
            DataFault(file: "b.json", line: 0, path: "mmr", reason: "dose 2 has the age '1 year' after '4 years'"),
            "Datei b.json, mmr: Dosis 2 nennt das Alter „1 year“ nach „4 years“"
        ),
        (
            DataFault(
                file: "b.json", line: 8, path: "",
                reason: "a cycle: the series of group 'a' for measles wait for their own completion"),
            "b.json, Zeile 8: ein Kreis: Die Impfserien der Gruppe „a“ gegen „measles“ warten auf ihren eigenen Abschluss"
        ),
        (
            DataFault(file: "b.json", line: 8, path: "", reason: "something nobody has translated"),
            "b.json, Zeile 8: something nobody has translated"
        ),
    ])
    func germanPagesSayItInGerman(fault: DataFault, words: String) {
        #expect(german.fault(fault) == words)
    }

    @Test func everySentenceOfTheReadersIsKnown() throws {
        let folder = Self.root.appending(path: "Sources/Immunization")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        var seen = 0
        for file in files ?? [] where file.pathExtension == "swift" {
            for sentence in Self.sentences(in: try String(contentsOf: file, encoding: .utf8)) {
                seen += 1
                let isKnown = FaultSentence.all.contains { FaultSentence.gaps(in: sentence, of: $0.text) != nil }
                #expect(isKnown, "\(file.lastPathComponent): \(sentence)")
            }
        }
        #expect(seen > 75)
    }

    /// The texts that a Swift file throws as a fault, each gap filled with a word.
    private static func sentences(in source: String) -> [String] {
        let thrown =
            /(?:throw [^"\n]*|reason: |fault\(\s*|dangling, [^"\n]*|ScheduleError\([^"]*)"((?:[^"\\]|\\[^(]|\\\((?:[^()]|\([^()]*\))*\))*)"/
        return source.matches(of: thrown).map { match in
            String(match.1).replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "word")
                .replacing("\\u{201C}", with: "\u{201C}").replacing("\\u{201D}", with: "\u{201D}")
                .replacing("\\u{2019}", with: "\u{2019}")
        }.filter { $0.contains(" ") && !$0.contains("word:word") }
    }
}
