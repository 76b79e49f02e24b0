/// One message in one language: text with named gaps, `{name}`, in one form or in one for each plural category.
package struct Phrase: Sendable {
    /// A run of fixed text or a gap.
    enum Piece: Sendable, Equatable {
        case text(String)
        case gap(String)
    }

    /// The forms by plural category; a phrase without plurals has `other` alone.
    let forms: [String: [Piece]]

    /// Whether the phrase differs by a count.
    var isPlural: Bool { forms.count > 1 }

    /// The only form, or the one for most counts.
    var pieces: [Piece] { forms["other"] ?? forms["many"] ?? [] }

    var gaps: Set<String> {
        Set(
            forms.values.joined().compactMap { piece in
                if case .gap(let name) = piece { name } else { nil }
            })
    }

    /// Its gaps that no argument has to fill.
    let own: Set<OwnGap>

    init(text: String) { self.init(["other": Self.parse(text)]) }

    init(forms: [String: String]) { self.init(forms.mapValues(Self.parse)) }

    private init(_ forms: [String: [Piece]]) {
        self.forms = forms
        own = Set(OwnGap.allCases.filter { gap in forms.values.contains { $0.contains(.gap(gap.rawValue)) } })
    }

    /// The text with its gaps filled; a gap without an argument stays visible as `{name}`.
    func filled(_ arguments: [String: String], form: String = "other") -> String {
        (forms[form] ?? pieces).map { piece in
            switch piece {
            case .text(let text): text
            case .gap(let name): arguments[name] ?? "{\(name)}"
            }
        }.joined()
    }

    private static func parse(_ text: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            pieces.append(.gap(String(rest[rest.utf8.index(after: open)..<close])))
            rest = rest[rest.utf8.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }
}

/// A gap that any message may have: what fills it follows from whom the page is about.
package enum OwnGap: String, CaseIterable, Sendable {
    /// Who is asked.
    case practice
    /// The paper that vaccinations are entered in.
    case booklet
    /// What is printed on a sticker.
    case stickers
    /// Who vaccinates.
    case givers
}
