import IntakePages
import Scanning
import Web

/// Where a tried picture was pressed to say where a region is: one corner, then the one across.
struct CornerSelection: Sendable {
    /// `region-3`, or `table-1` for the rows of a page.
    var target: String
    /// The first corner, in fractions of its page, where it was pressed already.
    var first: (page: Int, point: PicturePoint)?

    init(_ fields: FormFields) {
        target = fields["target"]?.withoutNUL ?? ""
        let parts = (fields["pressed"] ?? "").split(separator: " ", maxSplits: 3)
        if parts.count == 3, let page = Int(typed: parts[0], in: 1...ScanTemplate.mostPages),
            let x = Double(typed: parts[1], in: 0...1), let y = Double(typed: parts[2], in: 0...1)
        {
            first = (page, PicturePoint(x: x, y: y))
        }
    }

    init(target: String) { self.target = target }

    /// As a hidden field has the first corner.
    var written: String? { first.map { "\($0.page) \(CornerForm.written($0.point))" } }

    /// Takes a corner; after the second the region's numbers are in the form.
    mutating func press(_ point: PicturePoint, page: Int, into form: inout TemplateForm, _ words: Localizer) {
        guard let first, first.page == page else {
            self.first = (page, point)
            return
        }
        self.first = nil
        let (left, right) = (min(first.point.x, point.x), max(first.point.x, point.x))
        let (top, bottom) = (min(first.point.y, point.y), max(first.point.y, point.y))
        let parts = target.split(separator: "-")
        guard parts.count == 2, let number = Int(typed: parts[1], in: 1...TemplateForm.mostRegions) else { return }
        func share(_ value: Double) -> String { words.percent((value * 1_000).rounded() / 1_000) }
        if parts[0] == "table" {
            guard (1...form.pages).contains(number) else { return }
            (form["rows-top", number], form["rows-height", number]) = (share(top), share(bottom - top))
            return
        }
        guard form.regions >= 1, (1...form.regions).contains(number) else { return }
        form["page", number] = String(page)
        (form["left", number], form["width", number]) = (share(left), share(right - left))
        guard form["repeats", number] != "yes" else { return }
        (form["top", number], form["height", number]) = (share(top), share(bottom - top))
    }
}
