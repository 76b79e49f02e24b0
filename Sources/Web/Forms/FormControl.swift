/// What a template shows of one thing to fill in: a line of text, a date, a list of choices, a tick box.
package struct FormControl: TemplateModel {
    package let name: String
    package let error: String?
    /// Whether it has a hint, which the template or `hintText` words.
    package let hasHint: Bool
    package var value: String
    package var isChecked = false
    package var options: [Option] = []
    package var day = ""
    package var month = ""
    package var year = ""
    var wrongParts: [DateInput.Part] = []
    /// Whether a date needs its day and month.
    package var isWhole = false
    // Of a record's field, which labels itself.
    package var label = ""
    package var hintText: String?
    /// What a list offers for nothing chosen, where that can be.
    package var none: String?
    package var isRequired = false
    var kind = TextKind.plain

    package init(name: String, error: String?, hasHint: Bool, value: String = "") {
        (self.name, self.error, self.hasHint, self.value) = (name, error, hasHint, value)
    }

    /// One of the choices.
    package struct Option: TemplateModel {
        package let value: String
        package let text: String
        package var isSelected: Bool
        /// A radio button's own id.
        package var id: String?

        package init(value: String, text: String, isSelected: Bool = false, id: String? = nil) {
            self.value = value
            self.text = text
            self.isSelected = isSelected
            self.id = id
        }

        package static let fields: [TemplateField<Self>] = [
            .text("value") { $0.value }, .text("text") { $0.text }, .flag("selected") { $0.isSelected },
            .text("id") { $0.id },
        ]
    }

    /// The ids of what describes it to those who can't see it.
    private var described: String? {
        let ids =
            (hasHint ? ["\(name)-hint"] : [])
            + (error == nil ? [] : ["\(name)-error"])
        return ids.isEmpty ? nil : ids.joined(separator: " ")
    }

    package static let fields: [TemplateField<Self>] =
        [
            .text("name") { $0.name }, .text("error") { $0.error }, .flag("hint") { $0.hasHint },
            .text("described") { $0.described }, .text("value") { $0.value }, .flag("checked") { $0.isChecked },
            .rows("options") { $0.options }, .text("day") { $0.day }, .text("month") { $0.month },
            .text("year") { $0.year }, .flag("dayIsWrong") { $0.wrongParts.contains(.day) },
            .flag("monthIsWrong") { $0.wrongParts.contains(.month) },
            .flag("yearIsWrong") { $0.wrongParts.contains(.year) }, .flag("isWhole") { $0.isWhole },
            .text("label") { $0.label },
            .text("hintText") { $0.hintText },
            .text("none") { $0.none }, .flag("isRequired") { $0.isRequired },
        ] + TemplateField.all { control, _ in control.kind }
}

/// A record's field as `Shared/field` shows it: by its kind.
package struct RecordControl: TemplateModel {
    package enum Element: Sendable {
        case line, lines, date, radio, box, tick, select
    }

    package let element: Element
    package let control: FormControl

    private func control(as element: Element) -> FormControl? { element == self.element ? control : nil }

    package static let fields: [TemplateField<Self>] = [
        .one("line") { $0.control(as: .line) }, .one("lines") { $0.control(as: .lines) },
        .one("date") { $0.control(as: .date) }, .one("radio") { $0.control(as: .radio) },
        .one("box") { $0.control(as: .box) }, .one("tick") { $0.control(as: .tick) },
        .one("select") { $0.control(as: .select) },
    ]
}
