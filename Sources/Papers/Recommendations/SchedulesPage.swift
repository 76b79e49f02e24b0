import CivilDates
import Immunization
import Web

/// Which edition each schedule follows, what changed with it, and what isn't covered: for readers and admins alike.
struct SchedulesPage: Page {
    let release: CatalogueRelease
    static let template = "Recommendations/schedules"
    let section = Section.recommendations

    func title(_ words: Localizer) -> String { words[.`schedules.title`] }

    static let fields: [TemplateField<Self>] = [
        .flag("draft") { page in page.release.schedules.contains { $0.review == .draft } },
        .rows("schedules") { page, words in
            // Those that a pass without a country follows come first.
            (page.release.schedules.filter(\.isDefault) + page.release.schedules.filter { !$0.isDefault })
                .map { ScheduleRow($0, page.release.catalogue, words) }
        },
    ]
}
