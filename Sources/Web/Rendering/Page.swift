/// A page's view model: its template, its title, and the values that the template names.
package protocol Page: TemplateModel {
    /// The template's path: `Templates/<template>.mustache`.
    static var template: String { get }
    /// The tab that the page belongs to.
    var section: Section { get }
    /// Whether the page shows a form with errors, which its title then says first.
    var hasErrors: Bool { get }

    func title(_ words: Localizer) -> String
}

extension Page {
    package var section: Section { .vaccinations }
    package var hasErrors: Bool { false }
}

/// A page with a form, whose errors are the page's.
package protocol FormPage: Page {
    var form: FormView { get }
}

extension FormPage {
    package var hasErrors: Bool { form.errors.summary != nil }
}

/// The tabs.
package enum Section: Sendable {
    case vaccinations
    case recommendations
    case settings
    /// What is about all passes, outside the tabs too.
    case family
    /// Pages outside the tabs: sign-in, errors.
    case none
}

/// A page in one language, without the frame that each request has of its own.
package struct PageValues: Sendable {
    package let template: String
    package let title: String
    package let section: Section
    package let hasErrors: Bool
    /// What fills the gaps that any message may have.
    package var own: [OwnGap: String]
    package let values: [TemplateValue]

    package init(
        template: String, title: String, section: Section, hasErrors: Bool, own: [OwnGap: String] = [:],
        values: [TemplateValue]
    ) {
        self.template = template
        self.title = title
        self.section = section
        self.hasErrors = hasErrors
        self.own = own
        self.values = values
    }
}

extension PageValues {
    package init<Model: Page>(_ page: Model, _ words: Localizer) {
        self.init(
            template: Model.template, title: page.title(words), section: page.section, hasErrors: page.hasErrors,
            own: words.own, values: page.values(words))
    }
}
