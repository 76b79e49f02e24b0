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

    /// A text field; passwords are never shown again.
    func text(_ name: String, hint: Bool = false, secret: Bool = false) -> TemplateContext {
        base(name, hint: hint).merging(["value": secret ? "" : values[name] ?? ""]) { $1 }
    }

    /// A tick box, ticked only where the person has ticked it.
    func box(_ name: String) -> TemplateContext {
        base(name, hint: false).merging(["checked": values[name] != nil]) { $1 }
    }

    /// A list or a group of radio buttons; the summary links to its first button.
    func choice(_ name: String, _ options: [Option], hint: Bool = false, radio: Bool = false) -> TemplateContext {
        let chosen = values[name] ?? ""
        let rows = options.enumerated().map { index, option -> TemplateContext in
            [
                "value": option.value, "text": option.text, "selected": option.value == chosen,
                "id": radio ? (index == 0 ? name : "\(name)-\(option.value)") : false,
            ]
        }
        return base(name, hint: hint).merging(["options": rows]) { $1 }
    }

    /// A date in three fields.
    func date(_ name: String) -> TemplateContext {
        base(name, hint: true).merging([
            "day": values["\(name)-day"] ?? "",
            "month": values["\(name)-month"] ?? "",
            "year": values["\(name)-year"] ?? "",
        ]) { $1 }
    }

    private func base(_ name: String, hint: Bool) -> TemplateContext {
        let error = errors[name]
        let described = [hint ? "\(name)-hint" : nil, error == nil ? nil : "\(name)-error"].compactMap(\.self)
        return [
            "name": name,
            "error": error.field,
            "hint": hint,
            "described": described.isEmpty ? false : described.joined(separator: " "),
        ]
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
