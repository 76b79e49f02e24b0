import Foundation

@testable import WebApp

/// The fields of every route, of its form or its query, as docs/routes.md has them; routes without any aren't here.
enum FieldTable {
    struct Field: Sendable {
        let name: String
        /// What docs/routes.md calls it: N and M are numbers there, ID may be anything.
        let written: String
        /// Its value in the example; nil where that does without.
        let good: String?
        /// Whether a form sends it in the address.
        let isOfQuery: Bool
        /// What docs/routes.md says of it.
        let meaning: String

        func means(_ name: String) -> Bool {
            let pattern = written.replacing("ID", with: ".+").replacing(/\b[NM]\b/, with: "[0-9]+")
            return (try? Regex(pattern).wholeMatch(in: name)) != nil
        }

        /// The numbers that it takes, where it is one of a fixed range.
        var range: ClosedRange<Int>? {
            guard let ends = meaning.prefixMatch(of: /(-?[0-9,]+) to (-?[0-9,]+)(,|$)/) else { return nil }
            func number(_ text: Substring) -> Int? { Int(text.replacing(",", with: ""), radix: 10) }
            guard let least = number(ends.1), let most = number(ends.2), least <= most else { return nil }
            return least...most
        }

        /// The ends of its range, and what is beyond them.
        var ends: [String] {
            range.map { [$0.lowerBound - 1, $0.lowerBound, $0.upperBound, $0.upperBound + 1].map { String($0) } } ?? []
        }

        /// Whether a text is a number, and none that it takes.
        func isBeyond(_ text: String) -> Bool {
            range.flatMap { range in Int(text, radix: 10).map { !range.contains($0) } } ?? false
        }
    }

    /// By the names of `AccessTable`.
    static let fields: [String: [Field]] = RoutesDocument.rows.reduce(into: [:]) { table, row in
        for part in parts(row.text, by: ";") {
            guard let start = part.prefixMatch(of: /(multipart: |in the query |in the address |)`/)?.1 else { break }
            let route = "\(start == "in the query " ? "GET" : "POST") \(row.path)"
            table[route, default: []] += parts(String(part.dropFirst(start.count)), by: ",")
                .flatMap { read($0, of: route, isOfQuery: start == "in the address ") }
        }
    }

    /// What docs/routes.md gives as an example of a form, or else of a query.
    static let examples: [String: [String: String]] = RoutesDocument.rows.reduce(into: [:]) { table, row in
        guard let example = row.text.firstMatch(of: /; for example `([^`]+)`$/)?.1 else { return }
        table["\(row.methods.contains("POST") ? "POST" : "GET") \(row.path)"] = values(String(example))
    }

    /// A field such as `` `days` (1 to 90) ``; each of them that the example has.
    private static func read(_ text: String, of route: String, isOfQuery: Bool) -> [Field] {
        let (good, match) = (examples[route] ?? [:], text.wholeMatch(of: /`([^`]+)`(?: \((.*)\))?/))
        func field(_ name: String) -> Field {
            Field(
                name: name, written: match.map { String($0.1) } ?? text, good: good[name], isOfQuery: isOfQuery,
                meaning: String(match?.2 ?? ""))
        }
        let first = field(field("").written.replacing(/\b(N|M|ID)\b/, with: "1"))
        let known = good.keys.filter(first.means).sorted().map(field)
        return known.isEmpty ? [first] : known
    }

    /// What is between marks outside of brackets.
    private static func parts(_ text: String, by mark: Character) -> [String] {
        var (depth, parts) = (0, [""])
        for character in text {
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            if character == mark, depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The fields of `a=1&b=2`.
    static func values(_ example: String) -> [String: String] {
        let pairs = example.split(separator: "&").map { $0.split(separator: "=", omittingEmptySubsequences: false) }
        return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) })
    }
}
