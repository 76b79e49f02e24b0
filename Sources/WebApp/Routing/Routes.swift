import Foundation
import IntakePages
import Operators
import Papers
import People
import Web

/// Every feature, in the order of docs/routes.md.
let features: [any Feature.Type] = [
    HomeFeature.self, APIFeature.self, AccountsFeature.self, PassesFeature.self, VaccinationsFeature.self,
    CertificatesFeature.self, OfflineFeature.self, ScansFeature.self, ScanTemplatesFeature.self,
    AttachmentsFeature.self, RecommendationsFeature.self, CalendarFeature.self, HealthFeature.self,
    ExportFeature.self, ImportFeature.self, SettingsFeature.self, CountriesFeature.self, RemindersFeature.self,
    SecurityFeature.self, PasskeysFeature.self, BinFeature.self, HelpFeature.self, HealthLinksFeature.self,
    SituationFeature.self, AdminFeature.self, StikoFeature.self,
]

extension Route {
    /// The whole route table.
    ///
    /// docs/routes.md has a row for each (`make routes`); a test tries every line as every kind of visitor.
    static let table = features.flatMap { $0.routes }
}

extension Templates {
    /// Every page, also that of problems, which is no feature's.
    static let pages: [any Page.Type] =
        features.flatMap { $0.pages }
        + [DetailPage.self, EntryPage.self, ProblemPage.self]

    /// Those of every page.
    init(directory: URL, localization: Localization, asset: @escaping (String) -> String?) throws {
        try self.init(directory: directory, localization: localization, asset: asset, pages: Self.pages)
    }
}
