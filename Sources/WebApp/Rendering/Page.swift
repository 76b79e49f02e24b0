/// A page's view model: its template, its title, and the values the template names.
protocol Page: Sendable {
    var template: Template { get }
    /// The tab that the page belongs to.
    var section: Section { get }
    /// Whether the page shows a form with errors, which its title then says first.
    var hasErrors: Bool { get }

    func title(_ words: Localizer) -> String
    func fields(_ words: Localizer) -> TemplateContext
}

extension Page {
    var section: Section { .vaccinations }
    var hasErrors: Bool { false }
}

/// A page whose template is compiled against it.
protocol TypedPage: Page, TemplateModel {
    static var template: Template { get }
}

extension TypedPage {
    var template: Template { Self.template }
}

/// A page with a form, whose errors are the page's.
protocol FormPage: Page {
    var form: FormView { get }
}

extension FormPage {
    var hasErrors: Bool { !form.errors.isEmpty }
}

/// The tabs.
enum Section: Sendable {
    case vaccinations
    case recommendations
    case settings
    /// Pages outside the tabs: sign-in, errors.
    case none
}
