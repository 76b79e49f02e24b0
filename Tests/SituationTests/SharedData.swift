import Foundation
import Situation

/// The excerpts of the RKI's data sets in `../shared/data`, beside the project, or in `$VACCINAPP_TEST_DATA`.
enum SharedData {
    static let folder: URL? = {
        let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"]
        let folder = path.map { URL(filePath: $0) } ?? project.appending(path: "../shared/data")
        let excerpts = folder.appending(path: "rki")
        if FileManager.default.fileExists(atPath: excerpts.path) { return excerpts }
        print("skipped: excerpts of the RKI's data sets, which are in ../shared/data")
        return nil
    }()

    static func bytes(_ name: String) throws -> [UInt8] {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    /// The data files that the excerpts are of, by the table that each is.
    static let excerpts = [
        "grippeweb": "grippeweb-season-2025-26.tsv", "are": "are-season-2025-26.tsv",
        "influenza": "influenza-season-2025-26.tsv", "rsv": "rsv-season-2025-26.tsv", "sari": "sari-season-2025-26.tsv",
        "amelag": "amelag-curve-since-2025-07.tsv", "polio": "polio-wastewater.csv",
        "covid-incidence": "covid-7-day-incidence-since-2026-07.csv",
        "covid-hospital": "covid-hospitalisation-adjusted-since-2026-06-15.csv",
    ]
}

extension SituationCatalogue {
    /// The shipped one.
    static func shipped() throws -> SituationCatalogue {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Catalogue/situation")
        return try SituationCatalogue(
            indicators: try Data(contentsOf: folder.appending(path: "indicators.json")),
            rating: try Data(contentsOf: folder.appending(path: "light.json")))
    }
}
