/// A form as its template shows it: what was typed, what is wrong, what can be chosen.
struct FormView: Sendable {
    typealias Option = FormControl.Option

    /// What stands in a field, by name.
    let values: [String: String]
    let errors: FormErrors

    init(values: [String: String] = [:], errors: FormErrors = FormErrors()) {
        self.values = values
        self.errors = errors
    }
}

extension FormFields {
    /// What was typed into the named fields, to show it again.
    func values(of names: [String]) -> [String: String] {
        // A NUL, which no page can hold, would come back as another character and be taken then.
        let typed = names.compactMap { name in
            self[name].map { (name, String(String.UnicodeScalarView($0.unicodeScalars.filter { $0 != "\0" }))) }
        }
        return Dictionary(typed) { first, _ in first }
    }
}
