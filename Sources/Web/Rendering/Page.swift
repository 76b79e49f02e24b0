/// A page's view model: its template, its title, and the values that the template names.
package protocol Page: TemplateModel {
    /// The template's path: `Templates/<template>.mustache`.
    static var template: String { get }
    /// The tab that the page belongs to.
    var section: Section { get }

    func title(_ words: Localizer) -> String

    /// What is wrong with what was sent, which the page says first.
    func faults(_ words: Localizer) -> FormErrors
}

extension Page {
    package var section: Section { .vaccinations }
    package func faults(_ words: Localizer) -> FormErrors { FormErrors() }
}

/// A page with a form, whose errors are the page's.
package protocol FormPage: Page {
    var form: FormView { get }
}

extension FormPage {
    package func faults(_ words: Localizer) -> FormErrors { form.errors }
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
    /// Nil where nothing is wrong.
    package let errors: FormErrors?
    /// What fills the gaps that any message may have.
    package var own: [OwnGap: String] = [:]
    package let values: [TemplateValue]
}

extension PageValues {
    package init<Model: Page>(_ page: Model, _ words: Localizer) {
        self.init(
            template: Model.template, title: page.title(words), section: page.section,
            errors: page.faults(words).summary,
            own: words.own, values: page.values(words))
    }
}
