import CivilDates
import Immunization

/// Which edition each schedule follows, what changed with it, and what isn't covered: for readers and admins alike.
struct SchedulesPage: Page {
    let release: CatalogueRelease
    static let template = "Recommendations/schedules"
    let section = Section.recommendations

    func title(_ words: Localizer) -> String { words[.schedulesTitle] }

    static let fields: [TemplateField<Self>] = [
        .flag("draft") { page in page.release.schedules.contains { $0.review == .draft } },
        .rows("schedules") { page, words in
            page.release.schedules.map { ScheduleRow($0, page.release.catalogue, words) }
        },
    ]
}
