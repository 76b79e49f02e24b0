import Foundation
import Testing

@testable import Web
@testable import WebApp

@Suite("Words", .timeLimit(.minutes(3)))
struct LocalizationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private let localization: Localization
    private let templates: [String: String]

    init() throws {
        localization = try Localization(directory: Self.root.appending(path: "Localization"))
        templates = try Templates.sources(in: Self.root.appending(path: "Templates"))
    }

    @Test func everyMessageIsThereInEveryLanguageAndUsed() {
        let named = templates.values.reduce(into: Set<String>()) {
            $0.formUnion(TemplatePreparation.messageIDs(in: $1))
        }
        let hints = Message.hints.filter { hint in localization.languages.contains { $0.ids.contains(hint) } }
        let used = named.union(Message.allCases.map(\.rawValue)).union(Message.families).union(hints)
        for words in localization.languages {
            #expect(used.subtracting(words.ids).sorted() == [], "missing in \(words.code)")
            #expect(words.ids.subtracting(used).sorted() == [], "unused in \(words.code)")
        }
    }

    @Test func everyMessageIsTranslated() {
        // The same word in both languages.
        let alike: Set<String> = [
            "passes.name", "date.month", "accounts.login-code.code", "certificates.test-name", "certificates.kind.test",
            "privacy.cookies.title",
            "vaccinations.delete.what", "countries.region",
            "certificates.fault", "situations.question", "situation.fault-about", "shared.nav.recommendations",
            "home.picture.tetanus",
            // In three languages at once, as in the international booklet.
            "archive.print.column.date", "archive.print.column.vaccine", "archive.print.column.signature",
            // For a border, whatever the page's language is.
            "archive.print.border.english", "archive.print.border.english.months",
            "archive.print.border.english.undated", "archive.print.border.french",
            "archive.print.border.french.months", "archive.print.border.french.undated",
            // A gap alone, which is filled by the pass.
            "vaccinations.administered-by.hint",
            // A name.
            "certificates.family.smart", "drafts.link",
        ]
        let fallback = localization.fallback
        for words in localization.languages where words.code != fallback.code {
            let same = words.ids.subtracting(alike).filter { id in
                words.phrase(id)?.forms == fallback.phrase(id)?.forms
            }
            #expect(same.sorted() == [], "not translated to \(words.code)")
        }
    }

    /// A length of time comes as '10 Jahre': it can't be used where another case is wanted.
    @Test func englishListsAreBritish() throws {
        let english = try #require(localization.words("en"))
        #expect(english.list(["A", "B", "C"]) == "A, B and C" && english.choice(["A", "B", "C"]) == "A, B or C")
    }

    @Test func aLengthOfTimeStandsWhereItsFormFits() throws {
        // Such a place would be found, whatever the catalogue's messages are worded like.
        let own = try Localizer(json: Self.lengths, file: "test.json")
        #expect(
            Self.misplacedLengths(in: own) == ["ago: vor {time}", "more: nach mehr als {gap}", "since: seit {age}"])
        let german = try #require(localization.words("de"))
        #expect(Self.misplacedLengths(in: german) == [])
    }

    private static let lengths = Data(
        """
        {"language": {"code": "de", "name": "Deutsch", "plural": "one-other"}, "messages": {
            "ago": "vor {time}", "more": "nach mehr als {gap}",
            "since": {"one": "{age} lang", "other": "seit {age}"},
            "early": "{time} vor dem Termin", "gap": "Abstand: {gap} nach {dose}", "day": "nach {date}"}}
        """.utf8)

    /// The German messages, with their ids, in which a length of time follows a word that wants another case.
    private static func misplacedLengths(in words: Localizer) -> [String] {
        let prepositions =
            /\b(?:vor|nach|mit|seit|ab|von|bei|binnen)\s(?:(?:weniger|mehr) als |mindestens |höchstens |etwa )?\{(?:time|gap|age|period)\}/
        return words.ids.sorted().flatMap { id -> [String] in
            let forms = words.phrase(id)?.forms.values.map { form -> String in
                form.map { piece in
                    switch piece {
                    case .text(let text): text
                    case .gap(let name): "{\(name)}"
                    }
                }.joined()
            }
            return (forms ?? []).filter { $0.firstMatch(of: prepositions) != nil }.map { "\(id): \($0)" }
        }
    }

    @Test func aListWithinAListIsJoinedByAnotherWord() throws {
        for words in localization.languages {
            let pair = words.list(["A", "B"])
            #expect(pair == "A\(words.conjunction)B" && words.conjunction.count > 2)
            #expect(words.list([pair]) == pair && words.list([]).isEmpty)
            #expect(words.list(["C", pair]) == words(.`list.of-lists`, ["names": "C", "last": pair]))
            #expect(words.list(["C", pair, "D"]) == words(.`list.of-lists`, ["names": "C, \(pair)", "last": "D"]))
        }
    }

    @Test func namesAreSortedAsTheLanguageSortsThem() throws {
        let words = try #require(localization.words("de"))
        let names = words.countries.map(\.name)
        for (first, second) in [
            ("Ägypten", "Albanien"), ("Albanien", "Brasilien"), ("Brasilien", "Deutschland"), ("Oman", "Österreich"),
            ("Österreich", "Pakistan"), ("Türkei", "Uganda"),
        ] {
            let places = try (#require(names.firstIndex(of: first)), #require(names.firstIndex(of: second)))
            #expect(places.0 < places.1, "\(first) \(second)")
        }
        #expect(
            words.sorted(["RSV", "Röteln", "Österreich", "Polio", "Ägypten"]) == [
                "Ägypten", "Österreich", "Polio", "Röteln", "RSV",
            ])
    }

    @Test func everyMessageHasTheSameGapsInEveryLanguage() {
        let fallback = localization.fallback
        for words in localization.languages {
            for id in words.ids {
                #expect(words.phrase(id)?.gaps == fallback.phrase(id)?.gaps, "\(id) in \(words.code)")
            }
        }
    }

    @Test func aCodesMessageHasAGapForEachOfItsParameters() {
        for code in Message.codes { expectGaps(of: code) }
    }

    private func expectGaps<Code: MessageCode>(of type: Code.Type) {
        for code in Code.allCases {
            for id in Code.parts.map(code.messageID) {
                let phrase = localization.fallback.phrase(id)
                let count: Set<String> = phrase?.isPlural == true ? ["count"] : []
                #expect(
                    phrase?.gaps.subtracting(OwnGap.allCases.map(\.rawValue)) == code.parameters.union(count), "\(id)")
            }
        }
    }

    @Test func templatesHoldNoWordsOfTheirOwn() {
        for (name, source) in templates {
            let bare = source.replacing(
                /\{\{\$(action|address|attributes|cancel|class|data|icon|kept|open|type)\}\}.*?\{\{\/\1\}\}/, with: ""
            )
            .replacing(
                /\[\[[^\]]*\]\]/, with: ""
            ).replacing(/\{\{[^}]*\}\}/, with: "")
            .replacing(/<[^>]*>/, with: " ").replacing(/\s[a-z-]+="[^"<>]*"/, with: "")
            .replacing("Vaccinapp", with: "")
            // The family of the start page's picture, who are called so in each language.
            .replacing(/\b(Emil|Lina|Mira|Bruno)\b/, with: "")
            .replacing(/&[a-z]+;/, with: "")
            #expect(!bare.contains { $0.isLetter }, "\(name): \(bare.filter(\.isLetter))")
        }
    }

    @Test func everyTemplateIsNamedAndEveryNameIsThere() {
        let partials = templates.values.reduce(into: Set<String>()) { names, source in
            for match in source.matches(of: /\{\{[<>]([A-Za-z.-]+)\}\}/) {
                names.insert(String(match.1).replacing(".", with: "/"))
            }
        }
        let pages = Set(Templates.pages.map { $0.template })
        #expect(Set(templates.keys).subtracting(pages).subtracting(partials).sorted() == [], "orphaned")
        #expect(pages.union(partials).subtracting(templates.keys).sorted() == [], "missing")
    }

    @Test func everyFieldOfAPageIsNamedByItsTemplate() throws {
        let compiled = try Templates(
            directory: Self.root.appending(path: "Templates"), localization: localization, asset: { $0 })
        #expect(compiled.unusedFields.map(\.description).sorted() == [])
    }

    @Test(arguments: [
        (nil, "en"), ("de", "de"), ("de-AT,de;q=0.9,en;q=0.8", "de"), ("fr,en;q=0.5", "en"), ("fr", "en"),
        ("en;q=0.1,de;q=0.2", "de"), ("*", "en"), ("de;q=0", "en"), (";;;,,", "en"),
    ])
    func choosesTheLanguageThatTheBrowserLikesBest(header: String?, code: String) {
        #expect(localization.negotiate(header).code == code)
    }

    @Test func writesDatesAsTheLanguageDoes() throws {
        let german = try #require(localization.words("de"))
        #expect(localization.fallback.date("2021-05-03") == "3 May 2021")
        #expect(german.date("2021-05-03") == "3. Mai 2021")
        #expect(german.date("1964-08") == "August 1964")
        #expect(german.date("1964") == "1964")
        #expect(german.date("unknown") == "unknown")
        #expect(german.country("TH") == "Thailand")
        #expect(german.country("DE") == "Deutschland")
    }

    @Test func choosesPluralForms() {
        let (words, message) = (localization.fallback, Message.`passes.delete.vaccinations`)
        let phrase = words.phrase(message.rawValue)
        #expect(phrase?.isPlural == true)
        #expect(words(message, count: 1) == phrase?.filled(["count": "1"], form: "one"))
        #expect(words(message, count: 0) == phrase?.filled(["count": "0"], form: "other"))
        #expect(PluralRule.oneFewMany.category(of: 22) == "few")
        #expect(PluralRule.oneFewMany.category(of: 12) == "many")
        #expect(PluralRule.zeroOneOther.category(of: 0) == "one")
    }
}
