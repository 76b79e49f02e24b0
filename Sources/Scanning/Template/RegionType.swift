/// What a region contains, and so how it is read.
package enum RegionType: Sendable, Hashable {
    /// Any words.
    case text
    /// A stamp or signature, as far as it can be read.
    case stamp
    /// The name of a person.
    case name
    /// A number.
    case number
    /// Points of a task.
    case points
    /// A grade from 1.0 to 6.0, in tenths.
    case grade
    /// One of a list.
    case choice
    /// A text of a pattern.
    case code
    /// A day.
    case date
    /// A month, or the month of a day.
    case month
    /// A vaccine's name; templates write `vaccine` or `vaccine-name`.
    case vaccine
    /// A batch number.
    case batch
    /// A vaccine's sticker: name, batch, expiry, maker.
    case sticker
    /// A cell that is marked where one was vaccinated against these diseases; templates write `cross:a+b`.
    case cross([String])
    /// A cell that is marked or empty.
    case mark

    /// Reads what a template writes; nil for other types and for a cross without a disease.
    package init?(_ written: String) {
        if let plain = Self.plain[written] {
            self = plain
            return
        }
        guard written.hasPrefix("cross:") else { return nil }
        let targets = written.dropFirst(6).split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        guard targets.allSatisfy({ !$0.isEmpty }), targets.count <= 20 else { return nil }
        self = .cross(targets)
    }

    private static let plain: [String: RegionType] = [
        "text": .text, "stamp": .stamp, "name": .name, "number": .number, "points": .points, "grade": .grade,
        "choice": .choice, "code": .code, "date": .date, "month": .month, "vaccine": .vaccine,
        "vaccine-name": .vaccine, "batch": .batch, "sticker": .sticker, "mark": .mark,
    ]

    /// As templates write it.
    package var written: String {
        switch self {
        case .cross(let targets): "cross:" + targets.joined(separator: "+")
        case .vaccine: "vaccine-name"
        default: "\(self)"
        }
    }

    /// How the reader process is to look at it.
    package var readingKind: ReadingKind {
        switch self {
        case .sticker, .vaccine: .block
        case .stamp: .words
        case .number, .points, .grade, .date, .month: .digits
        case .cross, .mark: .ink
        case .text, .name, .choice, .code, .batch: .line
        }
    }

    /// Whether a region is read by its ink alone.
    package var isMark: Bool { readingKind == .ink }
}

/// How the reader process looks at a region.
package enum ReadingKind: String, Sendable, CaseIterable {
    /// One line of text.
    case line
    /// Several lines, looked at in several ways.
    case block
    /// Several lines, looked at once.
    case words
    /// A date or a number, printed or by hand.
    case digits
    /// How much is marked.
    case ink
    /// A two-dimensional code.
    case code
}
