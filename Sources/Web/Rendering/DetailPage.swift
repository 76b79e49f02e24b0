/// A page that is read, a list or all about one thing, with nothing but parts that others have too.
package struct DetailPage: Page {
    let heading: String
    package let section: Section
    /// What comes before the heading.
    let above: [PagePart]
    let parts: [PagePart]

    package init(_ heading: String, section: Section, above: [PagePart] = [], _ parts: [PagePart]) {
        (self.heading, self.section, self.above, self.parts) = (heading, section, above, parts)
    }

    package static let template = "Shared/detail-page"

    package func title(_ words: Localizer) -> String { heading }

    package static let fields: [TemplateField<Self>] = [.rows("above") { $0.above }, .rows("parts") { $0.parts }]
}
