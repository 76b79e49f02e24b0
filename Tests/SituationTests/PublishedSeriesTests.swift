import BoundedJSON
import Situation
import Testing

@Suite("Series of the RKI's data sets", .timeLimit(.minutes(3)))
struct PublishedSeriesTests {
    /// What `expected.json` calls a series, and what we call it.
    private static let keys = [
        "grippeweb ARE Bundesweit 00+": ("grippeweb", IndicatorKey(indicator: "ari", area: "DE", age: "00+")),
        "grippeweb ARE Bundesweit 0-4": ("grippeweb", IndicatorKey(indicator: "ari", area: "DE", age: "0-4")),
        "grippeweb ARE Bundesweit 60+": ("grippeweb", IndicatorKey(indicator: "ari", area: "DE", age: "60+")),
        "grippeweb ILI Bundesweit 00+": ("grippeweb", IndicatorKey(indicator: "ili", area: "DE", age: "00+")),
        "grippeweb ILI Bundesweit 0-4": ("grippeweb", IndicatorKey(indicator: "ili", area: "DE", age: "0-4")),
        "grippeweb ILI Bundesweit 60+": ("grippeweb", IndicatorKey(indicator: "ili", area: "DE", age: "60+")),
        "grippeweb ARE Sueden 00+": ("grippeweb", IndicatorKey(indicator: "ari", area: "Sueden", age: "00+")),
        "are Bundesweit 00+": ("are", IndicatorKey(indicator: "ari-consultations", area: "DE", age: "00+")),
        "are Bayern 00+": ("are", IndicatorKey(indicator: "ari-consultations", area: "DE-BY", age: "00+")),
        "influenza Deutschland 00+": ("influenza", IndicatorKey(indicator: "influenza", area: "DE", age: "00+")),
    ]

    @Test(.enabled(if: SharedData.folder != nil, "the RKI's excerpts are in ../shared/data"))
    func agreeWithWhatWasComputedToTheDigit() throws {
        let catalogue = try SituationCatalogue.shipped()
        let expected = try JSONValue(parsing: SharedData.bytes("expected.json"))["series"]?.elements ?? []
        #expect(expected.count == 10)
        for json in expected {
            let name = try #require(json["series"]?.text)
            let (table, key) = try #require(Self.keys[name])
            let series = try #require(try Self.issue(table, catalogue).series[key], "\(name)")
            #expect(series.points.count == json["points"]?.wholeNumber(in: 0...99_999) ?? 0, "\(name)")
            #expect(series.points.last?.period.description == json["first"]?.text, "\(name)")
            let listed = try #require(json["newest_22"]?.elements)
            #expect(series.newest.count == listed.count)
            for (entry, wanted) in zip(series.newest, listed) {
                #expect(entry.period.description == wanted["period"]?.text, "\(name)")
                #expect(entry.value?.description == wanted["value"]?.text, "\(name) \(entry.period)")
                #expect(entry.change?.description == wanted["change"]?.text, "\(name) \(entry.period)")
            }
            let peak = try #require(
                series.points.compactMap { point in point.value.map { (point.period, $0) } }.max { $0.1 < $1.1 })
            #expect(peak.0.description == json["peak_period"]?.text && peak.1.description == json["peak_value"]?.text)
        }
    }

    @Test(
        .enabled(if: SharedData.folder != nil, "the RKI's excerpts are in ../shared/data"),
        arguments: SharedData.excerpts.keys.sorted())
    func eachExcerptIsKnownByItsColumns(_ table: String) throws {
        let catalogue = try SituationCatalogue.shipped()
        let name = try #require(SharedData.excerpts[table])
        let bytes = try SharedData.bytes(name)
        #expect(try DataEdition.recognise(bytes, named: name, in: catalogue).table.id == table)
        // Influenza and RSV have the same columns: then the rows tell.
        #expect(try DataEdition.recognise(bytes, named: "download.txt", in: catalogue).table.id == table)
        let issue = try Self.issue(table, catalogue)
        let known = Set(catalogue.indicators.filter { $0.sources.contains { $0.table == table } }.map(\.id))
        #expect(Set(issue.series.keys.map(\.indicator)) == known, "each indicator has a series")
    }

    static func issue(_ table: String, _ catalogue: SituationCatalogue) throws -> DataEdition {
        let bytes = try SharedData.bytes(try #require(SharedData.excerpts[table]))
        return try DataEdition(bytes, of: try #require(catalogue.table(table)), in: catalogue)
    }
}
