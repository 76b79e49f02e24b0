import ByteCoding
import CivilDates
import Crypto

struct FeedItem: Sendable, Equatable {
    /// The same for the same entry each time: what the feed names it by, else its address.
    let id: String
    let title: String
    /// Its address on the web; nil where the feed gives none that a browser opens.
    let link: String?
    /// ISO 8601 calendar date.
    let date: String?
    /// What it is about, without markup, at most 600 characters.
    let summary: String

    /// An entry from its parts by element name; nil without a title.
    init?(_ parts: [String: String]) {
        func part(_ names: String...) -> String? {
            names.lazy.compactMap { parts[$0].map(FeedText.plain) }.first { !$0.isEmpty }
        }
        guard let title = part("title") else { return nil }
        self.title = String(title.prefix(300))
        let address = part("link").flatMap { $0.utf8.count <= 2_000 ? $0 : nil }
        link = address.flatMap { $0.hasPrefix("https://") || $0.hasPrefix("http://") ? $0 : nil }
        date = part("pubDate", "dc:date", "published", "updated").flatMap(FeedDate.iso)
        summary = String((part("description", "summary", "content:encoded", "content") ?? "").prefix(600))
        let name = part("guid", "id") ?? link ?? title
        id = Hex.encode(SHA256.hash(data: Array(name.utf8)).prefix(8))
    }

    /// Whether it speaks of recommendations of the STIKO: an issue of the Epidemiologisches Bulletin that holds them,
    /// or a note on one.
    var isRecommendation: Bool {
        let text = "\(title) \(summary)".lowercased()
        let isSTIKO =
            text.contains("stiko") || text.contains("ständigen impfkommission")
            || text.contains("ständige impfkommission")
        return isSTIKO && ["empfehl", "empfiehlt", "impfkalender", "beschluss"].contains { text.contains($0) }
    }
}

/// Text of a feed as a person reads it.
enum FeedText {
    /// Without tags, its spaces in one.
    static func plain(_ text: String) -> String {
        var result = ""
        var isTag = false
        for character in text {
            switch character {
            case "<": isTag = true
            case ">" where isTag:
                isTag = false
                result += " "
            default: if !isTag { result.append(character) }
            }
        }
        let entities = ["&nbsp;": " ", "&amp;": "&", "&auml;": "ä", "&ouml;": "ö", "&uuml;": "ü", "&szlig;": "ß"]
        for (entity, character) in entities { result = result.replacing(entity, with: character) }
        return result.split { $0.isWhitespace || $0.isNewline || $0.asciiValue.map { $0 < 0x20 } == true }
            .joined(separator: " ")
    }
}

/// Dates of feeds: RFC 822 (`Thu, 22 Jan 2026 10:00:00 +0100`) and ISO 8601.
enum FeedDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// The calendar date, as it is there.
    static func iso(_ text: String) -> String? {
        if let date = CalendarDate(String(text.prefix(10))) { return date.description }
        let words = text.split { $0 == " " || $0 == "," }
        guard let index = words.firstIndex(where: { months.contains($0.lowercased().prefix(3).description) }),
            index > 0, index + 1 < words.count, let day = Int(typed: words[index - 1], in: 1...31),
            let year = Int(typed: words[index + 1], in: 1...9_999),
            let month = months.firstIndex(of: String(words[index].lowercased().prefix(3)))
        else { return nil }
        return CalendarDate(year: year, month: month + 1, day: day)?.description
    }
}
