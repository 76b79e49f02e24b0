/// What nobody types, for whatever takes numbers, dates and texts from outside.
package enum Extremes {
    /// The smallest and the largest numbers, their neighbours, and what only looks like one.
    package static let numbers = [
        "-9223372036854775808", "-9223372036854775807", "-1", "0", "1", "99", "100", "9223372036854775806",
        "9223372036854775807", "9223372036854775808", "18446744073709551615", "1" + String(repeating: "0", count: 30),
        String(repeating: "9", count: 5_000), "\u{663}", "\u{FF11}", "+5", "1e9", "-0", "1.5", "0x10", "NaN",
    ]

    /// Days that no calendar has, and the ends of those that it has.
    package static let dates = [
        "0000", "0000-00-00", "0001-01-01", "1800-01-01", "9999-12-31", "10000-01-01", "2021-02-31", "2021-00-10",
        "2021-13-01", "2021-01-00", "-0001-01-01", "9999-12-31T23:59:60Z", "99999-12-31T00:00:00+19:59",
        "292277026596-12-04T15:30:08Z",
    ]

    /// Texts around the limits of forms and records, and far beyond.
    package static let texts = [
        "", " ", "x", String(repeating: "n", count: 101), String(repeating: "n", count: 200),
        String(repeating: "n", count: 201), String(repeating: "n", count: 4_001),
        "a" + String(repeating: "\u{301}", count: 3_000), "\u{202E}abc", "\u{378}", "=1+1", "\u{7F}\u{80}",
        "5 years", "-99999 years - 99999 days", "99999 years + 99999 years + 99999 months", "99999 weeks",
        "dose 9223372036854775807", "dose 0", "12-31",
    ]

    /// As JSON writes numbers.
    package static let jsonNumbers = [
        "-9223372036854775808", "-1", "0", "-0", "0.5", "1", "100", "9223372036854775807", "9223372036854775808",
        "18446744073709551616", "1e2", "1e300", "-1e300", "1e400", "1E-400", "1" + String(repeating: "0", count: 30),
    ]

    /// JSON texts that differ from one in a single value: the first of each name, and of each name in each array, is
    /// each extreme in turn.
    package static func variants(of json: String) -> [(name: String, text: String)] {
        let quoted = (numbers + dates + texts).map { text in
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        var seen: Set<String> = []
        var variants: [(name: String, text: String)] = []
        for match in json.matches(of: /"([A-Za-z]+)"\s*:\s*\[?\s*("(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false)/)
        where seen.insert(String(match.output.1)).inserted {
            let (head, tail) = (json[..<match.output.2.startIndex], json[match.output.2.endIndex...])
            for extreme in jsonNumbers + quoted + ["null", "[]", "{}"] {
                variants.append((String(match.output.1), head + extreme + tail))
            }
        }
        return variants
    }
}
