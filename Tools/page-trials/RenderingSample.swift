import CivilDates
import Foundation
import HealthCertificate
import Immunization
import IntakePages
import Lists
import Model
import Vault
import Web

/// The page of an invented pass with 30 vaccinations, to measure rendering with.
struct RenderingSample: Sendable {
    private let templates: Templates
    private let words: Localizer
    private let page: VaccinationListPage
    /// 21 November 2026, so that the page is the same whenever it is measured.
    private static let moment = Date(timeIntervalSince1970: 1_795_219_200)

    /// Prepares the app's own words, templates and catalogue.
    ///
    /// - Parameter resources: The folder with Templates, Localization and Catalogue.
    init(resources: URL) throws {
        let localization = try Localization(directory: resources.appending(path: "Localization"))
        templates = try Templates(
            directory: resources.appending(path: "Templates"), localization: localization,
            asset: { "/static/\($0)" }, pages: [VaccinationListPage.self])
        words = localization.fallback
        let pass = try PassRecord(
            Pass(kind: "person", name: "Ada Sample", birthDate: PartialDate("1987-04-12"), sex: .female),
            createdAt: Self.moment)
        let vaccinations = try (0..<30).map { index in
            let date = PartialDate("\(1990 + index)-05-20") ?? .firstOfRecords
            let dose = Vaccination(
                target: "measles", vaccine: "priorix", date: date, batch: "A69CB550A", country: "DE")
            return try VaccinationRecord(passID: pass.id, dose, createdAt: Self.moment, updatedAt: Self.moment)
        }
        let release = try CatalogueStore.release(in: resources.appending(path: "Catalogue"))
        let record = HealthRecord(pass: pass, vaccinations: vaccinations)
        page = VaccinationListPage(
            record: record, certificates: [], evidence: DoseEvidence(of: pass, doses: [], catalogue: release.catalogue),
            release: release,
            answer: try record.answer(release, on: CalendarDate(Self.moment, in: .gmt)))
    }

    /// The page with newly made values, or with those that `values` made.
    func html(_ values: Values? = nil) throws -> [UInt8] {
        let title = page.title(words)
        return try templates.write(
            values?.values ?? PageValues(page, words), in: LayoutModel(title: title), words)
    }

    /// What the template names, made once.
    func values() -> Values { Values(values: PageValues(page, words)) }

    struct Values: Sendable {
        fileprivate let values: PageValues
    }
}
