import Scanning

/// Where a tried picture was pressed to say where a region lies: one corner, then the one across.
struct TemplatePress: Sendable {
    /// `region-3`, or `table-1` for the rows of a page.
    var target: String
    /// The first corner, in fractions of its page, where it was pressed already.
    var first: (page: Int, point: PicturePoint)?

    init(_ fields: FormFields) {
        target = fields["target"]?.withoutNUL ?? ""
        let numbers = (fields["pressed"] ?? "").split(separator: " ").compactMap { Double($0) }
        if numbers.count == 3, (1...Double(ScanTemplate.mostPages)).contains(numbers[0]),
            numbers.dropFirst().allSatisfy({ (0...1).contains($0) })
        {
            first = (Int(numbers[0]), PicturePoint(x: numbers[1], y: numbers[2]))
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
        guard parts.count == 2, let number = Int(parts[1]) else { return }
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

    /// Where a picture was pressed that was shown with this width and height.
    static func point(_ fields: FormFields, width: Int, aspect: Double) -> PicturePoint? {
        guard (1...10_000).contains(width), let x = fields["spot.x"].flatMap({ Double($0) }),
            let y = fields["spot.y"].flatMap({ Double($0) }), x.isFinite, y.isFinite
        else { return nil }
        let height = Double(width) / aspect
        return PicturePoint(x: min(max(x / Double(width), 0), 1), y: min(max(y / height, 0), 1))
    }
}
