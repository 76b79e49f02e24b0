import Mustache

/// What a template can name: values by name.
///
/// Text, `Bool`, `TemplateContext`, or an array of `TemplateContext`.
///
/// A value that may be missing stands as `false`, never as nil: for a missing name the template would look further out
/// and show an outer field of the same name.
typealias TemplateContext = [String: Any]

extension Optional where Wrapped == String {
    /// The text, or what makes a section with this name disappear.
    var field: Any { self ?? false }
}

extension Optional where Wrapped == TemplateContext {
    /// The fields, or what makes a section with this name disappear.
    var field: Any { self ?? false }
}

extension Localizer {
    /// A count for a message with plural forms: the template's section of its category shows, the others don't.
    struct Count: MustacheParent {
        let number: Int
        let category: String

        func child(named name: String) -> Any? {
            name == "number" ? String(number) : name == category
        }
    }

    /// A count as templates take it.
    func count(_ number: Int) -> Count { Count(number: number, category: plural.category(of: number)) }
}
