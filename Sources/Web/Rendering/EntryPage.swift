/// A page that is filled in and sent: parts before its form, what is asked, parts after it.
package struct EntryPage: FormPage {
    let heading: String
    package let section: Section
    /// What the form was filled in with, and what is wrong with it.
    package let form: FormView
    /// What comes before the heading.
    let above: [PagePart]
    let lead: [PagePart]
    let asked: [PagePart]
    let submit: [PageButton]
    let action: String
    /// Where nothing is sent; nil where there is nothing to go back to.
    let cancel: NamedLink?
    let after: [PagePart]

    package init(
        _ heading: String, section: Section, form: FormView, above: [PagePart] = [], lead: [PagePart] = [],
        asks asked: [PagePart], submit: [PageButton], action: String, cancel: NamedLink?, after: [PagePart] = []
    ) {
        (self.heading, self.section, self.form, self.above) = (heading, section, form, above)
        (self.lead, self.asked, self.after) = (lead, asked, after)
        (self.submit, self.action, self.cancel) = (submit, action, cancel)
    }

    package static let template = "Shared/entry-page"

    package func title(_ words: Localizer) -> String { heading }

    /// The kinds of what is asked.
    private var kinds: [TextKind] {
        asked.compactMap { if case .control(let control) = $0 { control.control.kind } else { nil } }
    }

    package static let fields: [TemplateField<Self>] = [
        .rows("above") { $0.above }, .rows("lead") { $0.lead }, .rows("asked") { $0.asked },
        .rows("submit") { $0.submit }, .text("action") { $0.action }, .one("cancel") { $0.cancel },
        .rows("after") { $0.after },
        // What is typed is kept where the language changes, unless it is nothing to show again.
        .flag("isKept") { page in !page.kinds.isEmpty && !page.kinds.contains { $0.isSecret || $0.isFile } },
        .flag("hasFile") { page in page.kinds.contains(where: \.isFile) },
    ]
}
