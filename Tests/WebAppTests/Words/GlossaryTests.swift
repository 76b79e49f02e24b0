import Foundation
import Testing

@testable import Web
@testable import WebApp

/// What pages say, held to `Localization/glossary.json`: messages, templates, and the catalogue's texts.
@Suite("Glossary", .timeLimit(.minutes(3)))
struct GlossaryTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Words that are never said, as regular expressions of whole words, and what is said instead.
    private struct Entry: Decodable {
        let never: [String]
        let say: String
        /// Ids of messages, or places in the catalogue, that mean something else by the word.
        let except: [String]?

        /// - Parameter language: English is matched in small and capital letters; German nouns are recognised by theirs.
        func matchers(_ language: String) throws -> [NSRegularExpression] {
            try never.map { pattern in
                try NSRegularExpression(
                    pattern: "(?<![\\p{L}\\p{N}])(?:\(pattern))(?![\\p{L}\\p{N}])",
                    options: language == "de" ? [] : .caseInsensitive)
            }
        }
    }

    /// A text, and its place: a message's id, or `catalogue/<file>/<record>`.
    private struct Text {
        let place: String
        let words: String
    }

    private let glossary: [String: [Entry]]

    init() throws {
        let file = Self.root.appending(path: "Localization/glossary.json")
        glossary = try JSONDecoder().decode([String: [Entry]].self, from: Data(contentsOf: file))
    }

    @Test(arguments: ["en", "de"])
    func nothingIsCalledWhatTheGlossaryNeverCallsIt(language: String) throws {
        let texts = try messages(language) + catalogue(language) + templates()
        #expect(texts.count > 1_500)
        var needed: Set<String> = []
        for entry in try #require(glossary[language]) {
            let except = Set(entry.except ?? [])
            for matcher in try entry.matchers(language) {
                for text in texts where matches(matcher, text.words) {
                    if except.contains(text.place) {
                        needed.insert(entry.say + text.place)
                    } else {
                        Issue.record("\(text.place): \(text.words) (\(matcher.pattern)): say \(entry.say)")
                    }
                }
            }
            #expect(except.filter { !needed.contains(entry.say + $0) } == [], "nothing to except")
        }
    }

    /// A new one is a reason to look for another word.
    @Test(arguments: [("en", 21), ("de", 9)])
    func theExceptionsOnlyGetFewer(language: String, most: Int) throws {
        let exceptions = try #require(glossary[language]).reduce(0) { $0 + ($1.except?.count ?? 0) }
        #expect(exceptions == most, "with more: look for another word; with fewer: lower the number")
    }

    @Test func theGlossaryIsNoLanguage() throws {
        let localization = try Localization(directory: Self.root.appending(path: "Localization"))
        #expect(glossary.keys.count >= 2 && Set(localization.languages.map(\.code)).isSuperset(of: glossary.keys))
    }

    private func matches(_ matcher: NSRegularExpression, _ text: String) -> Bool {
        matcher.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    /// Each form of each message, without its gaps.
    private func messages(_ language: String) throws -> [Text] {
        let localization = try Localization(directory: Self.root.appending(path: "Localization"))
        let words = try #require(localization.words(language))
        return words.ids.flatMap { id in
            (words.phrase(id)?.forms.keys.sorted() ?? []).map { form in
                let gaps = Dictionary(uniqueKeysWithValues: (words.phrase(id)?.gaps ?? []).map { ($0, "") })
                return Text(place: id, words: words.phrase(id)?.filled(gaps, form: form) ?? "")
            }
        }
    }

    private func templates() throws -> [Text] {
        try Templates.sources(in: Self.root.appending(path: "Templates")).map { name, source in
            let bare = source.replacing(/\[\[[^\]]*\]\]|\{\{[^}]*\}\}|<[^>]*>/, with: " ")
            return Text(place: "templates/\(name)", words: bare)
        }
    }

    private func catalogue(_ language: String) throws -> [Text] {
        let folder = Self.root.appending(path: "Catalogue")
        return try ["", "schedules"].flatMap { part in
            try FileManager.default.contentsOfDirectory(
                at: folder.appending(path: part), includingPropertiesForKeys: nil)
        }
        .filter { $0.pathExtension == "json" }.flatMap { file in
            let place = "catalogue/" + file.deletingPathExtension().lastPathComponent
            return texts(try JSONSerialization.jsonObject(with: Data(contentsOf: file)), language, at: place)
        }
    }

    /// The texts of one language below a value: whatever is under the language's code.
    private func texts(_ value: Any, _ language: String, at place: String) -> [Text] {
        if let list = value as? [Any] { return list.flatMap { texts($0, language, at: place) } }
        guard let members = value as? [String: Any] else { return [] }
        let own = (members["id"] as? String).map { place.hasSuffix("/" + $0) ? place : "\(place)/\($0)" } ?? place
        return members.flatMap { key, member in
            if key == language, let words = member as? String { return [Text(place: own, words: words)] }
            return key == "sources" ? [] : texts(member, language, at: own)
        }
    }
}
