package import Model

/// A form as its template shows it: what was typed, what is wrong, what can be chosen.
package struct FormView: Sendable {
    /// The fields' contents, by name.
    package let values: [String: String]
    package let errors: FormErrors

    package init(values: [String: String] = [:], errors: FormErrors = FormErrors()) {
        self.values = values
        self.errors = errors
    }

    /// What was typed, with what is wrong.
    package init(again fields: FormFields, _ errors: FormErrors) {
        self.init(values: fields.typed, errors: errors)
    }
}

extension FormView {
    /// A text field; passwords are never shown again.
    package func textControl(_ name: String, hint: Bool = false, secret: Bool = false) -> FormControl {
        var control = control(name, hint: hint)
        control.value = secret ? "" : values[name] ?? ""
        return control
    }

    /// A tick box, ticked only where the person has ticked it.
    package func boxControl(_ name: String, hint: Bool = false) -> FormControl {
        var control = control(name, hint: hint)
        control.isChecked = values[name] != nil
        return control
    }

    /// A list or a group of radio buttons; the summary links to its first button.
    package func choiceControl(
        _ name: String, _ options: [FormControl.Option], hint: Bool = false, radio: Bool = false
    ) -> FormControl {
        let chosen = values[name] ?? ""
        var control = control(name, hint: hint)
        control.options = options.enumerated().map { index, option in
            FormControl.Option(
                value: option.value, text: option.text, isSelected: option.value == chosen,
                id: radio ? (index == 0 ? name : "\(name)-\(option.value)") : nil)
        }
        return control
    }

    /// A date in three fields, of which day and month may be empty unless it is a whole one.
    package func dateControl(_ name: String, isRequired: Bool = false, isWhole: Bool = true) -> FormControl {
        var control = control(name, hint: true)
        (control.isRequired, control.isWhole) = (isRequired, isWhole)
        control.day = values["\(name)-day"] ?? ""
        control.month = values["\(name)-month"] ?? ""
        control.year = values["\(name)-year"] ?? ""
        control.wrongParts = errors.parts(name)
        return control
    }

    /// A field of a record: by its kind, or as radio buttons of these choices.
    ///
    /// - Parameter isOptional: Whether nothing can be chosen; choices are a list then.
    package func recordControl<Record: LabelledRecord>(
        _ field: Field<Record>, _ words: Localizer, choices: [FormControl.Option]? = nil,
        isOptional: Bool = false
    ) -> RecordControl {
        let (name, hintID) = (field.formName, field.messageID("hint"))
        let hint = words.phrase(hintID) == nil ? nil : words.text(hintID)
        let options = choices ?? words.options(field)
        var (element, control): (RecordControl.Element, FormControl) =
            switch field.kind {
            case .date: (.date, dateControl(name, isWhole: field.isWholeDate))
            case .country: (.select, choiceControl(name, options, hint: hint != nil))
            case .choice where field.isTick:
                (.box, choiceControl(name, options, hint: hint != nil, radio: true))
            case .choice where isOptional: (.select, choiceControl(name, options, hint: hint != nil))
            case _ where !options.isEmpty: (.radio, choiceControl(name, options, hint: hint != nil, radio: true))
            case .text, .number, .choice: (field.hasLines ? .lines : .line, textControl(name, hint: hint != nil))
            }
        control.label = words.label(field)
        control.hintText = hint
        // A date or a choice is required wherever nothing says that it may be missing, as `FormReader` reads it.
        control.isRequired = field.isRequired || !isOptional && [.date, .radio].contains(element)
        control.kind = field.isCode ? .code : .plain
        if element == .select { control.none = words[.`shared.not-given`] }
        return RecordControl(element: element, control: control)
    }

    private func control(_ name: String, hint: Bool) -> FormControl {
        FormControl(name: name, error: errors[name], hasHint: hint)
    }
}

extension FormFields {
    /// The language that the form is to be shown in, as it was typed: the switch is one of its buttons.
    var chosenLanguage: String? { self["language"] }

    /// Whether nothing is asked for but to show the form in this language.
    package func isShownAgain(in words: Localizer) -> Bool { chosenLanguage == words.code }

    /// Fields that no form shows again.
    static let secrets: Set = ["password", "current", "new", "passphrase", "passphrase-again", "code"]

    /// What was typed, to show it again.
    package var typed: [String: String] {
        names.reduce(into: [:]) { $0[$1] = Self.secrets.contains($1) ? nil : self[$1]?.withoutNUL }
    }
}

extension String {
    /// What a page can show again of a text that was typed: a NUL would come back as another character and be taken then.
    package var withoutNUL: String { String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\0" })) }
}
