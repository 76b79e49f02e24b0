/// A page's view model: its template, its title, and the values that the template names.
protocol Page: TemplateModel {
    /// The template's path: `Templates/<template>.mustache`.
    static var template: String { get }
    /// The tab that the page belongs to.
    var section: Section { get }
    /// Whether the page shows a form with errors, which its title then says first.
    var hasErrors: Bool { get }

    func title(_ words: Localizer) -> String
}

extension Page {
    var section: Section { .vaccinations }
    var hasErrors: Bool { false }
}

/// A page with a form, whose errors are the page's.
protocol FormPage: Page {
    var form: FormView { get }
}

extension FormPage {
    var hasErrors: Bool { form.errors.summary != nil }
}

/// The tabs.
enum Section: Sendable {
    case vaccinations
    case recommendations
    case settings
    /// What is about all passes, outside the tabs too.
    case family
    /// Pages outside the tabs: sign-in, errors.
    case none
}

/// A page in one language, without the frame that each request has of its own.
struct PageValues: Sendable {
    let template: String
    let title: String
    let section: Section
    let hasErrors: Bool
    /// What fills the gaps that any message may have.
    var own: [OwnGap: String] = [:]
    let values: [TemplateValue]
}

extension PageValues {
    init<Model: Page>(_ page: Model, _ words: Localizer) {
        self.init(
            template: Model.template, title: page.title(words), section: page.section, hasErrors: page.hasErrors,
            own: words.own, values: page.values(words))
    }
}
