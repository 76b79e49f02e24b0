import Foundation
import Testing

@testable import Web
@testable import WebApp

/// What pages and papers say, by the ids of messages: a test that isn't of the words themselves quotes none.
///
/// `page.says("settings.password.wrong")` holds whatever the message is worded like.
enum Said {
    /// Every language that the pages speak.
    static let localization = Result { try Localization(directory: folder) }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Localization")
    /// More characters than fill any gap, markup included.
    private static let longest = 500

    /// The language with a code.
    static func language(_ code: String) throws -> Localizer {
        try #require(localization.get().words(code), "no language \(code)")
    }

    /// Where texts begin that hold a message's pieces one after the other.
    fileprivate static func places(of pieces: [Phrase.Piece], in text: String) -> [String.Index] {
        let texts = pieces.compactMap { if case .text(let text) = $0 { text } else { nil } }
            .filter { !$0.allSatisfy(\.isWhitespace) }
        guard let first = texts.first else { return [] }
        var places: [String.Index] = []
        var rest = text[...]
        while let begin = rest.range(of: first) {
            var end: String.Index? = begin.upperBound
            for piece in texts.dropFirst() {
                guard let from = end else { break }
                end = text[from...].prefix(longest + piece.count).range(of: piece)?.upperBound
            }
            if end != nil { places.append(begin.lowerBound) }
            rest = rest[begin.upperBound...]
        }
        return places
    }
}

/// A message as it is shown, with its gaps filled.
func words(_ id: String, _ values: [String: String] = [:], count: Int? = nil, in code: String = "en") throws -> String {
    let language = try Said.language(code)
    try #require(language.ids.contains(id), "there is no message \(id)")
    return count.map { language.text(id, count: $0, values) } ?? language.text(id, values)
}

extension String {
    /// How often a message is said here, in any of its forms; a gap without a value may hold anything.
    func times(_ id: String, _ values: [String: String] = [:], in code: String = "en") -> Int {
        guard let phrase = try? Said.localization.get().words(code)?.phrase(id) else {
            Issue.record("there is no message \(id) in \(code)")
            return 0
        }
        let places = phrase.forms.values.flatMap { form in
            var filled: [Phrase.Piece] = []
            for piece in form {
                var piece = piece
                if case .gap(let name) = piece, let value = values[name] { piece = .text(value) }
                if case .text(let text) = piece, case .text(let before) = filled.last {
                    filled[filled.count - 1] = .text(before + text)
                } else {
                    filled.append(piece)
                }
            }
            // Pages escape what isn't markup; papers don't.
            let escaped = filled.map { piece in
                if case .text(let text) = piece { Phrase.Piece.text(HTMLText.escape(text)) } else { piece }
            }
            return Said.places(of: filled, in: self) + Said.places(of: escaped, in: self)
        }
        return Set(places).count
    }

    /// Whether a message is said here.
    func says(_ id: String, _ values: [String: String] = [:], in code: String = "en") -> Bool {
        times(id, values, in: code) > 0
    }
}
