import BoundedJSON
package import Foundation
import Model
package import Vault

/// Everything one language says: its messages, and how it writes dates, countries and counts.
///
/// Made once at start-up from `Localization/<code>.json`; nothing in it changes afterwards.
package struct Localizer: Sendable {
    /// The language's code, as in `<html lang>`: BCP 47, for example `de`.
    package let code: String
    /// The language's own name, for the switch: `Deutsch`.
    package let name: String
    let plural: PluralRule
    /// ISO 3166-1 alpha-2 codes with their names, sorted as the language sorts.
    package let countries: [Country]
    private let phrases: [String: Phrase]
    private let countryNames: [String: String]
    private let countryCodes: [String: String]
    private let monthNames: [String]
    /// Small numbers as words, from 0 on.
    private let numberNames: [String]
    /// The language's own way to join lists.
    package let locale: Locale
    /// What the language joins the last name of a list with: ' and '.
    let conjunction: String
    /// Whether a page is about a person's pass or an animal's; nil where it is about nobody's.
    private var isForPerson: Bool?
    /// Where the reader is, as far as clocks go.
    package private(set) var zone = TimeZone.gmt

    /// A country as the language names it.
    package struct Country: Sendable {
        package let code: String
        package let name: String
    }

    /// Reads one message file: `{"language": {"code", "name", "plural", "region"}, "messages": {id: text or forms}}`.
    init(json: Data, file: String) throws(LocalizationError) {
        let document = try Document(json, file)
        guard let plural = PluralRule(rawValue: document.plural) else {
            throw LocalizationError(code: .unknownPluralRule, reason: "\(file) names an unknown plural rule.")
        }
        (self.code, self.name, self.plural) = (document.code, document.name, plural)
        self.phrases = document.phrases
        for (id, phrase) in phrases where phrase.isPlural && Set(phrase.forms.keys) != Set(plural.categories) {
            throw LocalizationError(code: .missingPluralForm, reason: "\(file): \(id) lacks a plural form.")
        }
        let locale = Locale(identifier: document.locale)
        self.locale = locale
        self.conjunction = ["", ""].formatted(.list(type: .and).locale(locale))
        let regions = Locale.Region.isoRegions.filter { $0.identifier.count == 2 && $0.subRegions.isEmpty }
        let named = regions.map(\.identifier).compactMap { code in
            locale.localizedString(forRegionCode: code).map { Country(code: code, name: $0) }
        }
        self.countries = named.sorted { $0.name.compare($1.name, locale: locale) == .orderedAscending }
        self.countryNames = Dictionary(named.map { ($0.code, $0.name) }) { first, _ in first }
        self.countryCodes = Dictionary(countries.map { ($0.name.lowercased(), $0.code) }) { first, _ in first }
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = locale
        self.monthNames = calendar.monthSymbols
        let spelling = NumberFormatter()
        (spelling.locale, spelling.numberStyle) = (locale, .spellOut)
        self.numberNames = (0...12).map { spelling.string(from: NSNumber(value: $0)) ?? String($0) }
    }

    /// Every message id of the file.
    package var ids: Set<String> { Set(phrases.keys) }

    /// The phrase with an id, for templates.
    package func phrase(_ id: String) -> Phrase? { phrases[id] }

    /// The same words on a page about a pass: a person's doctor and booklet, an animal's vet and passport.
    package func about(_ pass: PassRecord) -> Localizer {
        var words = self
        words.isForPerson = pass.isForPerson
        return words
    }

    /// The same words for a reader whose clock shows the time of another zone.
    func local(in zone: TimeZone) -> Localizer {
        var words = self
        words.zone = zone
        return words
    }

    /// What fills a gap of any message; on a page about nobody's pass the words for people, and either practice.
    package func text(_ gap: OwnGap) -> String {
        let isAnimal = isForPerson == false
        let message: Message =
            switch gap {
            case .practice: isForPerson == nil ? .`practice.any` : isAnimal ? .`family.vet` : .`family.doctor`
            case .booklet: isAnimal ? .`own.booklet.animal` : .`own.booklet`
            case .stickers: isAnimal ? .`own.stickers.animal` : .`own.stickers`
            case .givers: isAnimal ? .`own.givers.animal` : .`own.givers`
            }
        return phrases[message.rawValue]?.filled([:]) ?? ""
    }

    /// What fills each of these gaps.
    package var own: [OwnGap: String] { Dictionary(uniqueKeysWithValues: OwnGap.allCases.map { ($0, text($0)) }) }

    private func filled(_ id: String, _ arguments: [String: String], form: String = "other") -> String {
        guard let phrase = phrases[id] else { return id }
        guard !phrase.own.isEmpty else { return phrase.filled(arguments, form: form) }
        let own = phrase.own.map { ($0.rawValue, text($0)) }
        return phrase.filled(arguments.merging(own) { given, _ in given }, form: form)
    }

    /// A message without gaps.
    package subscript(_ message: Message) -> String { text(message.rawValue) }

    /// A message with its gaps filled.
    package func callAsFunction(_ message: Message, _ arguments: [String: String]) -> String {
        text(message.rawValue, arguments)
    }

    /// A message that differs by a count, which also fills its gap `{count}`.
    package func callAsFunction(_ message: Message, count: Int, _ arguments: [String: String] = [:]) -> String {
        text(message.rawValue, count: count, arguments)
    }

    /// A message whose id is made from data, such as a verdict's code.
    ///
    /// `Message.families` names each such family.
    package func text(_ id: String, _ arguments: [String: String] = [:]) -> String {
        filled(id, arguments)
    }

    /// A message of a family that differs by a count, which also fills its gap `{count}`.
    package func text(_ id: String, count: Int, _ arguments: [String: String] = [:]) -> String {
        let all = arguments.merging(["count": String(count)]) { given, _ in given }
        return filled(id, all, form: plural.category(of: count))
    }

    /// A country's name, or the code itself where it is none.
    package func country(_ code: String) -> String { countryNames[code] ?? code }

    /// Names in the order of the language: in German `Ö` beside `O`.
    package func sorted(_ names: some Sequence<String>) -> [String] { sorted(names) { $0 } }

    /// The same for what has a name.
    package func sorted<Item>(_ items: some Sequence<Item>, by name: (Item) -> String) -> [Item] {
        items.map { ($0, name($0)) }.sorted { $0.1.compare($1.1, locale: locale) == .orderedAscending }.map(\.0)
    }

    /// The code of the country that the language calls so.
    package func countryCode(named name: String) -> String? { countryCodes[name.lowercased()] }

    /// Whether a text is the code of a country.
    package func isCountry(_ code: String) -> Bool { countryNames[code] != nil }

    /// A number as a text has it: up to twelve as a word.
    package func number(_ number: Int) -> String {
        numberNames.indices.contains(number) ? numberNames[number] : String(number)
    }

    /// A month's name, 1 to 12.
    package func month(_ number: Int) -> String {
        (1...12).contains(number) ? monthNames[number - 1] : String(number)
    }
}

extension Localizer {
    /// What a message file holds.
    private struct Document {
        let code: String
        let name: String
        let plural: String
        /// The language as a country writes it, where the file names one: British lists have no comma before 'and'.
        let locale: String
        let phrases: [String: Phrase]

        init(_ json: Data, _ file: String) throws(LocalizationError) {
            func fault(_ reason: String) -> LocalizationError {
                LocalizationError(code: .malformedFile, reason: "\(file) is not a message catalogue: \(reason)")
            }
            let root: JSONValue
            do { root = try JSONValue(parsing: json) } catch { throw fault("\(error)") }
            guard let code = root["language"]?["code"]?.text, let name = root["language"]?["name"]?.text,
                let plural = root["language"]?["plural"]?.text, let messages = root["messages"]?.members
            else { throw fault("it lacks its language or messages") }
            (self.code, self.name, self.plural) = (code, name, plural)
            locale = [code, root["language"]?["region"]?.text].compactMap(\.self).joined(separator: "_")
            var phrases: [String: Phrase] = [:]
            for (id, value) in messages {
                guard let phrase = Self.phrase(value) else { throw fault("\(id) is no text") }
                phrases[id] = phrase
            }
            self.phrases = phrases
        }

        /// A text, or one for each plural category.
        private static func phrase(_ value: JSONValue) -> Phrase? {
            if let text = value.text { return Phrase(text: text) }
            guard let forms = value.members, forms.allSatisfy({ $0.value.text != nil }) else { return nil }
            return Phrase(forms: Dictionary(forms).compactMapValues(\.text))
        }
    }
}
