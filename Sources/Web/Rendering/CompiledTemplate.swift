/// A page's template in one language, as a flat list of steps that write bytes.
struct CompiledTemplate: Sendable {
    /// Where a value is: in which of the rows around a place, the outermost first, and where in that.
    struct Place: Sendable, Equatable {
        let row: Int
        let field: Int
    }

    enum Step: Sendable {
        case bytes([UInt8])
        case text(Place)
        case number(Place)
        /// What follows, up to a step, for each row, or if there is something.
        case section(Place, end: Int)
        case inverted(Place, end: Int)
        /// If a count's plural form is this one.
        case category(Place, String, end: Int)
    }

    private let steps: [Step]

    init(steps: [Step]) { self.steps = steps }

    /// Writes the page.
    ///
    /// - Parameter rows: The values of the models that it was compiled against, in their order.
    func write(_ rows: [[TemplateValue]], into output: inout [UInt8]) {
        var rows = rows
        run(0..<steps.count, &rows, &output)
    }

    private func run(_ range: Range<Int>, _ rows: inout [[TemplateValue]], _ output: inout [UInt8]) {
        var index = range.lowerBound
        while index < range.upperBound {
            var next = index + 1
            switch steps[index] {
            case .bytes(let bytes): output.append(contentsOf: bytes)
            case .text(let place):
                if case .text(let text?) = rows[place] { HTMLText.write(text, into: &output) }
            case .number(let place):
                if case .count(let number, _) = rows[place] { output.append(contentsOf: String(number).utf8) }
            case .section(let place, let end):
                if case .rows(let inner) = rows[place] {
                    for row in inner {
                        rows.append(row)
                        run(index + 1..<end, &rows, &output)
                        rows.removeLast()
                    }
                    next = end
                } else if !rows[place].isShown {
                    next = end
                }
            case .inverted(let place, let end): if rows[place].isShown { next = end }
            case .category(let place, let name, let end):
                if case .count(_, name) = rows[place] {} else { next = end }
            }
            index = next
        }
    }
}

extension [[TemplateValue]] {
    fileprivate subscript(place: CompiledTemplate.Place) -> TemplateValue { self[place.row][place.field] }
}

extension TemplateValue {
    /// Whether a section of it is shown.
    fileprivate var isShown: Bool {
        switch self {
        case .text(let text): text != nil
        case .flag(let flag): flag
        case .count: true
        case .rows(let rows): !rows.isEmpty
        }
    }
}
