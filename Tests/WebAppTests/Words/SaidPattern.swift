import Foundation
import Testing

@testable import Web
@testable import WebApp

/// A message as a regular expression, such as for a text in which a gap holds any number.
///
/// - Parameter gaps: What a gap holds, as regular expressions; one without may hold anything but markup.
func pattern(_ id: String, _ gaps: [String: String] = [:], in code: String = "en") throws -> String {
    let phrase = try #require(Said.language(code).phrase(id), "there is no message \(id)")
    let forms = phrase.forms.values.map { form in
        form.map { piece in
            switch piece {
            case .text(let text): NSRegularExpression.escapedPattern(for: HTMLText.escape(text))
            case .gap(let name): gaps[name] ?? "[^<]*?"
            }
        }.joined()
    }
    return "(?:\(forms.joined(separator: "|")))"
}

extension String {
    /// Every place that a regular expression matches: the whole, or its first group that does.
    func found(_ pattern: String) throws -> [String] {
        try matches(of: Regex(pattern)).map { match in
            let groups = match.output.dropFirst().compactMap(\.substring)
            return String(groups.first ?? self[match.range])
        }
    }
}
