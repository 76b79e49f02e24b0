/// What a form asks, with its words, as parts of a page.
extension FormView {
    /// A line of text; a secret is never shown again.
    package func line(
        _ name: String, _ label: String, hint: String? = nil, _ kind: TextKind = .plain, isRequired: Bool = false
    ) -> PagePart {
        var control = textControl(name, hint: hint != nil, secret: kind.isSecret)
        (control.kind, control.isRequired) = (kind, isRequired)
        return part(.line, control, label, hint)
    }

    package func tick(_ name: String, _ label: String, hint: String? = nil) -> PagePart {
        part(.tick, boxControl(name, hint: hint != nil), label, hint)
    }

    private func part(
        _ element: RecordControl.Element, _ control: FormControl, _ label: String, _ hint: String?
    ) -> PagePart {
        var control = control
        (control.label, control.hintText) = (label, hint)
        return .control(RecordControl(element: element, control: control))
    }
}
