package import BoundedJSON

/// A form whose filled pages can be read: pages with regions, and the links between them.
///
/// Written as JSON: `format` is `vaccinapp-scan-template/1`; files without it are read too. A template of one page
/// has the page's members itself, one of several has `pages`.
package struct ScanTemplate: Sendable, Hashable {
    /// What names it among others; nil where the file tells none.
    package var id: String?
    /// Its name by language; a name without a language is under the empty one.
    package var names: [String: String]
    package let pages: [ScanPage]
    package let links: [ScanLink]

    package static let format = "vaccinapp-scan-template/1"
    package static let mostPages = 20
    package static let mostRegions = 2_000
    package static let mostLinks = 500
    /// Fields that all links join, in each row of their tables: what judging them takes.
    package static let mostJoined = 20_000
    /// Links that are sums, each of which may take a quarter of a second to solve.
    package static let mostSums = 50
    /// In characters.
    package static let longestName = 60
    /// How much JSON a template may be.
    package static let limits = JSONLimits(bytes: 1 << 20, values: 40_000, depth: 8)

    /// Refuses pages and links beyond the limits, and links to regions that there aren't.
    package init(
        id: String?, names: [String: String], pages: [ScanPage], links: [ScanLink]
    ) throws(ScanTemplateError) {
        (self.id, self.names, self.pages, self.links) = (id, names, pages, links)
        guard !pages.isEmpty else { throw ScanTemplateError(.empty) }
        guard pages.count <= Self.mostPages else { throw ScanTemplateError(.tooManyPages, limit: Self.mostPages) }
        guard pages.reduce(0, { $0 + $1.count }) <= Self.mostRegions else {
            throw ScanTemplateError(.tooManyRegions, limit: Self.mostRegions)
        }
        guard links.count <= Self.mostLinks else { throw ScanTemplateError(.tooManyLinks, limit: Self.mostLinks) }
        guard links.count(where: { $0.kind == .sum }) <= Self.mostSums else {
            throw ScanTemplateError(.tooManySums, limit: Self.mostSums)
        }
        let tables = pages.map { (columns: Set($0.columns.map(\.name)), rows: $0.rows?.count ?? 1) }
        let joined = links.reduce(0) { joined, link in
            let rows = tables.first { link.regions.contains(where: $0.columns.contains) }?.rows ?? 1
            return joined + rows * link.regions.count
        }
        guard joined <= Self.mostJoined else { throw ScanTemplateError(.tooManyJoined, limit: Self.mostJoined) }
        let known = Set(pages.flatMap { $0.columns.map(\.name) + $0.regions.map(\.name) })
        for region in links.flatMap(\.regions) where !known.contains(region) {
            throw ScanTemplateError(.unknownRegion, region)
        }
    }

    /// The regions of all pages with their places.
    package var placed: [[PlacedRegion]] { pages.enumerated().map { $1.placed(page: $0) } }
}

extension ScanTemplate {
    /// Reads a template's file.
    package init(parsing bytes: some Sequence<UInt8>) throws(ScanTemplateError) {
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: bytes, limits: Self.limits)
        } catch {
            throw ScanTemplateError([.tooLarge, .tooManyValues].contains(error.code) ? .tooLarge : .json)
        }
        try self.init(json)
    }

    /// Reads a template.
    package init(_ json: JSONValue) throws(ScanTemplateError) {
        guard json.members != nil else { throw ScanTemplateError(.shape) }
        if let format = json["format"], format.text != Self.format { throw ScanTemplateError(.format) }
        var pages: [ScanPage] = []
        if let list = json["pages"] {
            guard let elements = list.elements else { throw ScanTemplateError(.shape) }
            guard elements.count <= Self.mostPages else {
                throw ScanTemplateError(.tooManyPages, limit: Self.mostPages)
            }
            for page in elements { pages.append(try ScanPage(page)) }
        } else {
            pages = [try ScanPage(json)]
        }
        var links: [ScanLink] = []
        for link in json["links"]?.elements ?? [] {
            guard links.count < Self.mostLinks else { throw ScanTemplateError(.tooManyLinks, limit: Self.mostLinks) }
            links.append(try ScanLink(link))
        }
        let id = try (json["id"] ?? json["template"]).map { json throws(ScanTemplateError) in
            try ScanTemplateError.name(json)
        }
        try self.init(id: id, names: try Self.names(json), pages: pages, links: links)
    }

    private static func names(_ json: JSONValue) throws(ScanTemplateError) -> [String: String] {
        var names: [String: String] = [:]
        if let title = json["title"] { names[""] = try ScanTemplateError.name(title) }
        guard let members = json["names"]?.members else { return names }
        guard members.count <= 20 else { throw ScanTemplateError(.shape) }
        for (language, name) in members where language.utf8.count <= 20 {
            names[language] = try ScanTemplateError.name(name)
        }
        return names
    }

    /// As it is written, with its format.
    package var json: JSONValue {
        let languages = names.filter { !$0.key.isEmpty }.mapValues { JSONValue.string($0) }
        let head: [(String, JSONValue?)] = [
            ("format", .string(Self.format)), ("id", JSONValue(id)), ("title", JSONValue(names[""])),
            ("names", languages.isEmpty ? nil : JSONValue(languages)),
        ]
        let pages: [(String, JSONValue?)] =
            self.pages.count == 1
            ? self.pages[0].members
            : [("pages", .array(self.pages.map { .object(JSONObject(present: $0.members)) }))]
        return .object(JSONObject(present: head + pages + [("links", .array(links.map(\.json)))]))
    }
}
