import Model

/// What a template shows of one thing to fill in: a line of text, a date, a list of choices, a tick box.
struct FormControl: TemplateModel {
    let name: String
    let error: String?
    /// Whether a hint stands at it, which the template or `hintText` words.
    let hasHint: Bool
    var value = ""
    var isChecked = false
    var options: [Option] = []
    var day = ""
    var month = ""
    var year = ""
    // Of a record's field, which labels itself.
    var label = ""
    var hintText: String?
    /// What a list offers for nothing chosen.
    var none = ""
    var isRequired = false
    var isCode = false

    /// One of the choices.
    struct Option: TemplateModel {
        let value: String
        let text: String
        var isSelected = false
        /// A radio button's own id.
        var id: String?

        static let fields: [TemplateField<Self>] = [
            .text("value") { $0.value }, .text("text") { $0.text }, .flag("selected") { $0.isSelected },
            .text("id") { $0.id },
        ]
    }

    /// The ids of what describes it to those who can't see it.
    private var described: String? {
        let ids = (hasHint ? ["\(name)-hint"] : []) + (error == nil ? [] : ["\(name)-error"])
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.name }, .text("error") { $0.error }, .flag("hint") { $0.hasHint },
        .text("described") { $0.described }, .text("value") { $0.value }, .flag("checked") { $0.isChecked },
        .rows("options") { $0.options }, .text("day") { $0.day }, .text("month") { $0.month },
        .text("year") { $0.year }, .text("label") { $0.label }, .text("hintText") { $0.hintText },
        .text("none") { $0.none }, .flag("isRequired") { $0.isRequired }, .flag("isCode") { $0.isCode },
    ]
}

/// A record's field as `Shared/field` shows it: by its kind.
struct RecordControl: TemplateModel {
    enum Element: Sendable {
        case line, lines, date, radio, select
    }

    let element: Element
    let control: FormControl

    private func control(as element: Element) -> FormControl? { element == self.element ? control : nil }

    static let fields: [TemplateField<Self>] = [
        .one("line") { $0.control(as: .line) }, .one("lines") { $0.control(as: .lines) },
        .one("date") { $0.control(as: .date) }, .one("radio") { $0.control(as: .radio) },
        .one("select") { $0.control(as: .select) },
    ]
}

extension FormErrors: TemplateModel {
    /// The errors, where there are any.
    var summary: FormErrors? { isEmpty ? nil : self }

    static let fields: [TemplateField<Self>] = [.rows("items") { $0.items }]
}

extension FormErrors.Item: TemplateModel {
    static let fields: [TemplateField<Self>] = [.text("field") { $0.anchor }, .text("text") { $0.text }]
}

extension FormView {
    /// A text field; passwords are never shown again.
    func textControl(_ name: String, hint: Bool = false, secret: Bool = false) -> FormControl {
        var control = control(name, hint: hint)
        control.value = secret ? "" : values[name] ?? ""
        return control
    }

    /// A tick box, ticked only where the person has ticked it.
    func boxControl(_ name: String) -> FormControl {
        var control = control(name, hint: false)
        control.isChecked = values[name] != nil
        return control
    }

    /// A list or a group of radio buttons; the summary links to its first button.
    func choiceControl(
        _ name: String, _ options: [Option], hint: Bool = false, radio: Bool = false
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

    /// A date in three fields.
    func dateControl(_ name: String) -> FormControl {
        var control = control(name, hint: true)
        control.day = values["\(name)-day"] ?? ""
        control.month = values["\(name)-month"] ?? ""
        control.year = values["\(name)-year"] ?? ""
        return control
    }

    /// A field of a record: by its kind, or as radio buttons of these choices.
    func recordControl<Record: LabelledRecord>(
        _ field: Field<Record>, _ words: Localizer, choices: [Option]? = nil
    ) -> RecordControl {
        let (name, hint) = (field.formName, words.phrase(field.messageID("hint")).map { $0.filled([:]) })
        let options = choices ?? words.options(field)
        var (element, control): (RecordControl.Element, FormControl) =
            switch field.kind {
            case .date: (.date, dateControl(name))
            case .country: (.select, choiceControl(name, options, hint: hint != nil))
            case _ where !options.isEmpty: (.radio, choiceControl(name, options, hint: hint != nil, radio: true))
            case .text, .number, .choice: (field.hasLines ? .lines : .line, textControl(name, hint: hint != nil))
            }
        control.label = words.label(field)
        control.hintText = hint
        control.isRequired = field.isRequired
        control.isCode = field.isCode
        if field.kind == .country { control.none = words.text(field.messageID("none")) }
        return RecordControl(element: element, control: control)
    }

    private func control(_ name: String, hint: Bool) -> FormControl {
        FormControl(name: name, error: errors[name], hasHint: hint)
    }
}

/// A field of a record with its value, as `Shared/fact` shows it.
struct FactLine: TemplateModel {
    let label: String
    let value: String
    /// Whether a person typed it, in whatever direction it is written.
    var isTyped = false
    var hasLines = false

    static let fields: [TemplateField<Self>] = [
        .text("label") { $0.label }, .text("value") { $0.value }, .flag("isTyped") { $0.isTyped },
        .flag("hasLines") { $0.hasLines },
    ]
}

extension Localizer {
    /// A field and its value; nil where there is no value.
    func factLine<Record: LabelledRecord>(_ field: Field<Record>, of record: Record) -> FactLine? {
        guard let value = value(field, of: record) else { return nil }
        let isTyped = if case .text = field.kind { true } else { false }
        return FactLine(label: label(field), value: value, isTyped: isTyped, hasLines: field.hasLines)
    }
}
