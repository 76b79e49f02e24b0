/// Turns a template file into one language's template: messages and addresses of static files are put in for good.
///
/// - `[[accounts.register.title]]` becomes that message's text; its gaps `{name}` become `{{name}}`.
/// - `[[passes.count doses]]` names a message with plural forms and the count (see ``Localizer/Count``) that chooses one.
/// - `[[asset:style.css]]` becomes the address of a static file.
struct TemplatePreparation {
    let words: Localizer
    /// The address of a file in `Public/`, or nil where there is none.
    let asset: (String) -> String?

    /// The prepared template text.
    func prepare(_ source: String, file: String) throws(TemplateError) -> String {
        var result = ""
        var rest = source[...]
        func line(_ index: String.Index) -> Int { 1 + source.utf8[..<index].count { $0 == UInt8(ascii: "\n") } }
        while let open = rest.range(of: "[[") {
            result += rest[..<open.lowerBound]
            guard let close = rest.range(of: "]]", from: open.upperBound) else {
                throw TemplateError(
                    code: .malformed, file: file, line: line(open.lowerBound), reason: "a [[ without ]]")
            }
            do throws(TemplateError) {
                result += try replacement(for: String(rest[open.upperBound..<close.lowerBound]), file: file)
            } catch {
                throw TemplateError(code: error.code, file: file, line: line(open.lowerBound), reason: error.reason)
            }
            rest = rest[close.upperBound...]
        }
        return result + rest
    }

    /// The ids of all messages that a template names.
    static func messageIDs(in source: String) -> Set<String> {
        var ids: Set<String> = []
        var rest = source[...]
        while let open = rest.range(of: "[["), let close = rest.range(of: "]]", from: open.upperBound) {
            let name = rest[open.upperBound..<close.lowerBound]
            if !name.hasPrefix("asset:") { ids.insert(String(name.prefix { $0 != " " })) }
            rest = rest[close.upperBound...]
        }
        return ids
    }

    private func replacement(for name: String, file: String) throws(TemplateError) -> String {
        if name.hasPrefix("asset:") {
            guard let address = asset(String(name.dropFirst("asset:".count))) else {
                throw TemplateError(code: .unknownAsset, file: file, reason: "no static file for \(name)")
            }
            return HTMLText.escape(address)
        }
        let parts = name.split(separator: " ")
        guard let id = parts.first, let phrase = words.phrase(String(id)) else {
            throw TemplateError(code: .unknownMessage, file: file, reason: "no message \(name) in \(words.code)")
        }
        guard phrase.isPlural else { return markup(phrase.pieces, count: nil) }
        guard parts.count == 2 else {
            throw TemplateError(code: .malformed, file: file, reason: "\(name) has plurals and names no count")
        }
        let count = String(parts[1])
        return phrase.forms.sorted { $0.key < $1.key }.map { category, pieces in
            "{{#\(count).\(category)}}\(markup(pieces, count: count)){{/\(count).\(category)}}"
        }.joined()
    }

    private func markup(_ pieces: [Phrase.Piece], count: String?) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): HTMLText.escape(text)
            case .gap("count"): count.map { "{{\($0).number}}" } ?? "{{count}}"
            case .gap(let name): "{{\(name)}}"
            }
        }.joined()
    }
}

extension Substring {
    /// The first place of a short ASCII text at or after an index: by bytes, since letters take ten times as long.
    fileprivate func range(of text: String, from start: Index? = nil) -> Range<Index>? {
        var rest = utf8[(start ?? startIndex)...]
        while let index = rest.firstIndex(where: { $0 == text.utf8.first }) {
            rest = rest[index...]
            if rest.starts(with: text.utf8) { return index..<rest.index(index, offsetBy: text.utf8.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
