import BoundedJSON

/// Reads the members of `indicators.json`.
struct CatalogueFields {
    private let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    private func list<Item>(
        _ name: String, _ read: (JSONValue) throws(SituationError) -> Item
    ) throws(SituationError) -> [Item] {
        guard let elements = json[name]?.elements, !elements.isEmpty else { throw SituationError(.catalogue, name) }
        var items: [Item] = []
        for element in elements { items.append(try read(element)) }
        return items
    }

    func areas() throws(SituationError) -> [ReportingArea] {
        try list("areas") { json throws(SituationError) in
            ReportingArea(
                id: try Self.text(json, "id"), isDefault: json["default"] == .bool(true), parent: json["in"]?.text,
                region: json["region"]?.text, names: Set(Self.texts(json["names"])),
                keys: Set(Self.texts(json["keys"])),
                labels: try Self.words(json, "label"))
        }
    }

    func dataSets() throws(SituationError) -> [DataSet] {
        try list("dataSets") { json throws(SituationError) in
            DataSet(
                id: try Self.id(json), title: try Self.text(json, "title"),
                repository: try Self.text(json, "repository"), doi: try Self.text(json, "doi"),
                licence: try Self.text(json, "licence"), publisher: try Self.text(json, "publisher"))
        }
    }

    func tables() throws(SituationError) -> [DataTable] {
        try list("tables") { json throws(SituationError) in
            let separators: [String: UInt8] = ["tab": 9, "comma": UInt8(ascii: ",")]
            guard let separator = separators[try Self.text(json, "separator")] else {
                throw SituationError(.catalogue, "separator")
            }
            var columns: [DataTable.Column] = []
            for column in json["columns"]?.elements ?? [] { columns.append(try self.column(column)) }
            return DataTable(
                id: try Self.id(json), dataSet: try Self.text(json, "dataSet"), file: try Self.text(json, "file"),
                separator: separator, columns: columns, key: Self.texts(json["key"]))
        }
    }

    private func column(_ json: JSONValue) throws(SituationError) -> DataTable.Column {
        guard let type = DataTable.ColumnType(rawValue: try Self.text(json, "type")) else {
            throw SituationError(.catalogue, "type")
        }
        let listed = Self.texts(json["lists"]).flatMap { Self.texts(self.json["lists"]?[$0]) }
        return DataTable.Column(
            name: try Self.text(json, "name"), type: type, values: Set(Self.texts(json["values"]) + listed),
            missing: Set(Self.texts(json["missing"])))
    }

    func indicators() throws(SituationError) -> [Indicator] {
        try list("indicators") { json throws(SituationError) in
            var sources: [IndicatorSource] = []
            for source in json["sources"]?.elements ?? [] { sources.append(try self.source(source)) }
            let ages = (json["ages"]?.elements ?? []).compactMap { range -> ClosedRange<Int>? in
                guard let to = range[1]?.wholeNumber(in: 0...199), let from = range[0]?.wholeNumber(in: 0...to) else {
                    return nil
                }
                return from...to
            }
            return Indicator(
                id: try Self.id(json), names: try Self.words(json, "name"), notes: try Self.words(json, "note"),
                units: try Self.words(json, "unit"), sources: sources, targets: Self.texts(json["targets"]),
                ended: json["ended"]?.text, ages: ages)
        }
    }

    private func source(_ json: JSONValue) throws(SituationError) -> IndicatorSource {
        let filter = (json["where"]?.members).map { members in
            Dictionary(members.compactMap { name, value in value.text.map { (name, $0) } }) { first, _ in first }
        }
        return IndicatorSource(
            table: try Self.text(json, "table"), value: try Self.text(json, "value"),
            period: try Self.text(json, "period"), area: json["area"]?.text,
            fixedArea: try Self.text(json, "fixedArea"), age: json["age"]?.text, filter: filter ?? [:],
            counted: json["counted"]?.text)
    }

    private static func text(_ json: JSONValue, _ name: String) throws(SituationError) -> String {
        guard let text = json[name]?.text, !text.isEmpty else { throw SituationError(.catalogue, name) }
        return text
    }

    /// Small letters, digits and hyphens.
    private static func id(_ json: JSONValue) throws(SituationError) -> String {
        let id = try text(json, "id")
        let allowed = id.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
        guard allowed, id.utf8.count <= 60 else { throw SituationError(.catalogue, id) }
        return id
    }

    private static func texts(_ json: JSONValue?) -> [String] { (json?.elements ?? []).compactMap(\.text) }

    /// A text by language, English among them.
    private static func words(_ json: JSONValue, _ name: String) throws(SituationError) -> [String: String] {
        var words: [String: String] = [:]
        for (language, text) in json[name]?.members ?? [:] { words[language] = text.text }
        guard words["en"] != nil else { throw SituationError(.catalogue, name) }
        return words
    }
}
